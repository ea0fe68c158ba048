public import HTTPTypes

/// The body of a request. A value: encoding happens when the request is sent, and an encoder that throws fails the
/// request before anything is sent.
///
/// ```swift
/// Request.post("/cart").body(.json(["item": 42, "n": 1]))
/// Request.post("/login").body(.form([("user", "ada"), ("password", password)]))
/// ```
public struct Body: Sendable {
  /// The content to send, with the headers it brings.
  public struct Encoded: Sendable {
    /// The content to send.
    public var content: BodyContent
    /// Sent as `Content-Type` unless the request has a header of its own; nil sends none.
    public var contentType: String?
    /// Go out unless the request has them itself.
    public var headers: HTTPFields
    /// Whether a `Content-MD5` goes along, which can be made only of what is sent in the end.
    var wantsMD5 = false

    /// The result of an encoder.
    public init(_ content: BodyContent, contentType: String?, headers: HTTPFields = [:]) {
      self.content = content
      self.contentType = contentType
      self.headers = headers
    }

    /// The result of an encoder, in memory.
    public init(bytes: [UInt8], contentType: String?, headers: HTTPFields = [:]) {
      self.init(.bytes(bytes), contentType: contentType, headers: headers)
    }
  }

  /// Is told how the request's codec writes models.
  let encoder: @Sendable (JSONCoding) throws -> Encoded
  /// Whether files are read for it.
  var isFile = false
  /// Whether encoding it reads a file from front to back.
  package var readsAhead = false

  /// A body by an encoder of your own, which may bring headers.
  public init(encoder: @escaping @Sendable () throws -> Encoded) {
    self.encoder = { _ in try encoder() }
  }

  init(codedEncoder: @escaping @Sendable (JSONCoding) throws -> Encoded) {
    encoder = codedEncoder
  }

  package func encoded(as coding: JSONCoding = .standard) throws(InvalidRequest) -> Encoded {
    do {
      return try encoder(coding)
    } catch let error as InvalidRequest {
      throw error
    } catch {
      throw .encoding(String(describing: error))
    }
  }
}

extension Body {
  /// Exactly these bytes.
  public static func bytes(_ bytes: [UInt8], contentType: String? = "application/octet-stream") -> Body {
    Body { Encoded(bytes: bytes, contentType: contentType) }
  }

  /// Text, in UTF-8 by default. Text that the encoding cannot express fails the request.
  public static func text(_ text: String, encoding: TextEncoding = .utf8, contentType: String = "text/plain") -> Body {
    Body {
      guard let bytes = encoding.encode(text) else { throw TextEncoding.CannotEncode(encoding: encoding) }
      return Encoded(bytes: bytes, contentType: "\(contentType); charset=\(encoding.charset)")
    }
  }

  /// A JSON document.
  public static func json(_ value: JSONValue) -> Body {
    Body { Encoded(bytes: JSONPrinter.compact.bytes(of: value), contentType: "application/json") }
  }

  /// Any model of yours, as JSON.
  /// - Parameter coding: nil is as the request's codec has it.
  public static func json(encoding model: any Encodable & Sendable, as coding: JSONCoding? = nil) -> Body {
    Body(codedEncoder: { standard in
      let value = try JSONValue(encoding: model, as: coding ?? standard)
      return Encoded(bytes: JSONPrinter.compact.bytes(of: value), contentType: "application/json")
    })
  }

  /// JSON as somebody wrote it: white space, digits and even mistakes are sent as they are.
  public static func jsonText(_ text: String) -> Body {
    .bytes(Array(text.utf8), contentType: "application/json")
  }

  /// `application/x-www-form-urlencoded`, in the order given
  /// ([URL standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded)).
  public static func form(_ fields: [(name: String, value: String)]) -> Body {
    Body {
      let pairs = fields.map { "\(FormEncoding.encode($0.name))=\(FormEncoding.encode($0.value))" }
      return Encoded(
        bytes: Array(pairs.joined(separator: "&").utf8), contentType: "application/x-www-form-urlencoded")
    }
  }
}
