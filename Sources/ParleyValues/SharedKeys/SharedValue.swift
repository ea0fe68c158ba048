/// The value of a shared key.
///
/// ```swift
/// try await shared.set("name", "ada")
/// try await shared.set("cart", .json(["items": [1, 2]]))
/// try await shared.get("cart")?.json?["items"]?[0]  // 1
/// ```
@nonexhaustive public enum SharedValue: Sendable, Hashable {
  /// Text, kept in UTF-8.
  case text(String)
  /// A JSON document, with the digits of its numbers.
  case json(JSONValue)
  /// Exactly these bytes.
  case bytes([UInt8])

  /// The kind of a value.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// As ``SharedValue`` names it.
    case text, json, bytes
  }

  /// The value's kind.
  public var kind: Kind {
    switch self {
    case .text: .text
    case .json: .json
    case .bytes: .bytes
    }
  }
}

extension SharedValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self = .text(text)
  }
}

extension SharedValue {
  /// The value as text where it reads as such: a JSON value as its compact text, bytes when they are UTF-8.
  public var text: String? {
    switch self {
    case .text(let text): text
    case .json(let value): JSONPrinter.compact.string(of: value)
    case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
    }
  }

  /// The value in JSON; nil for bytes, which have no place there.
  public var json: JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .json(let value): value
    case .bytes: nil
    }
  }

  /// The value as it is kept: text in UTF-8, JSON in its compact form, bytes as they are.
  package var contentBytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .json(let value): JSONPrinter.compact.bytes(of: value)
    case .bytes(let bytes): bytes
    }
  }

  /// Reads what `contentBytes` gave; nil when it is not of that kind.
  package init?(_ kind: Kind, _ bytes: [UInt8]) {
    switch kind {
    case .text:
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    case .json:
      guard let value = try? JSONValue(parsing: bytes) else { return nil }
      self = .json(value)
    case .bytes: self = .bytes(bytes)
    }
  }
}

/// As its kind and its bytes, so that numbers in it keep their digits whatever the encoder.
extension SharedValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, content
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = Kind(rawValue: try container.decode(String.self, forKey: .kind))
    let content = try container.decode([UInt8].self, forKey: .content)
    guard let value = kind.flatMap({ Self($0, content) }) else {
      throw DecodingError.dataCorruptedError(forKey: .content, in: container, debugDescription: "not a shared value")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(contentBytes, forKey: .content)
  }
}
