/// JSON, and nothing else. An array is a list of models.
///
/// ```swift
/// configuration.codecs["shop"] = JSONCodec(dates: .secondsSince1970, keys: .snakeCase)
/// ```
public struct JSONCodec: Codec {
  public let name = "json"
  public let accept: String? = "application/json"
  public let coding: JSONCoding

  /// JSON as most APIs have it, but for what is named.
  public init(
    dates: JSONCoding.Dates = .iso8601, keys: JSONCoding.Keys = .unchanged, data: JSONCoding.Bytes = .base64
  ) {
    coding = JSONCoding(dates: dates, keys: keys, data: data)
  }

  public func read(_ body: [UInt8], contentType: String?) throws -> Content {
    .json(try JSONValue(parsing: body))
  }
}

/// `application/x-www-form-urlencoded`.
public struct FormCodec: Codec {
  public let name = "form"
  public let accept: String? = "application/x-www-form-urlencoded"

  /// The only one there is.
  public init() {}

  public func read(_ body: [UInt8], contentType: String?) -> Content {
    .form(FormEncoding.decode(body).map { Content.FormField($0.name, $0.value) })
  }

  public func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
    try .form(encoding: model, as: call.coding)
  }
}

/// Text in the encoding the server names, otherwise in the one given.
public struct TextCodec: Codec {
  public let name = "text"
  public let accept: String? = "text/plain"
  /// Counts where the server names no encoding of its own.
  public let encoding: TextEncoding

  /// Text in this encoding, unless a server names another.
  public init(encoding: TextEncoding = .utf8) {
    self.encoding = encoding
  }

  public func read(_ body: [UInt8], contentType: String?) -> Content {
    let named = contentType.flatMap { TextEncoding(contentType: $0) }
    return .text((named ?? encoding).decode(body))
  }

  /// Texts, numbers and flags; nothing else has one text.
  public func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
    guard let text = try JSONValue(encoding: model).parameterText else {
      throw InvalidRequest.model(
        "\(name) sends texts and numbers, and this is \(try JSONValue(encoding: model).kind.phrase)")
    }
    return .text(text, encoding: encoding)
  }
}

/// The bytes as they are.
public struct BytesCodec: Codec {
  public let name = "bytes"
  public let accept: String? = nil

  /// The only one there is.
  public init() {}

  public func read(_ body: [UInt8], contentType: String?) -> Content {
    .bytes(body)
  }

  /// Bytes and texts as they are.
  public func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
    try .raw(model)
  }
}

/// JSON when the body parses as such, otherwise bytes.
public struct AutomaticCodec: Codec {
  public let name = "automatic"
  public let accept: String? = nil

  /// The only one there is.
  public init() {}

  public func read(_ body: [UInt8], contentType: String?) -> Content {
    (try? JSONValue(parsing: body)).map(Content.json) ?? .bytes(body)
  }
}
