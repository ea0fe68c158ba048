package import ParleyEngine

/// What comes of a filter while it is typed.
package enum FilterOutcome: Hashable, Sendable {
  case values([JSONValue])
  case mistake(FilterMistake)
}

/// What comes of a filter over several values, each by itself.
package enum FilterEachOutcome: Hashable, Sendable {
  case each([EachOutcome])
  /// It is no filter.
  case mistake(FilterMistake)
}

/// What a filter gives for one of several values, or why it gives nothing for it.
package typealias EachOutcome = Result<[JSONValue], FilterMistake>

extension EachOutcome {
  package var values: [JSONValue]? { try? get() }
}

/// Why a filter gives nothing.
package struct FilterMistake: Hashable, Sendable, Error {
  package var sentence: String
  /// Counted from 1, where a place in the filter is to blame.
  package var column: Int?

  package init(_ sentence: String, column: Int? = nil) {
    self.sentence = sentence
    self.column = column
  }
}
