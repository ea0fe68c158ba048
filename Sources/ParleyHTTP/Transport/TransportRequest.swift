public import HTTPTypes

/// A request as the wire needs it: nothing left to resolve.
public struct TransportRequest: Sendable {
  /// Nil leaves it to the transport: `GET`, or `POST` where there is a body.
  public var method: HTTPRequest.Method?
  /// A whole URL, percent-encoded.
  public var url: String
  /// Exactly these are sent, in this order and casing, besides what the protocol itself demands (`Host`, lengths).
  public var headers: HTTPFields
  /// Headers that the protocol demands or the transport adds, and that are not sent all the same.
  public var omittedHeaders: Set<HTTPField.Name> = []
  /// The request's body; nil for none.
  public var content: BodyContent?
  /// How the transport goes about it.
  public var options: TransferOptions
  /// Whether the exchange touches a secret, so that bodies on disk must be sealed.
  public var isSecret: Bool
  /// Headers besides `Authorization` and `Cookie` that another origin does not get.
  public var confidentialHeaders: [HTTPField.Name] = []
  /// The destination of the response's body.
  public var destination = Destination.automatic
  /// For authentication that the transport performs itself.
  public var credentials: TransportCredentials?
  /// The storage that cookies come from and go to, on every hop; nil for none.
  public var cookies: (any CookieStorage)?
  /// Whether the progress of a transfer that takes long is told although its options name no interval.
  var tellsLongTransfers = false
  /// The state of digest authentication.
  var digest = DigestProgress()
  /// Whether the heads, and the beginnings of bodies, are recorded as they are sent and received, although its options do not ask for all
  /// bytes.
  package var recordsHeads = false
  /// The channel of the WebSocket that it opens; nil if it opens none. Its URL is then that of the handshake.
  package var webSocket: WebSocketChannel?

  /// A request that is ready for the wire.
  /// - Parameters:
  ///   - method: nil leaves it to the transport.
  ///   - url: whole, and percent-encoded.
  ///   - body: in memory; ``content`` takes streams.
  ///   - isSecret: whether bodies on disk must be sealed.
  public init(
    method: HTTPRequest.Method?, url: String, headers: HTTPFields = [:], body: [UInt8]? = nil,
    options: TransferOptions = .init(), isSecret: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    content = body.map(BodyContent.bytes)
    self.options = options
    self.isSecret = isSecret
  }

  /// Whether bytes go from a file or into one.
  var isStreamed: Bool {
    if case .stream? = content { true } else { destination != .automatic }
  }

  /// Whether anything of the wire is recorded.
  var recordsAnything: Bool { options.recordsWire || recordsHeads }

  /// The body, when it is in memory.
  public var body: [UInt8]? {
    get { content?.bytes }
    set { content = newValue.map(BodyContent.bytes) }
  }
}
