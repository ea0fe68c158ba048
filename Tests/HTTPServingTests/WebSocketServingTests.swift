import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServing
@testable import ParleyEngine

@Suite("WebSockets of the HTTP server", .timeLimit(.minutes(2)))
struct WebSocketServingTests {
  /// Sends everything back; the path `/three` says three things and ends.
  private func service(gate: Gate? = nil) throws -> HTTPService {
    try HTTPService { request in
      let channel = WebSocketChannel(keepsMessages: true) { channel in
        if request.target == "/three" {
          for word in ["one", "two", "three"] { _ = await channel.send(word) }
        } else {
          while let message = await channel.receive() { _ = await channel.send(message) }
        }
        gate?.open()
        return nil
      }
      return ServedResponse.webSocket(channel, for: request) ?? ServedResponse(.badRequest)
    }
  }

  private func session(_ path: String, at service: HTTPService) async throws -> WebSocketSession {
    let session = Client().webSocket(.get("ws://127.0.0.1:\(service.port)\(path)"))
    try await session.open()
    return session
  }

  @Test("carry texts and bytes of any size, pings, and the close with its code and reason")
  func echo() async throws {
    let service = try service()
    let session = try await session("/", at: service)
    for size in [0, 1, 125, 126, 65_535, 65_536, 1_000_000] {
      let messages: [WebSocketMessage] = [
        .text(String(repeating: "ü", count: size / 2)), .binary([UInt8](repeating: 0xFF, count: size)),
      ]
      for message in messages {
        try await session.send(message)
        #expect(await session.receive() == message)
      }
    }
    #expect(try await session.ping() > .zero)
    let entries = try WebSocketEntry.all(in: try await session.close(WebSocketClose(code: 4001, reason: "enough")))
    let last = try #require(entries.last)
    #expect(last.kind == .close && last.from == .server && last.code == 4001 && last.string == "enough")
    await service.stop()
  }

  @Test("many messages that are sent at once come back in their order, and before the close")
  func order() async throws {
    let service = try service()
    let session = try await session("/", at: service)
    async let sent: Void = {
      for number in 1...5_000 { try await session.send("\(number)") }
      try await session.close()
    }()
    var received: [String] = []
    while case .text(let text)? = await session.receive() { received.append(text) }
    try await sent
    #expect(received == (1...5_000).map(String.init))
    await service.stop()
  }

  @Test("close when the conversation has ended")
  func ending() async throws {
    let service = try service()
    let session = try await session("/three", at: service)
    for word in ["one", "two", "three"] { #expect(await session.receive() == .text(word)) }
    #expect(await session.receive() == nil)
    #expect(try WebSocketEntry.all(in: try await session.why.outcome()).last?.code == 1000)
    await service.stop()
  }

  private static let handshake =
    "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

  private static func masked(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    WebSocketFrame(opcode: opcode, payload: payload, isFinal: isFinal).bytes(maskedBy: [1, 2, 3, 4])
  }

  /// The frames of the server behind its head, for frames that are sent ahead with the handshake.
  private func frames(for sent: [UInt8], _ service: HTTPService) async throws -> [UInt8] {
    let answer = try await RawClient.send(Array(Self.handshake.utf8) + sent, to: service.port)
    #expect(answer.status == 101 && answer.value(of: "Connection") == "Upgrade")
    #expect(answer.value(of: "Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    return answer.body
  }

  @Test("join fragments, reply to a ping between them, and send back the close as it came")
  func fragments() async throws {
    let service = try service()
    let sent =
      Self.masked(.text, [0x68, 0x65], isFinal: false) + Self.masked(.ping, [0x70])
      + Self.masked(.continuation, [0x6C, 0x6C, 0x6F]) + Self.masked(.close, [0x0F, 0xA1, 0x78])
    let received = try await frames(for: sent, service)
    #expect(received == [0x8A, 1, 0x70, 0x81, 5] + Array("hello".utf8) + [0x88, 3, 0x0F, 0xA1, 0x78])
    await service.stop()
  }

  @Test(
    "are closed with the code for it when the client breaks the protocol",
    arguments: [
      ([0x81, 2, 0x68, 0x69], 1002),  // without a mask
      (masked(.continuation, []), 1002), (masked(.text, [0xFF]), 1007), (masked(.close, [3]), 1002),
      ([0x82, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
    ] as [([UInt8], Int)])
  func violations(sent: [UInt8], code: Int) async throws {
    let service = try service()
    let received = try await frames(for: sent, service)
    #expect(received.first == 0x88)
    #expect(received.count > 3 && Int(received[2]) << 8 | Int(received[3]) == code)
    await service.stop()
  }

  @Test(
    "are opened by what RFC 6455 asks for only",
    arguments: ["Upgrade: websocket\r\n", "keep-alive, Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", " 13", "GET"])
  func handshakes(missing part: String) async throws {
    let service = try service()
    let request = Self.handshake.replacing(part, with: part == "GET" ? "PUT" : part.hasSuffix("\r\n") ? "" : "x")
    let answer = try await RawClient.send(
      request.replacing("Host: h", with: "Host: h\r\nConnection: close"), to: service.port)
    #expect(answer.status == 400)
    await service.stop()
  }

  @Test("end their conversation when the client is gone")
  func gone() async throws {
    let gate = Gate()
    let service = try service(gate: gate)
    _ = try OpenClient(to: service.port, saying: Array(Self.handshake.utf8) + Self.masked(.text, [0x61]))
    try await blocking { try gate.wait() }
    await service.stop()
  }
}
