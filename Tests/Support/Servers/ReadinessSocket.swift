import Glibc

/// Waits for a server to say that it is ready, as it says it to systemd: a datagram to the socket that NOTIFY_SOCKET names
/// (sd_notify(3)).
final class ReadinessSocket {
  let path: String
  private let socket: Int32

  /// - Parameter path: of a new socket, to which programs of any user may write.
  init(at path: String) throws {
    self.path = path
    unlink(path)
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0, bind(), chmod(path, 0o777) == 0 else {
      throw SupportError("No server can say at \(path) that it is ready.")
    }
  }

  deinit {
    close(socket)
    unlink(path)
  }

  private func bind() -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
      let bytes = Array(path.utf8)
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    return isShort
      && withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
  }

  /// - Parameter seconds: how long each message may take to come.
  /// - Returns: false where it does not come.
  func waitUntilReady(patience seconds: Int) -> Bool {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var message = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &message, message.count, 0)
      guard count >= 0 else { return false }
      if String(decoding: message[..<count], as: UTF8.self).contains("READY=1") { return true }
    }
  }
}
