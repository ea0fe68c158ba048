import ParleyEngine
import Testing

@testable import ParleyValues

@Suite("Frames of a WebSocket", .timeLimit(.minutes(2)))
struct WebSocketFrameTests {
  private func frames(_ bytes: [UInt8], limit: Int = 1000, piece: Int = 1) throws -> [WebSocketFrame] {
    var reader = WebSocketFrameReader(limit: limit)
    var frames: [WebSocketFrame] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      reader.add(bytes[start..<min(start + piece, bytes.count)])
      while let frame = try reader.next() { frames.append(frame) }
    }
    return frames
  }

  @Test("The key of RFC 6455 is replied to as RFC 6455 says")
  func accept() {
    #expect(WebSocketHandshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test("The masked frame of RFC 6455 §5.7 is written byte for byte")
  func masked() {
    let frame = WebSocketFrame(.text("Hello"))
    let bytes = frame.bytes(maskedBy: [0x37, 0xFA, 0x21, 0x3D])
    #expect(bytes == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
  }

  @Test(
    "Lengths take one, three or nine bytes, and what is written can be read", arguments: [0, 125, 126, 65535, 65536])
  func lengths(_ count: Int) {
    let bytes = WebSocketFrame(.binary(Array(repeating: 7, count: count))).bytes(maskedBy: [0, 0, 0, 0])
    let extra = count <= 125 ? 0 : count <= 65535 ? 2 : 8
    #expect(bytes.count == 2 + extra + 4 + count)
    #expect(bytes[1] == 0x80 | (extra == 0 ? UInt8(count) : extra == 2 ? 126 : 127))
  }

  @Test(
    "A server reads what a client masks, and a client what a server does not", arguments: [0, 125, 126, 65535, 65536])
  func sides(_ count: Int) throws {
    let frame = WebSocketFrame(.binary((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
    for (side, bytes) in [(WebSocketSide.client, frame.bytes()), (.server, frame.unmaskedBytes)] {
      var reader = WebSocketFrameReader(limit: 70_000, from: side)
      reader.add(bytes)
      #expect(try reader.next() == frame)
      var other = WebSocketFrameReader(limit: 70_000, from: side == .client ? .server : .client)
      other.add(bytes)
      let fault = side == .client ? "server is masked" : "client is not masked"
      #expect(throws: WebSocketViolation.protocolError("a frame of the \(fault)")) { try other.next() }
    }
  }

  @Test("Frames are read from pieces of any size", arguments: [1, 2, 3, 7, 1000])
  func pieces(_ size: Int) throws {
    let bytes: [UInt8] = [0x01, 3, 0x48, 0x65, 0x6C, 0x89, 0, 0x80, 2, 0x6C, 0x6F]
    #expect(
      try frames(bytes, piece: size) == [
        WebSocketFrame(opcode: .text, payload: [0x48, 0x65, 0x6C], isFinal: false),
        WebSocketFrame(opcode: .ping, payload: []),
        WebSocketFrame(opcode: .continuation, payload: [0x6C, 0x6F]),
      ])
  }

  @Test(
    "What a server must not send is refused with the code for it",
    arguments: [
      ([0xC1, 0], 1002), ([0x83, 0], 1002), ([0x81, 0x80, 0, 0, 0, 0], 1002), ([0x09, 0], 1002),
      ([0x89, 126, 0, 126], 1002), ([0x81, 126, 0, 5], 1002), ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
      ([0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002), ([0x82, 126, 0xFF, 0xFF], 1009),
    ] as [([UInt8], Int)])
  func violations(_ bytes: [UInt8], code: Int) {
    let error = #expect(throws: WebSocketViolation.self) { try frames(bytes) }
    #expect(error?.close.code == code)
  }

  private func arrivals(_ frames: [WebSocketFrame], limit: Int = 100) throws -> [WebSocketAssembler.Arrival] {
    var assembler = WebSocketAssembler(limit: limit)
    return try frames.compactMap { try assembler.take($0) }
  }

  @Test("Fragments make one message, also when a ping comes between them")
  func fragments() throws {
    let euro = Array("€".utf8)
    let arrivals = try arrivals([
      WebSocketFrame(opcode: .text, payload: [euro[0]], isFinal: false),
      WebSocketFrame(opcode: .ping, payload: [1]),
      WebSocketFrame(opcode: .continuation, payload: [euro[1]], isFinal: false),
      WebSocketFrame(opcode: .continuation, payload: [euro[2]]),
    ])
    #expect(arrivals == [.ping([1]), .message(.text("€"))])
  }

  @Test("Text that is not UTF-8, messages too large and fragments out of turn are refused")
  func badMessages() {
    let half = WebSocketFrame(opcode: .text, payload: [0xE2], isFinal: false)
    let more = WebSocketFrame(opcode: .continuation, payload: Array(repeating: 1, count: 100))
    let rows: [([WebSocketFrame], Int)] = [
      ([WebSocketFrame(opcode: .text, payload: [0xC3, 0x28])], 1007),
      ([half, WebSocketFrame(opcode: .continuation, payload: [])], 1007),
      ([half, more], 1009), ([half, half], 1002), ([more], 1002),
      ([WebSocketFrame(opcode: .close, payload: [3])], 1002),
      ([WebSocketFrame(opcode: .close, payload: [0x03, 0xED])], 1002),
      ([WebSocketFrame(opcode: .close, payload: [0x03, 0xE8, 0xFF])], 1007),
    ]
    for (frames, code) in rows {
      let error = #expect(throws: WebSocketViolation.self) { try arrivals(frames) }
      #expect(error?.close.code == code)
    }
  }

  @Test("A close has a code and a reason, or neither")
  func closes() throws {
    let closes = try arrivals([
      WebSocketFrame(opcode: .close, payload: []),
      WebSocketFrame(opcode: .close, payload: [0x0F, 0xA0] + Array("enough".utf8)),
    ])
    #expect(closes == [.close(WebSocketClose(code: 1005)), .close(WebSocketClose(code: 4000, reason: "enough"))])
    let long = WebSocketFrame(close: WebSocketClose(code: 1000, reason: String(repeating: "é", count: 100)))
    #expect(long.payload.count <= 125)
    #expect(String(validating: long.payload.dropFirst(2), as: UTF8.self) != nil)
  }
}
