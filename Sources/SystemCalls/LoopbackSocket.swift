import Glibc

/// A TCP socket that listens on 127.0.0.1 alone. It is closed when nobody holds this value any more, and programs that are
/// started do not inherit it.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32
  /// The one the system chose, where none was asked for.
  package let port: UInt16

  /// - Parameter port: 0 lets the system choose a free one.
  package init(port: UInt16 = 0) throws(SystemError) {
    let place = "127.0.0.1:\(port)"
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SystemError(.open(.reading), place) }
    guard let bound = Self.bind(descriptor, to: port), listen(descriptor, 16) == 0 else {
      let error = SystemError(.open(.reading), place)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = bound
  }

  deinit {
    close(descriptor)
  }

  /// A connection that waits, which does not block; nil where none does.
  package func accept() -> Int32? {
    let connection = retryingInterrupts { Glibc.accept(descriptor, nil, nil) }
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  private static func bind(_ descriptor: Int32, to port: UInt16) -> UInt16? {
    // A port that a person chose is free again as soon as an earlier sign-in has ended.
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
      sin_addr: in_addr(s_addr: INADDR_LOOPBACK.bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }
}
