// Models of documents that were parsed already, made as the codec makes them of bodies.

/// The codecs of the engine's own, whose models are what their `coding` says.
protocol ReadyCodec: Codec {}

extension JSONCodec: ReadyCodec {}
extension FormCodec: ReadyCodec {}
extension TextCodec: ReadyCodec {}
extension BytesCodec: ReadyCodec {}
extension AutomaticCodec: ReadyCodec {}

extension Codec {
  /// A document, or a part of one. A codec of somebody else's is asked as for a body, for it may make models in ways of its own;
  /// but not where it would read the document as another one, for then it stands for something else than bodies like this.
  func decode<Model: Decodable & Sendable>(
    _ type: Model.Type, from document: JSONValue, of response: Response
  ) throws -> Model {
    if self is any ReadyCodec { return try document.decode(type, as: coding) }
    let bytes = JSONPrinter.compact.bytes(of: document)
    guard case .json(document)? = try? read(bytes, contentType: response.contentType) else {
      return try document.decode(type, as: coding)
    }
    return try model(type, of: bytes, in: response) ?? document.decode(type, as: coding)
  }

  /// The body of a response, which need not be JSON; nil where it is for `decode(_:from:of:)` to do.
  func decode<Model: Decodable & Sendable>(_ type: Model.Type, of response: Response) throws -> Model? {
    if self is any ReadyCodec { return nil }
    let bytes = try response.bytes()
    return (try? JSONValue(parsing: bytes)) == nil ? try model(type, of: bytes, in: response) : nil
  }

  private func model<Model: Decodable & Sendable>(
    _ type: Model.Type, of bytes: [UInt8], in response: Response
  ) throws -> Model? {
    var context = CodecContext(server: nil, endpoint: response.url, contentType: response.contentType, wanted: type)
    context.coding = coding
    return try model(of: bytes, in: context) as? Model
  }
}
