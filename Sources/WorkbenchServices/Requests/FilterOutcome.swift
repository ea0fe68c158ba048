package import ParleyEngine

/// The outcome of a filter while it is typed.
package enum FilterOutcome: Hashable, Sendable {
  case values([JSONValue])
  case mistake(FilterMistake)
}

/// The outcome of a filter over several values, each on its own.
package enum FilterEachOutcome: Hashable, Sendable {
  case each([EachOutcome])
  /// It is no filter.
  case mistake(FilterMistake)
}

/// The results of a filter for one of several values, or the reason why there are none.
package typealias EachOutcome = Result<[JSONValue], FilterMistake>

extension EachOutcome {
  package var values: [JSONValue]? { try? get() }
}

/// The reason why a filter has no results.
package struct FilterMistake: Hashable, Sendable, Error {
  package var sentence: String
  /// Counted from 1, where a place in the filter is to blame.
  package var column: Int?

  package init(_ sentence: String, column: Int? = nil) {
    self.sentence = sentence
    self.column = column
  }
}
