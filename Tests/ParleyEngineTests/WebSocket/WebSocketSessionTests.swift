import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("A session over a WebSocket", .timeLimit(.minutes(2)))
struct WebSocketSessionTests {
  private func entries(_ response: Response) throws -> [String] {
    try WebSocketEntry.all(in: response).map { entry in
      [entry.from?.rawValue ?? "–", entry.kind.rawValue, entry.text].joined(separator: " ")
    }
  }

  @Test("Messages go both ways, and the response is their transcript")
  func echo() async throws {
    let server = try RawServer.webSocket { try $0.echo() }
    let session = Client().webSocket(.get(server.webSocketURL + "/echo"))
    try await session.open()
    try await session.send(#"{ "tea": 1 }"#)
    #expect(await session.receive() == .text(#"{ "tea": 1 }"#))
    try await session.send(.binary([0, 1, 255]))
    #expect(await session.receive() == .binary([0, 1, 255]))
    try await session.send("plain “text”")
    #expect(await session.receive() == .text("plain “text”"))
    let response = try await session.close(WebSocketClose(code: 1000, reason: "bye"))
    #expect(response.status.code == 101)
    #expect(response.isAccepted)
    #expect(response.url == server.webSocketURL + "/echo")
    #expect(
      try entries(response) == [
        #"client text {"tea":1}"#, #"server text {"tea":1}"#, "client binary AAH/", "server binary AAH/",
        "client text plain “text”", "server text plain “text”", "client close 1000 normal: bye",
        "server close 1000 normal: bye",
      ])
    #expect(await session.receive() == nil)
    #expect(!session.isOpen)
  }

  @Test("The handshake has what RFC 6455 asks for, and the headers and subprotocols of the request")
  func handshake() async throws {
    let server = try RawServer.webSocket(headers: ["Sec-WebSocket-Protocol: v2.chat"]) { try $0.echo() }
    let request = try Request.get("ws://ada:s3same@127.0.0.1:\(server.port)/a/b?c=d#e")
      .header("Sec-WebSocket-Protocol", "v1.chat, v2.chat").header("X-Own", "1")
    let session = Client().webSocket(request)
    try await session.open()
    #expect(session.call.arriving?.head.headers[.secWebSocketProtocol] == "v2.chat")
    try await session.close()
    let sent = try #require(server.requests.first)
    #expect(sent.requestLine == "GET /a/b?c=d HTTP/1.1")
    #expect(sent.value(of: "Host") == "127.0.0.1:\(server.port)")
    #expect(sent.value(of: "Upgrade") == "websocket")
    #expect(sent.value(of: "Connection") == "Upgrade")
    #expect(sent.value(of: "Sec-WebSocket-Version") == "13")
    #expect(sent.value(of: "Sec-WebSocket-Key")?.count == 24)
    #expect(sent.value(of: "X-Own") == "1")
    #expect(sent.value(of: "Authorization") == "Basic YWRhOnMzc2FtZQ==")
  }

  @Test("Every frame of ours is masked, with another mask each time")
  func masks() async throws {
    let seen = Monitor<[WebSocketPeer.Frame]>([])
    let server = try RawServer.webSocket { peer in
      while let frame = try peer.read() {
        seen.withLock { $0.append(frame) }
        if frame.opcode == WebSocketPeer.close { return try peer.sendClose(1000) }
      }
    }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    try await session.send("same")
    try await session.send("same")
    try await session.close()
    #expect(seen.withLock { $0.map(\.text) }.prefix(2) == ["same", "same"])
    #expect(seen.withLock { $0.allSatisfy(\.isMasked) })
    let bytes = server.received(on: 0).suffix(10 + 10 + 8)
    #expect(Array(bytes.prefix(10)) != Array(bytes.dropFirst(10).prefix(10)))
  }

  @Test("A ping of the server is replied to with what it carries, also between fragments")
  func pong() async throws {
    let replies = Monitor<[WebSocketPeer.Frame]>([])
    let server = try RawServer.webSocket { peer in
      try peer.send(WebSocketPeer.text, Array("one ".utf8), isFinal: false)
      try peer.send(WebSocketPeer.ping, [1, 2, 3])
      try peer.send(0, Array("message".utf8))
      while let frame = try peer.read() {
        replies.withLock { $0.append(frame) }
        if frame.opcode == WebSocketPeer.close { return try peer.sendClose(1000) }
      }
    }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    #expect(await session.receive() == .text("one message"))
    try await session.close()
    #expect(replies.withLock { $0.first?.opcode } == WebSocketPeer.pong)
    #expect(replies.withLock { $0.first?.payload } == [1, 2, 3])
  }

