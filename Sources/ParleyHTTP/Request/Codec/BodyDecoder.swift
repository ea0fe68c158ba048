/// Reads the body of a response as something of yours, from its bytes. From JSON or text, conform to `JSONBodyDecoder` or
/// `TextBodyDecoder` instead.
///
/// ```swift
/// struct PriceDecoder: JSONBodyDecoder {
///   func decode(json: JSONValue) throws -> Price { … }
/// }
/// let price = try response.decode(using: PriceDecoder())
/// ```
public protocol BodyDecoder<Decoded> {
  /// The type that a body is decoded into.
  associatedtype Decoded
  /// - Throws: an error that explains why these bytes cannot be decoded.
  func decode(_ bytes: [UInt8]) throws -> Decoded
}

/// Reads a body that is JSON.
public protocol JSONBodyDecoder<Decoded>: BodyDecoder {
  /// The type that a body is decoded into.
  associatedtype Decoded
  /// - Throws: an error that explains why this JSON cannot be decoded.
  func decode(json: JSONValue) throws -> Decoded
}

extension JSONBodyDecoder {
  /// Parses the bytes, then asks ``decode(json:)``.
  /// - Throws: `JSONSyntaxError` when they are no JSON.
  public func decode(_ bytes: [UInt8]) throws -> Decoded {
    try decode(json: try JSONValue(parsing: bytes))
  }
}

/// Reads a body that is text, in UTF-8 unless it says otherwise.
public protocol TextBodyDecoder<Decoded>: BodyDecoder {
  /// The type that a body is decoded into.
  associatedtype Decoded
  /// How the bytes are read as text.
  var encoding: TextEncoding { get }
  /// - Throws: an error that explains why this text cannot be decoded.
  func decode(text: String) throws -> Decoded
}

extension TextBodyDecoder {
  /// UTF-8.
  public var encoding: TextEncoding { .utf8 }

  /// Reads the bytes as text, then asks ``decode(text:)``.
  public func decode(_ bytes: [UInt8]) throws -> Decoded {
    try decode(text: encoding.decode(bytes))
  }
}
