public import HTTPTypes

/// The context of a call, for its codec.
public struct CodecContext: Sendable {
  /// The base address of the server; nil for a whole URL.
  public var server: String?
  /// The path on the server, or the whole URL, with its places filled.
  public var endpoint: String
  /// The request's route, if it has one.
  public var route: Route?
  /// The method it is sent with; nil where that is left to the transport.
  public var method: HTTPRequest.Method?
  /// That of the request while it is encoded, that of the response while it is read; nil when nobody says one.
  public var contentType: String?
  /// The request's model without what went into its path.
  public var model: (any Encodable & Sendable)?
  /// The type that the caller wants the response as.
  public var wanted: (any (Decodable & Sendable).Type)?
  /// How the codec writes models as JSON, for mappers.
  public var coding = JSONCoding.standard

  /// A context of your own, for tests of a codec.
  public init(
    server: String?, endpoint: String, route: Route? = nil, method: HTTPRequest.Method? = nil,
    contentType: String? = nil, model: (any Encodable & Sendable)? = nil,
    wanted: (any (Decodable & Sendable).Type)? = nil
  ) {
    self.server = server
    self.endpoint = endpoint
    self.route = route
    self.method = method
    self.contentType = contentType
    self.model = model
    self.wanted = wanted
  }
}
