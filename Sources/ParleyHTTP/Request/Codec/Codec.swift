/// How an API speaks: what it is asked for, how its responses are read, and what a cache keeps of them.
///
/// The ready ones are `JSONCodec`, `FormCodec`, `TextCodec` and `BytesCodec`; `AutomaticCodec` stands where none is chosen.
/// One of your own needs a name and `read`; the rest has defaults.
///
/// ```swift
/// struct ShopCodec: Codec {
///   let name = "shop"
///   let accept: String? = "application/vnd.shop+json"
///
///   func read(_ body: [UInt8], contentType: String?) throws -> Content {
///     .json(try JSONValue(parsing: body))
///   }
///
///   func look(at response: Response, in context: CodecContext) {
///     rateLimit.note(response.headers)
///   }
/// }
/// ```
public protocol Codec: Sendable {
  /// The name people choose it by.
  var name: String { get }
  /// The value of the `Accept` header; nil sends `*/*`.
  var accept: String? { get }
  /// How models are written as JSON and read from it, wherever the codec does not do that itself: bodies, queries, the data of
  /// forms, mappings, families, `Response.decode`. ISO 8601 dates, names as they are and base64 unless a codec says otherwise.
  var coding: JSONCoding { get }

  /// Reads the body of a response.
  /// - Parameters:
  ///   - body: all of it.
  ///   - contentType: as the server named it, if it did.
  /// - Throws: an error that explains why the codec cannot read these bytes.
  func read(_ body: [UInt8], contentType: String?) throws -> Content

  /// Makes a body of a request's model, with its content type. JSON unless a codec says otherwise.
  /// - Throws: an error that explains why the model cannot be sent; the request then fails without being sent.
  func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body

  /// Makes the response model out of the body of a response. Without a type that is wanted it is what was read; a JSON
  /// array is a list of models.
  func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable

  /// The bytes that a cache keeps of a model, from which `model(of:in:)` makes it again; nil keeps nothing.
  func data(of model: any Sendable, in context: CodecContext) throws -> [UInt8]?

  /// Sees every response, whatever its status and before anybody judges it. It must not block.
  func look(at response: Response, in context: CodecContext)
}

extension Codec {
  public var coding: JSONCoding { .standard }

  public func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
    .json(encoding: model, as: coding)
  }

  public func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable {
    let content = try read(body, contentType: context.contentType)
    guard let wanted = context.wanted else { return content.model }
    return try content.decode(wanted, as: coding)
  }

  public func data(of model: any Sendable, in context: CodecContext) throws -> [UInt8]? {
    switch model {
    case let bytes as [UInt8]: bytes
    case let text as String: Array(text.utf8)
    case let fields as [Content.FormField]: Content.encode(fields)
    case let model as any Encodable: JSONPrinter.compact.bytes(of: try JSONValue(encoding: model, as: coding))
    default: nil
    }
  }

  public func look(at response: Response, in context: CodecContext) {}
}
