package import ParleyEngine

/// What comes of a filter while it is typed.
package enum FilterOutcome: Hashable, Sendable {
  case values([JSONValue])
  case mistake(FilterMistake)
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
