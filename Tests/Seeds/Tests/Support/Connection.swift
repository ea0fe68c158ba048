import Glibc

/// One connection of a server: reads a request, writes the response, and closes.
final class Connection {
  private let descriptor: Int32
  private var unread: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    // Read to the end first: closing with something unread resets the connection, and the response may be lost.
    shutdown(descriptor, Int32(SHUT_WR))
    while receive() {}
    close(descriptor)
  }

  func read() -> Asked? {
    guard let head = take(until: "\r\n\r\n") else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: String(parts.last?.drop { $0 == " " } ?? ""))
    }
    let asked = Asked(method: words[0], target: words[1], version: words[2], fields: fields, body: [])
    guard let body = body(of: asked) else { return nil }
    return Asked(method: words[0], target: words[1], version: words[2], fields: fields, body: body)
  }

  func write(_ reply: Reply, to asked: Asked) {
    let fields = [("Content-Length", "\(reply.body.count)"), ("Connection", "close")]
      .filter { field in !reply.fields.contains { $0.name == field.0 } }
    let lines = ["HTTP/1.1 \(reply.status) X"] + (fields + reply.fields).map { "\($0.0): \($0.1)" } + ["", ""]
    send(Array(lines.joined(separator: "\r\n").utf8)[...])
    guard asked.method != "HEAD" else { return }
    let first = reply.pause?.after ?? reply.end ?? reply.body.count
    send(reply.body[..<first])
    reply.pause?.gate.pass()
    send(reply.body[first..<(reply.end ?? reply.body.count)])
  }

  private func body(of asked: Asked) -> [UInt8]? {
    if asked["Transfer-Encoding"]?.lowercased() == "chunked" { return chunks() }
    return take(asked["Content-Length"].flatMap { Int($0) } ?? 0)
  }

  private func chunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = take(until: "\r\n") {
      guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16),
        let chunk = take(size + 2)
      else { return nil }
      if size == 0 { return body }
      body += chunk.dropLast(2)
    }
    return nil
  }
}

// Bytes.
extension Connection {
  private func take(until end: String) -> [UInt8]? {
    while true {
      if let range = unread.firstRange(of: Array(end.utf8)) { return take(range.upperBound) }
      guard receive() else { return nil }
    }
  }

  private func take(_ count: Int) -> [UInt8]? {
    while unread.count < count { guard receive() else { return nil } }
    defer { unread.removeFirst(count) }
    return Array(unread[..<count])
  }

  private func receive() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count > 0 { unread += piece[..<count] }
    return count > 0
  }

  private func send(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }
}

/// Sockets on loopback.
enum Socket {
  struct Failure: Error {
    let code = errno
  }

  /// A listening socket, and the port the kernel chose for it.
  static func listening() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw Failure() }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil when the socket was shut down.
  static func accept(_ listener: Int32) -> Int32? {
    let connection = Glibc.accept(listener, nil, nil)
    return connection >= 0 ? connection : nil
  }
}
