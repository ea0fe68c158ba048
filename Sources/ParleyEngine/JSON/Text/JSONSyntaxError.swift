/// Why bytes are no JSON document, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kinds of mistake; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    case unexpected = "json.unexpected"
    case unfinished = "json.unfinished"
    case trailing = "json.trailing"
    case controlCharacter = "json.control-character"
    case invalidEscape = "json.invalid-escape"
    case invalidUTF8 = "json.invalid-utf8"
    case invalidNumber = "json.invalid-number"
    case tooDeep = "json.too-deep"
  }

  public let code: Code
  public let place: JSONPlace
  /// What stands there, in words, control characters by name: `` `}` `` or `the end`. Never more than one character.
  public let found: String
  /// What could have stood there, in words: `a value`.
  public let expected: String
}

/// A place in a document: from 0 in bytes, and as a person counts it, from 1.
public struct JSONPlace: Hashable, Sendable {
  /// Bytes before the place.
  public let offset: Int
  /// Lines as ended by a line feed, from 1.
  public let line: Int
  /// Unicode scalars from the start of the line, from 1.
  public let column: Int
}

extension JSONSyntaxError: CustomStringConvertible {
  /// One sentence: ``Line 3, column 5: expected a value, found `}`.``
  public var description: String {
    "Line \(place.line), column \(place.column): \(sentence)."
  }

  private var sentence: String {
    switch code {
    case .unexpected, .unfinished, .invalidNumber, .invalidEscape: "expected \(expected), found \(found)"
    case .trailing: "the document is complete, but \(found) follows"
    case .controlCharacter: "a string holds \(found) unescaped"
    case .invalidUTF8: "\(found) is not valid UTF-8 here"
    case .tooDeep: "nested deeper than \(expected)"
    }
  }
}
