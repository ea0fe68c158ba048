/// The bytes of an exchange as they went over the wire, hop after hop, after TLS and, for HTTP/2, as HTTP/1.1 would write
/// its heads. Holds secrets in clear: mask it before showing, seal it before keeping.
///
/// ```swift
/// let response = try await client.send(.get("/items").options(TransferOptions(recordsWire: true)))
/// for entry in response.wire?.entries ?? [] { show(entry.direction, entry.bytes) }
/// ```
public struct WireLog: Sendable, Hashable, Codable {
  /// The direction of bytes, and the part of the message they belong to.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// The request's or the response's.
    case sentHead, sentBody, receivedHead, receivedBody
    /// A note of the transport about connection and TLS.
    case note
  }

  /// Bytes that went over the wire together.
  public struct Entry: Sendable, Hashable, Codable {
    /// The direction of the bytes.
    public var direction: Direction
    /// Since the start of the transfer.
    public var at: Duration
    /// As they were; of a body no more than the first ``bodyLimit``.
    public var bytes: [UInt8]
    /// How many bytes there really were; bodies are cut.
    public var count: Int

    /// Bytes at a time since the start.
    package init(_ direction: Direction, at: Duration, bytes: [UInt8], count: Int) {
      self.direction = direction
      self.at = at
      self.bytes = bytes
      self.count = count
    }
  }

  /// Of every body at most this many bytes are kept here.
  package static let bodyLimit = 64 * 1024
  /// Of every body of a request of a run, until it is known that all went well.
  static let shortBodyLimit = 16 * 1024

  /// The same without bodies, which are only counted.
  var headsOnly: WireLog {
    WireLog(
      entries.map { entry in
        guard entry.direction == .sentBody || entry.direction == .receivedBody else { return entry }
        return Entry(entry.direction, at: entry.at, bytes: [], count: entry.count)
      })
  }

  /// How many bytes of a body are kept.
  static func limit(ofHeads isOfHeads: Bool) -> Int { isOfHeads ? shortBodyLimit : bodyLimit }

  /// In the order of the wire.
  public var entries: [Entry]

  /// A log of these.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}
