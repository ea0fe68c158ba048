/// The reason a value does not fit the model, and the place in it.
public struct JSONDecodingError: Error, Hashable, Sendable {
  /// The kinds of mistake; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// A value is of another kind, or out of range.
    case mismatch = "json.mismatch"
    /// A value is absent, or null.
    case missing = "json.missing"
    /// The model itself refused what it read.
    case rejected = "json.rejected"
  }

  /// The kind of mistake.
  public let code: Code
  /// The path to the mistake in the value.
  public let path: ValuePath
  /// The model's expectation, in words; for `rejected` the model's own message.
  public let expected: String
  /// The kind of value found there, in words, never the value itself.
  public let found: String
}

extension JSONDecodingError: CustomStringConvertible {
  /// One sentence: `.items[3].id: expected a string, found a number.`
  public var description: String {
    code == .rejected ? "\(path): \(expected)" : "\(path): expected \(expected), found \(found)."
  }
}

extension JSONDecodingError {
  static func mismatch(_ path: ValuePath, expected: String, found: JSONValue) -> JSONDecodingError {
    let isAnother = found.kind == .number && expected.contains("number")
    let phrase = isAnother ? "another number" : found.kind.phrase
    return JSONDecodingError(code: found.isNull ? .missing : .mismatch, path: path, expected: expected, found: phrase)
  }

  static func missing(_ path: ValuePath, expected: String) -> JSONDecodingError {
    JSONDecodingError(code: .missing, path: path, expected: expected, found: "nothing")
  }

  /// An error that a model threw of its own.
  init(_ error: DecodingError) {
    let (context, key): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context): (context, nil)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (.init(codingPath: [], debugDescription: "\(error)"), nil)
      }
    let keys = context.codingPath + (key.map { [$0] } ?? [])
    let path = ValuePath(keys.map { $0.intValue.map(ValuePath.Segment.index) ?? .key($0.stringValue) })
    self.init(code: .rejected, path: path, expected: context.debugDescription, found: "")
  }
}
