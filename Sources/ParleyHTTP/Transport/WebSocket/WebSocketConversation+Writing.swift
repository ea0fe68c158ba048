import CCurl
import Cryptography

// What goes.
extension WebSocketConversation {
  func writeAll() throws(TransportError) {
    repeat {
      try takeCommands()
      guard hasToWrite else { return }
      let count = try write()
      if count == 0 { return }
    } while !transfer.isPaused
  }

  private func takeCommands() throws(TransportError) {
    while ownClose == nil, end == nil, outbox.count - written < Self.outboxLimit,
      !transfer.isPaused,
      let next = transfer.channel.next()
    {
      switch next.command {
      case .message(let message):
        put(WebSocketFrame(message))
        try note { try $0.note(message, from: .client) }
        awaitingWrite.append(Written(end: outbox.count, done: next.done))
      case .ping: try ping(next.done)
      case .close(let close):
        let close = close.mayBeSent ? close : .normal
        put(WebSocketFrame(close: close))
        try note { try $0.note(close, from: .client) }
        ownClose = (close, Monotonic.now.advanced(by: Self.closePatience))
        next.done(.success(.zero))
      }
    }
  }

  private func ping(_ done: @escaping WebSocketChannel.Done) throws(TransportError) {
    let ping = Ping(payload: RandomBytes.make(8), sentAt: .now, done: done)
    pings.append(ping)
    put(WebSocketFrame(opcode: .ping, payload: ping.payload))
    try note { try $0.note(control: .ping, [], from: .client) }
  }

  func put(_ frame: WebSocketFrame) {
    let bytes = frame.bytes()
    transfer.record(CURLINFO_DATA_OUT, bytes)
    outbox += bytes
  }

  private func write() throws(TransportError) -> Int {
    let result = outbox.withUnsafeBytes { bytes in
      Result { () throws(TransportError) in
        try opening.wire.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
    }
    let count = try result.get()
    written += count
    sent += count
    while let first = awaitingWrite.first, first.end <= written {
      awaitingWrite.removeFirst()
      first.done(.success(.zero))
    }
    forgetWritten()
    return count
  }

  /// Lets go of what was written, once it is much or all.
  private func forgetWritten() {
    guard written == outbox.count || written > Self.outboxLimit else { return }
    let count = written
    outbox.removeFirst(count)
    awaitingWrite = awaitingWrite.map { Written(end: $0.end - count, done: $0.done) }
    written = 0
  }

  /// Tries once, for nobody waits any more.
  func sendLast(_ close: WebSocketClose) {
    guard !hasToWrite, ownClose == nil else { return }
    put(WebSocketFrame(close: close))
    _ = try? write()
  }
}
