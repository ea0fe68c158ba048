public import HTTPTypes

/// A request as the wire needs it: nothing left to resolve.
public struct TransportRequest: Sendable {
  /// Nil leaves it to the transport: `GET`, or `POST` where there is a body.
  public var method: HTTPRequest.Method?
  /// A whole URL, percent-encoded.
  public var url: String
  /// Exactly these go out, in this order and casing, besides what the protocol itself demands (`Host`, lengths).
  public var headers: HTTPFields
  public var body: [UInt8]?
  public var options: TransferOptions
  /// Whether the exchange touches a secret, so that bodies on disk must be sealed.
  public var isSecret: Bool

  public init(
    method: HTTPRequest.Method?, url: String, headers: HTTPFields = [:], body: [UInt8]? = nil,
    options: TransferOptions = .init(), isSecret: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.options = options
    self.isSecret = isSecret
  }
}
