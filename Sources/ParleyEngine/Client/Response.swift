public import HTTPTypes

/// What came back, whatever its status.
public struct Response: Sendable {
  /// The URL that answered, after all redirects.
  public var url: String
  public var status: HTTPResponse.Status
  public var version: HTTPVersion
  public var headers: HTTPFields
  /// In memory, or in a file when it is large; read by windows.
  public var body: any ByteSource
  public var bytesOnWire: Int
  public var timings: Timings
  public var hops: [Hop]
  public var wire: WireLog?
  /// Why a validator refused it; nil when all accepted.
  public var miss: Validator.Miss?
  /// Why the history could not keep this exchange; nil when it did.
  public var notKept: RepositoryError?
  /// How the body is read.
  public var codec: any Codec

  public init(_ received: TransportResponse, codec: any Codec) {
    url = received.head.url
    status = received.head.status
    version = received.head.version
    headers = received.head.headers
    body = received.body
    bytesOnWire = received.bytesOnWire
    timings = received.timings
    hops = received.hops
    wire = received.wire
    self.codec = codec
  }

  /// Whether every validator accepted it; with none, true whatever the status.
  public var succeeded: Bool { miss == nil }
  public var failed: Bool { miss != nil }

  public var contentType: String? { headers[.contentType] }
}

extension Response {
  /// The whole body in memory.
  public func bytes() throws -> [UInt8] {
    try body.read(at: 0, count: body.count)
  }

  /// The body as the codec reads it. Read anew at every call.
  /// - Throws: what the codec throws when the bytes are not what it reads.
  public func content() throws -> Content {
    try codec.read(bytes(), contentType: contentType)
  }

  /// The body as JSON, whatever the codec.
  public func json() throws -> JSONValue {
    try JSONValue(parsing: bytes())
  }

  /// The body as a model of yours; a JSON array decodes as a list of them.
  ///
  /// ```swift
  /// let items = try response.decode([Item].self)
  /// ```
  public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
    try json().decode(type)
  }

  /// The body as text, in the encoding the server named, otherwise in the one given.
  public func text(encoding: TextEncoding = .utf8) throws -> String {
    let named = contentType.flatMap { TextEncoding(contentType: $0) }
    return (named ?? encoding).decode(try bytes())
  }
}
