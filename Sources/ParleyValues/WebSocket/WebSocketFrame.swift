import Cryptography

/// A frame of RFC 6455 §5.2, without its mask.
package struct WebSocketFrame: Sendable, Hashable {
  package enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// The most bytes a control frame carries.
  static let controlLimit = 125

  var opcode: Opcode
  var payload: [UInt8]
  /// Whether it ends its message.
  var isFinal: Bool

  package init(opcode: Opcode, payload: [UInt8], isFinal: Bool = true) {
    (self.opcode, self.payload, self.isFinal) = (opcode, payload, isFinal)
  }

  /// The frame as a client sends it, masked by four bytes (§5.3).
  package func bytes(maskedBy mask: [UInt8] = RandomBytes.make(4)) -> [UInt8] {
    var bytes = head(maskBit: 0x80)
    bytes += mask
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  /// The frame as a server sends it, without a mask (§5.1).
  var unmaskedBytes: [UInt8] { head(maskBit: 0) + payload }

  private func head(maskBit: UInt8) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode.rawValue]
    bytes.reserveCapacity(payload.count + 14)
    switch payload.count {
    case ...125: bytes.append(maskBit | UInt8(payload.count))
    case ...0xFFFF: bytes += [maskBit | 126] + Self.bigEndian(payload.count, in: 2)
    default: bytes += [maskBit | 127] + Self.bigEndian(payload.count, in: 8)
    }
    return bytes
  }

  static func bigEndian(_ number: Int, in count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

extension WebSocketFrame {
  /// A whole message in one frame.
  package init(_ message: WebSocketMessage) {
    switch message {
    case .text: self.init(opcode: .text, payload: message.bytes)
    case .binary(let bytes): self.init(opcode: .binary, payload: bytes)
    }
  }

  /// - Parameter close: nil, or one without a code, closes without saying why.
  package init(close: WebSocketClose?) {
    guard let close, close.code != WebSocketClose.noCode else {
      self.init(opcode: .close, payload: [])
      return
    }
    let reason = close.reason.shortened(toBytes: Self.controlLimit - 2)
    self.init(opcode: .close, payload: Self.bigEndian(close.code, in: 2) + Array(reason.utf8))
  }
}

/// The other side's violation of the protocol; the connection is closed with a code that says so.
package struct WebSocketViolation: Error, Hashable {
  package let close: WebSocketClose

  init(_ code: Int, _ reason: String) {
    close = WebSocketClose(code: code, reason: reason)
  }

  static func protocolError(_ reason: String) -> WebSocketViolation { WebSocketViolation(1002, reason) }
  static func tooLarge(_ limit: Int) -> WebSocketViolation {
    WebSocketViolation(1009, "the message is larger than \(ByteCount.text(limit))")
  }
}

extension String {
  /// As many of its characters as fit.
  fileprivate func shortened(toBytes limit: Int) -> String {
    var result = self
    while result.utf8.count > limit { result.removeLast() }
    return result
  }
}
