/// The bytes of an exchange as they went over the wire, hop after hop, after TLS and, for HTTP/2, as HTTP/1.1 would write
/// its heads. Holds secrets in clear: mask it before showing, seal it before keeping.
public struct WireLog: Sendable, Hashable, Codable {
  public enum Direction: String, Sendable, Hashable, Codable {
    case sentHead, sentBody, receivedHead, receivedBody
    /// What the transport noted about connection and TLS.
    case note
  }

  public struct Entry: Sendable, Hashable, Codable {
    public var direction: Direction
    /// Since the start of the transfer.
    public var at: Duration
    public var bytes: [UInt8]
    /// How many bytes there really were; bodies are cut.
    public var count: Int

    public init(_ direction: Direction, at: Duration, bytes: [UInt8], count: Int) {
      self.direction = direction
      self.at = at
      self.bytes = bytes
      self.count = count
    }
  }

  /// Of every body at most this many bytes are kept here.
  public static let bodyLimit = 64 * 1024

  public var entries: [Entry]

  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}
