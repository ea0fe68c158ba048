import Glibc

/// A TCP socket on 127.0.0.1 and a port the kernel chose, closed with its last owner.
///
/// Close-on-exec, so that no process a test starts keeps a port or a connection alive by accident.
final class LoopbackSocket: Sendable {
  let descriptor: Int32
  let port: UInt16
  private let isOpen = Monitor(true)

  /// Bound, but refusing every connection until something listens.
  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SupportError.system("socket") }
    do {
      port = try LoopbackSocket.bindAnywhere(descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  deinit { letGo() }

  /// Closes it before its last owner is gone.
  func letGo() {
    isOpen.withLock { isOpen in
      if isOpen { Glibc.close(descriptor) }
      isOpen = false
    }
  }

  static func listening() throws -> LoopbackSocket {
    let socket = try LoopbackSocket()
    guard listen(socket.descriptor, SOMAXCONN) == 0 else { throw SupportError.system("listen") }
    return socket
  }

  /// Connects to a port of loopback; from then on no read takes longer than ``patience``.
  func connect(to port: UInt16) throws {
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = loopbackAddress(port: port)
    let status = withSocketAddress(&address) {
      Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    guard status == 0 else { throw SupportError.system("Cannot connect to port \(port)") }
  }

  /// The next connection; nil when the socket was shut down.
  func accept() -> Int32? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// Makes a blocked ``accept()`` return.
  func shutDown() { Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func bindAnywhere(_ descriptor: Int32) throws -> UInt16 {
    var address = loopbackAddress(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withSocketAddress(&address) {
      bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
    }
    guard isBound else { throw SupportError.system("bind") }
    return UInt16(bigEndian: address.sin_port)
  }
}

func loopbackAddress(port: UInt16) -> sockaddr_in {
  sockaddr_in(
    sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian, sin_addr: in_addr(s_addr: INADDR_LOOPBACK.bigEndian),
    sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
}

func withSocketAddress<Result>(
  _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
  }
}

extension LoopbackSocket {
  static func shutDown(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  static func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}
