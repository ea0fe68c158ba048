/// A connection to a port of loopback that stays open until this value is gone.
public final class OpenClient: Sendable {
  private let socket: LoopbackSocket

  /// - Parameter bytes: sent as far as the other side takes them.
  public init(to port: UInt16, saying bytes: [UInt8]) throws {
    socket = try LoopbackSocket()
    try socket.connect(to: port)
    try? RawConnection(descriptor: socket.descriptor).send(bytes)
  }
}
