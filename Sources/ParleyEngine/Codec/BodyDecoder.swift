/// Reads the body of an answer as something of yours, from its bytes. From JSON or text, conform to `JSONBodyDecoder` or
/// `TextBodyDecoder` instead.
///
/// ```swift
/// struct PriceDecoder: JSONBodyDecoder {
///   func decode(json: JSONValue) throws -> Price { … }
/// }
/// let price = try response.decode(using: PriceDecoder())
/// ```
public protocol BodyDecoder<Decoded> {
  associatedtype Decoded
  func decode(_ bytes: [UInt8]) throws -> Decoded
}

/// Reads a body that is JSON.
public protocol JSONBodyDecoder<Decoded>: BodyDecoder {
  associatedtype Decoded
  func decode(json: JSONValue) throws -> Decoded
}

extension JSONBodyDecoder {
  public func decode(_ bytes: [UInt8]) throws -> Decoded {
    try decode(json: try JSONValue(parsing: bytes))
  }
}

/// Reads a body that is text, in UTF-8 unless it says otherwise.
public protocol TextBodyDecoder<Decoded>: BodyDecoder {
  associatedtype Decoded
  var encoding: TextEncoding { get }
  func decode(text: String) throws -> Decoded
}

extension TextBodyDecoder {
  public var encoding: TextEncoding { .utf8 }

  public func decode(_ bytes: [UInt8]) throws -> Decoded {
    try decode(text: encoding.decode(bytes))
  }
}
