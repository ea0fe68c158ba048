/// The reason bytes are not a JSON document, and the place of the mistake.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kinds of mistake; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// Something stands where it may not.
    case unexpected = "json.unexpected"
    /// The document ends too early.
    case unfinished = "json.unfinished"
    /// Something follows the document.
    case trailing = "json.trailing"
    /// A control character stands in a string as it is (RFC 8259 §7).
    case controlCharacter = "json.control-character"
    /// A backslash with something behind it that is no escape.
    case invalidEscape = "json.invalid-escape"
    /// Bytes that are no UTF-8.
    case invalidUTF8 = "json.invalid-utf8"
    /// A number that JSON does not know, such as `01`.
    case invalidNumber = "json.invalid-number"
    /// More containers inside of one another than were allowed.
    case tooDeep = "json.too-deep"
  }

  /// The kind of mistake.
  public let code: Code
  /// The place of the mistake.
  public let place: JSONPlace
  /// The text found there, in words, control characters by name: “}” or `the end`. Never more than one character.
  public let found: String
  /// The text expected there, in words: `a value`.
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
  /// One sentence: `Line 3, column 5: expected a value, found a comma.`
  public var description: String {
    "Line \(place.line), column \(place.column): \(sentence)."
  }

  private var sentence: String {
    switch code {
    case .unexpected, .unfinished, .invalidNumber, .invalidEscape: "expected \(expected), found \(found)"
    case .trailing: "the document is complete, but \(found) follows"
    case .controlCharacter: "a string holds \(found) unescaped"
    case .invalidUTF8: "\(found) is not valid UTF-8 here"
    case .tooDeep: "JSON nested too deep, more than \(expected)"
    }
  }

  /// A clause to follow the document's name, without a full stop: `is not JSON: expected a value, found a comma`, or
  /// `is JSON nested too deep: more than 512 levels`.
  package var verdict: String {
    code == .tooDeep ? "is JSON nested too deep: more than \(expected)" : "is not JSON: \(sentence)"
  }
}
