import Glibc

/// A TCP socket that listens. It is closed when nobody holds this value any more, and programs that are started do not inherit it.
package final class ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The one the system chose, where none was asked for.
  package let port: UInt16

  /// - Parameters:
  ///   - host: an address of this machine, or a name of one; only this machine can connect unless one is named.
  ///   - port: 0 lets the system choose a free one.
  ///   - waiting: how many connections may wait to be accepted.
  package init(host: String = "127.0.0.1", port: UInt16 = 0, waiting: Int32 = 16) throws(SystemError) {
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var failure = SystemError(.open(.reading), place, number: EADDRNOTAVAIL)
    for address in SocketAddress.resolving(host, port) {
      do throws(SystemError) {
        descriptor = try Self.listening(on: address, waiting, as: place)
        self.port = SocketAddress.port(of: descriptor) ?? port
        return
      } catch { failure = error }
    }
    throw failure
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

  private static func listening(
    on address: SocketAddress, _ waiting: Int32, as place: String
  ) throws(SystemError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw SystemError(.open(.reading), place) }
    // A port that a person chose is free again as soon as an earlier listener has ended.
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    guard address.isBound(to: descriptor), listen(descriptor, waiting) == 0 else {
      let error = SystemError(.open(.reading), place)
      close(descriptor)
      throw error
    }
    return descriptor
  }
}

/// An address of this machine with a port, as the system writes it.
private struct SocketAddress {
  let family: Int32
  private let bytes: [UInt8]

  /// Every address that a host has, in the system's order.
  static func resolving(_ host: String, _ port: UInt16) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
      guard let entry = entry?.pointee, let address = entry.ai_addr else { return nil }
      let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
      return SocketAddress(family: entry.ai_family, bytes: Array(bytes))
    }
  }

  func isBound(to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      guard let address = buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(descriptor, address, socklen_t(buffer.count)) == 0
    }
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length) == 0
      }
      // The port stands in the same place of both families.
      guard isKnown else { return nil }
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }
}
