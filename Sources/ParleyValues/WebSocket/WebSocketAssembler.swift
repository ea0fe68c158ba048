/// Makes messages of frames: fragments are joined, and control frames may stand between them (RFC 6455 §5.4).
package struct WebSocketAssembler {
  package enum Arrival: Hashable {
    case message(WebSocketMessage)
    case ping([UInt8])
    case pong([UInt8])
    case close(WebSocketClose)
  }

  /// The most bytes a message may have.
  let limit: Int
  private var opcode: WebSocketFrame.Opcode?
  private var fragments: [UInt8] = []

  package init(limit: Int) {
    self.limit = limit
  }

  /// - Returns: nil for a fragment that does not end its message.
  package mutating func take(_ frame: WebSocketFrame) throws(WebSocketViolation) -> Arrival? {
    switch frame.opcode {
    case .ping: .ping(frame.payload)
    case .pong: .pong(frame.payload)
    case .close: .close(try Self.close(frame.payload))
    case .text, .binary, .continuation: try message(endingIn: frame)
    }
  }

  private mutating func message(endingIn frame: WebSocketFrame) throws(WebSocketViolation) -> Arrival? {
    if frame.opcode == .continuation {
      guard opcode != nil else { throw .protocolError("there is no message to continue") }
    } else {
      guard opcode == nil else { throw .protocolError("a message begins inside of another") }
      opcode = frame.opcode
    }
    guard fragments.count + frame.payload.count <= limit else { throw .tooLarge(limit) }
    if frame.isFinal, fragments.isEmpty { return try finish(frame.payload) }
    fragments += frame.payload
    guard frame.isFinal else { return nil }
    let whole = fragments
    fragments = []
    return try finish(whole)
  }

  private mutating func finish(_ payload: [UInt8]) throws(WebSocketViolation) -> Arrival {
    let isText = opcode == .text
    opcode = nil
    guard isText else { return .message(.binary(payload)) }
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw WebSocketViolation(1007, "a text message is not UTF-8")
    }
    return .message(.text(text))
  }

  private static func close(_ payload: [UInt8]) throws(WebSocketViolation) -> WebSocketClose {
    guard !payload.isEmpty else { return WebSocketClose(code: WebSocketClose.noCode) }
    guard payload.count >= 2 else { throw .protocolError("a close has half a code") }
    guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
      throw WebSocketViolation(1007, "the reason of a close is not UTF-8")
    }
    let close = WebSocketClose(code: Int(payload[0]) << 8 | Int(payload[1]), reason: reason)
    guard close.mayBeSent else { throw .protocolError("a close has an invalid code") }
    return close
  }
}
