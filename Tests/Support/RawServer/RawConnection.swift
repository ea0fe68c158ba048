import Glibc

/// One connection to a ``RawServer``, in the hands of its script. Its calls block; the script has a thread of its own.
public final class RawConnection: Sendable {
  /// Counts from 0, in the order the connections were accepted.
  public let number: Int
  private let descriptor: Int32
  private let log: Monitor<RawServer.Log>?
  private let unread = Monitor<[UInt8]>([])

  init(number: Int = 0, descriptor: Int32, log: Monitor<RawServer.Log>? = nil) {
    self.number = number
    self.descriptor = descriptor
    self.log = log
  }
}

extension RawConnection {
  /// The next request with its whole body, which the server also records; nil when the client has closed.
  @discardableResult
  public func readRequest() throws -> RawRequest? {
    guard let headLength = try readUntil(RawHead.length) else { return nil }
    let framing = RawFraming(RawHead(unread.withLock { $0[..<headLength] }))
    guard let length = try readUntil({ framing.end(in: $0, after: headLength) }) else { return nil }
    let request = RawRequest(take(length), headLength: headLength)
    log?.withLock { $0.requests.append(request) }
    return request
  }

  /// Whatever has come, at least one byte; nil when the client has closed.
  public func read() throws -> [UInt8]? {
    guard try receive() else { return nil }
    return take(unread.withLock { $0.count })
  }

  /// Exactly so many bytes; nil when the client closes before.
  public func read(exactly count: Int) throws -> [UInt8]? {
    guard let end = try readUntil({ $0.count >= count ? count : nil }) else { return nil }
    return take(end)
  }

  /// Blocks until the client closes its side, or resets; what it sends meanwhile is recorded.
  public func waitForClose() {
    while (try? receive()) == true {}
  }

  /// Takes the first `count` bytes of what has come.
  private func take(_ count: Int) -> [UInt8] {
    unread.withLock { bytes in
      defer { bytes.removeFirst(count) }
      return Array(bytes[..<count])
    }
  }

  /// Receives until `end` finds where something ends; nil when the client closes before.
  private func readUntil(_ end: ([UInt8]) -> Int?) throws -> Int? {
    while true {
      if let end = end(unread.withLock { $0 }) { return end }
      guard try receive() else { return nil }
    }
  }

  private func receive() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = try retryingInterruptions("recv") { recv(descriptor, &piece, piece.count, 0) }
    guard count > 0 else { return false }
    let received = Array(piece[..<count])
    unread.withLock { $0 += received }
    log?.withLock { $0.received[number, default: []] += received }
    return true
  }
}

extension RawConnection {
  /// Sends exactly these bytes.
  ///
  /// - Throws: ``SupportError`` when the client is gone.
  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = try retryingInterruptions("send") {
        rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(sent)
    }
  }

  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  public func send(_ reply: RawReply) throws { try send(reply.bytes) }

  /// Says that nothing more will be sent, but goes on reading. The end of the script closes both sides.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection with a reset (RST): what the client has not read yet is lost to it.
  public func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  private func retryingInterruptions(_ name: String, _ call: () -> Int) throws -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SupportError.system(name) }
    }
  }
}
