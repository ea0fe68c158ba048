/// One line of a pretty-printed document, ready to be drawn.
package struct JSONLine: Hashable, Sendable {
  /// The role of a line.
  package enum Role: Hashable, Sendable {
    /// A scalar or an empty container, or a key whose value has not arrived.
    case value
    /// The first line of a container with something in it: it can be folded.
    case opens
    /// A folded container, all on this line.
    case folded
    /// The last line of a container.
    case closes
  }

  /// The line's number in the pretty-printed document, from 0, folded or not.
  package let number: Int
  /// How many containers are open around what the line shows: its indentation in levels. May be many thousands.
  package let depth: Int
  /// The line's role.
  package let role: Role
  /// From left to right, spaces between them included.
  package let tokens: [JSONToken]
  /// The line's bytes in the document: from its key to its value or bracket, the comma not included.
  package let bytes: Range<Int>
}

/// A piece of a line in one colour.
package struct JSONToken: Hashable, Sendable {
  /// The kind of a token, for its colour.
  package enum Kind: Hashable, Sendable {
    /// The key of a member, or a value of that kind.
    case key, string, number
    /// `true`, `false`, `null`
    case literal
    /// Brackets, colon, comma.
    case punctuation
    /// The summary of a folded container: ` 1,024 `, with a `+` behind the number while more is arriving.
    case summary
  }

  /// The token's kind.
  package let kind: Kind
  /// The text to show, quotes included. Strings are shown as they are written, but for `\u` escapes of visible characters
  /// and `\/`, which are shown as what they mean; invalid UTF-8 as U+FFFD. It may hold control characters beyond ASCII:
  /// whoever draws it takes them out.
  package let text: String
  /// The token's bytes in the document, all of them; empty for a summary and for spaces.
  package let bytes: Range<Int>
  /// Whether `text` is only the beginning.
  package let isTruncated: Bool
  /// Whether `text` is the token's bytes as they are, so that a place in one is the same place in the other.
  package let isVerbatim: Bool
  /// Whether the token's end has arrived.
  package let isFinished: Bool
}
