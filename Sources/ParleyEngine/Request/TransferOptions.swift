/// How the transport goes about one request.
public struct TransferOptions: Sendable, Hashable {
  /// The longest the whole transfer may take; nil is no limit. Paused time does not count.
  public var timeout: Duration?
  /// The longest until a connection stands.
  public var connectTimeout: Duration?
  /// How many redirects are followed; 0 delivers the redirect itself.
  public var redirects: Int
  /// Whether the bytes as sent and received are kept with the response.
  public var recordsWire: Bool
  /// How often progress is told while a transfer runs; nil tells nothing between head and end.
  public var progressInterval: Duration?

  public init(
    timeout: Duration? = .seconds(30), connectTimeout: Duration? = .seconds(10), redirects: Int = 10,
    recordsWire: Bool = false, progressInterval: Duration? = nil
  ) {
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.redirects = redirects
    self.recordsWire = recordsWire
    self.progressInterval = progressInterval
  }
}
