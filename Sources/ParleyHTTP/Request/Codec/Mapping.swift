/// How the models of a route become documents and documents models: a mapper, where in the document the model stands, and
/// hooks that have the last word.
///
/// ```swift
/// var login = Mapping(requestRoot: "user", responseRoot: "data.session")
/// login.afterDecoding = { model, context in
///   guard let session = model as? Session else { return model }
///   return session.receivedFrom(context.endpoint)
/// }
/// ```
public struct Mapping: Sendable {
  /// Sees the document that is about to be sent, and returns the one that is. Throwing fails the request unsent.
  public typealias EncodingHook = @Sendable (JSONValue, CodecContext) throws -> JSONValue
  /// Sees the model that was read, and gives the one that counts. Throwing fails the request.
  public typealias DecodingHook = @Sendable (any Sendable, CodecContext) throws -> any Sendable

  /// Makes documents of models, and models of documents.
  public var mapper: any DataMapper
  /// The mapper's name in a file of routes.
  var mapperName: String?
  /// The path of the model in the document that is sent, such as `data.user`; nil makes it the whole document.
  public var requestRoot: String?
  /// The path of the model in the response; a response without it fails the request.
  public var responseRoot: String?
  /// Sees the document with its root; what it returns is sent instead.
  public var afterEncoding: EncodingHook?
  /// Sees the model; what it returns is the model instead.
  public var afterDecoding: DecodingHook?

  /// A mapping; what is left out changes nothing.
  public init(
    _ mapper: any DataMapper = CodableMapper(), requestRoot: String? = nil, responseRoot: String? = nil,
    afterEncoding: EncodingHook? = nil, afterDecoding: DecodingHook? = nil
  ) {
    self.mapper = mapper
    self.requestRoot = requestRoot
    self.responseRoot = responseRoot
    self.afterEncoding = afterEncoding
    self.afterDecoding = afterDecoding
  }
}

extension Mapping {
  /// The document that is sent for a model.
  package func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
    let document = Self.wrap(try mapper.encode(model, in: context), at: requestRoot)
    return try afterEncoding?(document, context) ?? document
  }

  /// The model that a response is.
  package func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable {
    let model = try mapper.decode(try rooted(document), in: context)
    return try afterDecoding?(model, context) ?? model
  }

  /// The document that a response with this model would be, before the mapper reads it.
  func document(of model: any Encodable & Sendable, as coding: JSONCoding) throws -> JSONValue {
    Self.wrap(try JSONValue(encoding: model, as: coding), at: responseRoot)
  }

  /// The value at the root of a response.
  package func rooted(_ document: JSONValue) throws(ReadingError) -> JSONValue {
    guard let responseRoot else { return document }
    let path = Self.path(responseRoot)
    do throws(ValuePathFailure) {
      return try path.resolve(in: document)
    } catch {
      throw .missingRoot(path: responseRoot, reason: error.description)
    }
  }

  private static func wrap(_ document: JSONValue, at root: String?) -> JSONValue {
    guard let root else { return document }
    return root.split(separator: ".").reversed().reduce(document) { [String($1): $0] }
  }

  /// Keys between dots; digits count the elements of a list.
  private static func path(_ root: String) -> ValuePath {
    ValuePath(root.split(separator: ".").map { key in Int(key).map { .index($0) } ?? .key(String(key)) })
  }
}
