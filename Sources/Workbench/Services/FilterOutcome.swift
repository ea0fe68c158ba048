public import ParleyEngine

/// What comes of a filter while it is typed.
public enum FilterOutcome: Hashable, Sendable {
  case values([JSONValue])
  case mistake(FilterMistake)
}

/// Why a filter gives nothing.
public struct FilterMistake: Hashable, Sendable, Error {
  public var sentence: String
  /// Counted from 1, where a place in the filter is to blame.
  public var column: Int?

  public init(_ sentence: String, column: Int? = nil) {
    self.sentence = sentence
    self.column = column
  }
}
