/// Cuts what comes over the wire into frames (RFC 6455 §5.2), in pieces of any size.
///
/// ```swift
/// var reader = WebSocketFrameReader(limit: 16_000_000)
/// reader.add(bytes)
/// while let frame = try reader.next() { … }
/// ```
package struct WebSocketFrameReader {
  /// The most bytes that one frame may carry.
  let limit: Int
  /// A client's frames are masked, a server's are not (§5.1).
  private let sender: WebSocketSide
  private var buffer: [UInt8] = []
  private var start = 0

  package init(limit: Int, from sender: WebSocketSide = .server) {
    (self.limit, self.sender) = (limit, sender)
  }

  package mutating func add(_ bytes: some Collection<UInt8>) {
    if start > 1 << 16, start * 2 > buffer.count {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// - Returns: nil when the next frame has not come whole yet.
  package mutating func next() throws(WebSocketViolation) -> WebSocketFrame? {
    guard let head = try head() else { return nil }
    let end = start + head.size + head.length
    guard end <= buffer.count else { return nil }
    var payload = Array(buffer[(start + head.size)..<end])
    if sender == .client { unmask(&payload, by: Array(buffer[(start + head.size - 4)..<(start + head.size)])) }
    start = end
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    }
    return WebSocketFrame(opcode: head.opcode, payload: payload, isFinal: head.isFinal)
  }
}

extension WebSocketFrameReader {
  private struct Head {
    let opcode: WebSocketFrame.Opcode
    let isFinal: Bool
    let size: Int
    let length: Int
  }

  private func head() throws(WebSocketViolation) -> Head? {
    guard buffer.count - start >= 2 else { return nil }
    let (first, second) = (buffer[start], buffer[start + 1])
    guard first & 0x70 == 0 else { throw .protocolError("a reserved bit is set") }
    guard (second & 0x80 != 0) == (sender == .client) else {
      throw .protocolError("a frame of the \(sender.rawValue) is \(sender == .client ? "not " : "")masked")
    }
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else { throw .protocolError("an unknown opcode") }
    guard let (size, length) = try length(by: second & 0x7F) else { return nil }
    let isFinal = first & 0x80 != 0
    if opcode.isControl {
      guard isFinal else { throw .protocolError("a control frame is fragmented") }
      guard length <= WebSocketFrame.controlLimit else { throw .protocolError("a control frame is too long") }
    }
    guard length <= limit else { throw .tooLarge(limit) }
    return Head(opcode: opcode, isFinal: isFinal, size: size + (sender == .client ? 4 : 0), length: length)
  }

  private func unmask(_ payload: inout [UInt8], by mask: [UInt8]) {
    for index in payload.indices { payload[index] ^= mask[index & 3] }
  }

  /// - Returns: the sizes of head and payload; nil when the length has not come yet.
  private func length(by code: UInt8) throws(WebSocketViolation) -> (Int, Int)? {
    let digits = code == 126 ? 2 : code == 127 ? 8 : 0
    guard digits > 0 else { return (2, Int(code)) }
    guard buffer.count - start >= 2 + digits else { return nil }
    let number = buffer[(start + 2)..<(start + 2 + digits)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard number >> 63 == 0 else { throw .protocolError("a length is negative") }
    guard number > (digits == 2 ? 125 : 0xFFFF) else { throw .protocolError("a length is not in its shortest form") }
    return (2 + digits, Int(number))
  }
}
