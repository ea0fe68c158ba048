/// How long each phase of the last hop took, one after the other, and the whole.
///
/// ```swift
/// print(response.timings.firstByte, response.timings.total)
/// ```
public struct Timings: Sendable, Hashable, Codable {
  /// Looking up the host's address. Zero on a connection that was kept alive, as are `connect` and `tls`.
  public var dns: Duration = .zero
  /// The TCP handshake.
  public var connect: Duration = .zero
  /// The TLS handshake.
  public var tls: Duration = .zero
  /// From the request's first byte to the response's first byte.
  public var firstByte: Duration = .zero
  /// From the response's first byte to its last.
  public var transfer: Duration = .zero
  /// From start to end, redirects and waiting for a connection included.
  public var total: Duration = .zero
  /// Whether a connection was used that stood already.
  public var reusedConnection = false
  /// The address that answered, such as `127.0.0.1:8080`.
  public var remoteAddress: String?

  /// All zero.
  public init() {}
}
