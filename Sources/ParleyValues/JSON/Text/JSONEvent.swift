/// One token of a document, as the scanner meets it.
package struct JSONEvent: Hashable, Sendable {
  /// The kinds of tokens.
  package enum Kind: UInt8, Sendable {
    /// A bracket.
    case objectStart, objectEnd, arrayStart, arrayEnd
    /// A key or a scalar.
    case key, string, number, `true`, `false`, null
    /// A separator.
    case colon, comma
  }

  /// The token's kind.
  package let kind: Kind
  /// The token's bytes in the whole input, quotes included.
  package let range: Range<Int>
  /// Whether a key or string holds a backslash: if not, its bytes are its text.
  package let hasEscapes: Bool

  init(_ kind: Kind, _ range: Range<Int>, hasEscapes: Bool = false) {
    self.kind = kind
    self.range = range
    self.hasEscapes = hasEscapes
  }
}

/// A receiver of the tokens of a document, in order.
package protocol JSONEventHandler {
  /// Called once for each, in order, while the scanner runs.
  mutating func handle(_ event: JSONEvent)
}
