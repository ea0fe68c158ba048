public import HTTPTypes

/// A request as the wire needs it: nothing left to resolve.
public struct TransportRequest: Sendable {
  private struct Fields: Sendable {
    var method: HTTPRequest.Method?
    var url: String
    var headers: HTTPFields
    var omittedHeaders: Set<HTTPField.Name> = []
    var content: BodyContent?
    var options: TransferOptions
    var isSecret: Bool
    var confidentialHeaders: [HTTPField.Name] = []
    var destination = Destination.automatic
    var credentials: TransportCredentials?
    var cookies: (any CookieStorage)?
    var tellsLongTransfers = false
    var digest = DigestProgress()
    var recordsHeads = false
    var webSocket: WebSocketChannel?
  }

  /// Behind one reference: every step hands a request on, and few change it.
  @CopyOnWrite private var fields: Fields

  /// Nil leaves it to the transport: `GET`, or `POST` where there is a body.
  public var method: HTTPRequest.Method? {
    get { fields.method }
    set { fields.method = newValue }
  }

  /// A whole URL, percent-encoded.
  public var url: String {
    get { fields.url }
    set { fields.url = newValue }
  }

  /// Exactly these are sent, in this order and casing, besides what the protocol itself demands (`Host`, lengths).
  public var headers: HTTPFields {
    get { fields.headers }
    set { fields.headers = newValue }
  }

  /// Headers that the protocol demands or the transport adds, and that are not sent all the same.
  public var omittedHeaders: Set<HTTPField.Name> {
    get { fields.omittedHeaders }
    set { fields.omittedHeaders = newValue }
  }

  /// The request's body; nil for none.
  public var content: BodyContent? {
    get { fields.content }
    set { fields.content = newValue }
  }

  /// How the transport goes about it.
  public var options: TransferOptions {
    get { fields.options }
    set { fields.options = newValue }
  }

  /// Whether the exchange touches a secret, so that bodies on disk must be sealed.
  public var isSecret: Bool {
    get { fields.isSecret }
    set { fields.isSecret = newValue }
  }

  /// Headers besides `Authorization` and `Cookie` that another origin does not get.
  public var confidentialHeaders: [HTTPField.Name] {
    get { fields.confidentialHeaders }
    set { fields.confidentialHeaders = newValue }
  }

  /// The destination of the response's body.
  public var destination: Destination {
    get { fields.destination }
    set { fields.destination = newValue }
  }

  /// For authentication that the transport performs itself.
  public var credentials: TransportCredentials? {
    get { fields.credentials }
    set { fields.credentials = newValue }
  }

  /// The storage that cookies come from and go to, on every hop; nil for none.
  public var cookies: (any CookieStorage)? {
    get { fields.cookies }
    set { fields.cookies = newValue }
  }

  /// Whether the progress of a transfer that takes long is told although its options name no interval.
  var tellsLongTransfers: Bool {
    get { fields.tellsLongTransfers }
    set { fields.tellsLongTransfers = newValue }
  }

  /// The state of digest authentication.
  var digest: DigestProgress {
    get { fields.digest }
    set { fields.digest = newValue }
  }

  /// Whether the heads, and the beginnings of bodies, are recorded as they are sent and received, although its options do not ask for all
  /// bytes.
  package var recordsHeads: Bool {
    get { fields.recordsHeads }
    set { fields.recordsHeads = newValue }
  }

  /// The channel of the WebSocket that it opens; nil if it opens none. Its URL is then that of the handshake.
  package var webSocket: WebSocketChannel? {
    get { fields.webSocket }
    set { fields.webSocket = newValue }
  }

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
    fields = Fields(
      method: method, url: url, headers: headers, content: body.map(BodyContent.bytes), options: options,
      isSecret: isSecret)
  }

  /// Whether it is this very request, handed on without a change.
  func isSame(as other: TransportRequest) -> Bool { _fields.isSame(as: other._fields) }

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
