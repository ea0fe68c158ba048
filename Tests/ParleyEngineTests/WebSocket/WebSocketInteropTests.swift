import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

/// Our side of RFC 6455 with another implementation on the other side.
@Suite("A WebSocket with PyPI's websockets", .timeLimit(.minutes(1)))
struct WebSocketInteropTests {
  private func session(_ path: String, at server: WebSocketServer) async throws -> WebSocketSession {
    let session = Client().webSocket(.get(server.url + path))
    try await session.open()
    return session
  }

  @Test("Texts and bytes come back as they were sent, empty and large ones too")
  func echo() async throws {
    try await withWebSocketServer { server in
      let session = try await session("/echo", at: server)
      let messages: [WebSocketMessage] = [
        .text(""), .text("Grüße “🦜”"), .binary([]), .binary([0, 255, 10]),
        .text(String(repeating: "a", count: 126)), .binary([UInt8](repeating: 7, count: 70_000)),
      ]
      for message in messages {
        try await session.send(message)
        #expect(await session.receive() == message)
      }
      #expect(try await session.ping() > .zero)
      #expect(try await session.close().isAccepted)
    }
  }

  @Test("A message in several frames is one message")
  func fragments() async throws {
    try await withWebSocketServer { server in
      let session = try await session("/fragments", at: server)
      #expect(await session.receive() == .text("one two three"))
      #expect(await session.receive() == .binary([0, 1, 255]))
      #expect(await session.receive() == nil)
      #expect(try WebSocketEntry.all(in: try await session.why.outcome()).last?.code == 1000)
    }
  }

  @Test("A ping of the server is replied to, and both stand in the transcript")
  func ping() async throws {
    try await withWebSocketServer { server in
      let session = try await session("/ping", at: server)
      #expect(await session.receive() == .text("pong"))
      let entries = try WebSocketEntry.all(in: try await session.close())
      #expect(entries.first?.kind == .ping && entries.first?.from == .server && entries.first?.text == "there?")
    }
  }

  @Test(
    "The server's code and reason are told; one that says that something went wrong is a failed expectation",
    arguments: [(1000, true), (1001, true), (1008, false), (1011, false), (4321, true)])
  func closing(code: Int, isGood: Bool) async throws {
    try await withWebSocketServer { server in
      let session = try await session("/close/\(code)", at: server)
      let response = try await session.why.outcome()
      let last = try #require(try WebSocketEntry.all(in: response).last { $0.from == .server })
      #expect(last.code == code && last.string == "because")
      #expect(response.isAccepted == isGood)
    }
  }

  @Test("A message of a million bytes goes both ways")
  func large() async throws {
    try await withWebSocketServer { server in
      let session = try await session("/large", at: server)
      let message = try #require(await session.receive())
      #expect(message.count == 1_000_000)
      try await session.send(message)
      #expect(await session.receive() == .text("1000000"))
      try await session.close()
    }
  }

  @Test("A server that could compress does without, as nothing offers it")
  func uncompressed() async throws {
    try await withWebSocketServer { server in
      let session = try await session("/extensions", at: server)
      #expect(await session.receive() == .text("0"))
      let headers = try await session.close().headers
      #expect(!headers.contains { $0.name.canonicalName == "sec-websocket-extensions" })
    }
  }

  @Test("A refusal is a response with its status and body")
  func refused() async throws {
    try await withWebSocketServer { server in
      let session = Client().webSocket(.get(server.url + "/refused"))
      let error = await #expect(throws: WebSocketError.self) { try await session.open() }
      guard case .refused(let response)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
      let text = try response.text()
      #expect(response.status.code == 401 && text.contains("sign in first"))
    }
  }
}