  @Test("A ping of ours tells how long its reply took, in the transcript too")
  func ping() async throws {
    let server = try RawServer.webSocket { try $0.echo() }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    #expect(try await session.ping() > .zero)
    let response = try await session.close()
    let entries = try WebSocketEntry.all(in: response)
    #expect(entries.map(\.kind) == [.ping, .pong, .close, .close])
    #expect(entries[1].milliseconds != nil)
  }

  @Test("A close of the server ends the session with its code, which is confirmed")
  func serverCloses() async throws {
    let confirmed = Monitor<[UInt8]?>(nil)
    let server = try RawServer.webSocket { peer in
      try peer.send("last")
      try peer.sendClose(4001, "enough")
      let frame = try peer.read()
      confirmed.withLock { $0 = frame?.payload }
    }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    let response = try await session.why.outcome()
    #expect(try entries(response) == ["server text last", "server close 4001: enough"])
    #expect(response.isAccepted)
    #expect(await session.receive() == .text("last"))
    #expect(await session.receive() == nil)
    try await server.waitUntilIdle()
    #expect(confirmed.withLock { $0 } == [0x0F, 0xA1] + Array("enough".utf8))
    await #expect(throws: WebSocketError.self) { try await session.send("late") }
  }

  @Test(
    "An end that is none is a failed expectation, with what had come",
    arguments: [("drop", 1006), ("violation", 1002), ("error", 1011), ("large", 1009)])
  func badEnds(_ way: String, code: Int) async throws {
    let server = try RawServer.webSocket { peer in
      try peer.send("first")
      switch way {
      case "violation": try peer.send(raw: [0xFF, 0])
      case "error": try peer.sendClose(1011, "boom")
      case "large": try peer.send(WebSocketPeer.binary, Array(repeating: 1, count: 5000))
      default: return
      }
      while try peer.read() != nil {}
    }
    var options = TransferOptions()
    options.maxBody = 4000
    let session = Client().webSocket(.get(server.webSocketURL).options(options))
    try await session.open()
    let response = try await session.why.outcome()
    let entries = try WebSocketEntry.all(in: response)
    #expect(entries.first?.string == "first")
    #expect(entries.last?.code == code)
    #expect(response.validationFailure?.reason.contains("\(code)") == true)
  }

  @Test("Much is sent and received without loss, in both directions at once")
  func much() async throws {
    let server = try RawServer.webSocket { try $0.echo() }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    let count = 600
    let sending = Task {
      for number in 0..<count {
        try await session.send(.binary(Array(repeating: UInt8(number & 0xFF), count: 1 + number % 1500)))
      }
    }
    var right = 0
    for number in 0..<count {
      let wanted = WebSocketMessage.binary(Array(repeating: UInt8(number & 0xFF), count: 1 + number % 1500))
      if await session.receive() == wanted { right += 1 }
    }
    try await sending.value
    #expect(right == count)
    #expect(try WebSocketEntry.all(in: try await session.close()).count == 2 * count + 2)
  }

  @Test("Who does not receive makes the server wait, and gets everything later")
  func backPressure() async throws {
    let count = 80
    let server = try RawServer.webSocket { peer in
      for number in 0..<count {
        try peer.send(WebSocketPeer.binary, Array(repeating: UInt8(number & 0xFF), count: 100_000))
      }
      try peer.sendClose(1000)
      _ = try peer.read()
    }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    while (session.call.arriving?.body.count ?? 0) < 1 << 20 { await Task.yield() }
    #expect((session.call.arriving?.body.count ?? 0) < 8_000_000)
    var received = 0
    while let message = await session.receive() { received += message.count }
    #expect(received == count * 100_000)
  }

  @Test("A call that is cancelled drops the connection")
  func cancel() async throws {
    let server = try RawServer.webSocket { peer in while try peer.read() != nil {} }
    let session = Client().webSocket(.get(server.webSocketURL))
    try await session.open()
    session.call.cancel()
    #expect(await session.receive() == nil)
    await #expect(throws: WebSocketError.self) { try await session.send("late") }
    try await server.waitUntilIdle()
  }

  @Test("A client that is closed ends its sessions")
  func closeClient() async throws {
    let server = try RawServer.webSocket { peer in while try peer.read() != nil {} }
    let client = Client()
    let session = client.webSocket(.get(server.webSocketURL))
    try await session.open()
    await client.close()
    #expect(await session.receive() == nil)
    try await server.waitUntilIdle()
  }
}
