/// A port of 127.0.0.1 that refuses every connection for as long as this value lives: it is bound, and nobody listens.
public final class RefusingPort: Sendable {
  private let socket: LoopbackSocket

  public init() throws { socket = try LoopbackSocket() }

  public var port: UInt16 { socket.port }

  /// `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }
}
