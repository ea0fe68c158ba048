import FlyingSocks
import Glibc

/// A socket pool that sends small packets at once.
///
/// FlyingFox writes the head and the body of a response apart; Nagle's algorithm and the client's delayed
/// acknowledgement then cost 44 ms for each response on a kept-alive connection. On Linux accepted sockets inherit
/// TCP_NODELAY from the listening one, which passes here when it first waits for a connection.
struct PromptSocketPool: AsyncSocketPool {
  private let pool: any AsyncSocketPool

  init(wrapping pool: some AsyncSocketPool) {
    self.pool = pool
  }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if events == .connection { try socket.setValue(true, for: .withoutDelay) }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}

extension SocketOption where Self == BoolSocketOption {
  fileprivate static var withoutDelay: Self {
    BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
  }
}
