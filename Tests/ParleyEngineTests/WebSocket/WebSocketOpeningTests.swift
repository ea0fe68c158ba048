import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Opening a WebSocket", .timeLimit(.minutes(2)))
struct WebSocketOpeningTests {
  private func refusal(_ request: Request, by client: Client = Client()) async -> WebSocketError? {
    do throws(WebSocketError) {
      try await client.webSocket(request).open()
      return nil
    } catch {
      return error
    }
  }

  @Test("Another response is delivered with its body, and fails", arguments: ["length", "chunks", "close"])
  func refused(_ framing: String) async throws {
    let server = try RawServer.start { connection in
      _ = try connection.readRequest()
      switch framing {
      case "length": try connection.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope")
      case "chunks":
        try connection.send(
          "HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nnop\r\n1\r\ne\r\n0\r\n\r\n")
      default: try connection.send("HTTP/1.1 403 Forbidden\r\n\r\nnope")
      }
    }
    let error = await refusal(.get(server.webSocketURL))
    guard case .refused(let response) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.status.code == 403)
    #expect(try response.text() == "nope")
    #expect(response.validationFailure?.summary == "Expected a WebSocket (status 101): got 403.")
  }

  @Test("A redirect is followed")
  func redirect() async throws {
    let server = try RawServer.start { connection in
      guard let request = try connection.readRequest() else { return }
      guard request.target == "/new" else {
        return try connection.send("HTTP/1.1 307 Temporary Redirect\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
      }
      try connection.send(WebSocketPeer.acceptance(of: request))
      connection.waitForClose()
    }
    let session = Client().webSocket(.get(server.webSocketURL + "/old"))
    try await session.open()
    #expect(session.call.arriving?.head.url == server.webSocketURL + "/new")
    session.call.cancel()
  }

  @Test(
    "A handshake that is not right is an error that says why",
    arguments: [
      ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong", "Sec-WebSocket-Accept is wrong"),
      ("Connection: Upgrade", "Upgrade is not “websocket”"),
      ("Upgrade: websocket", "Connection is not “Upgrade”"),
    ])
  func badHandshake(_ lines: String, words: String) async throws {
    let server = try RawServer.start { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 101 Switching Protocols\r\n\(lines)\r\n\r\n")
      connection.waitForClose()
    }
    let error = await refusal(.get(server.webSocketURL))
    #expect(error?.code == "network.malformedAnswer")
    #expect(error?.detail?.contains(words) == true, "\(String(describing: error))")
  }

  @Test("A subprotocol or an extension that nobody offered is an error")
  func unoffered() async throws {
    for header in ["Sec-WebSocket-Protocol: chat", "Sec-WebSocket-Extensions: permessage-deflate"] {
      let server = try RawServer.webSocket(headers: [header]) { try $0.echo() }
      #expect(await refusal(.get(server.webSocketURL))?.code == "network.malformedAnswer")
    }
  }

  @Test("No server, no response within the limit, no HTTP: each is the error that it is for HTTP")
  func networkErrors() async throws {
    let refusing = try RefusingPort()
    #expect(await refusal(.get("ws://127.0.0.1:\(refusing.port)/"))?.code == "network.refused")
    #expect(await refusal(.get("ws://nowhere.invalid/"))?.code == "network.unresolvedHost")
    let silent = try RawServer.start { $0.waitForClose() }
    let hasty = TransferOptions(timeout: .milliseconds(50))
    #expect(await refusal(.get(silent.webSocketURL).options(hasty))?.code == "network.timedOut")
    let other = try RawServer.start { connection in
      try connection.send("SSH-2.0-OpenSSH\r\n")
      connection.waitForClose()
    }
    #expect(await refusal(.get(other.webSocketURL))?.code == "network.malformedAnswer")
  }

  @Test("A request that cannot open a WebSocket is refused before anything is sent")
  func invalid() async throws {
    #expect(await refusal(.post("ws://127.0.0.1:1/"))?.code == "request.url")
    #expect(await refusal(.get("ws://127.0.0.1:1/").body(.text("x")))?.code == "request.url")
    let extended = try Request.get("ws://127.0.0.1:1/").header("Sec-WebSocket-Extensions", "permessage-deflate")
    #expect(await refusal(extended)?.summary == "Extensions of WebSocket are not supported.")
  }

  @Test("Cookies go along, and those of the handshake are taken")
  func cookies() async throws {
    let server = try RawServer.webSocket(headers: ["Set-Cookie: seen=1"]) { try $0.echo() }
    let jar = InMemoryCookieStorage()
    var configuration = ClientConfiguration()
    configuration.cookies = jar
    let client = Client(configuration)
    for _ in 0..<2 {
      let session = client.webSocket(.get(server.webSocketURL))
      try await session.open()
      try await session.close()
    }
    #expect(server.requests.map { $0.value(of: "Cookie") } == [nil, "seen=1"])
  }

  @Test("Over TLS the certificate is verified, and the client's is shown", .timeLimit(.minutes(1)))
  func tls() async throws {
    let backend = try RawServer.webSocket { try $0.echo() }
    let nginx = try await NginxServer.start(
      locations: """
        location /live { proxy_pass http://127.0.0.1:\(backend.port); proxy_http_version 1.1;
          proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection Upgrade; }
        """)
    defer { nginx.stop() }
    let url = "wss\(try #require(nginx.tlsURL).dropFirst(5))/live"
    #expect(await refusal(.get(url))?.code == "network.tls")
    var options = TransferOptions()
    options.authorities = nginx.authorityFile
    let session = Client().webSocket(.get(url).options(options))
    try await session.open()
    let large = String(repeating: "tea ", count: 100_000)
    try await session.send(large)
    #expect(await session.receive() == .text(large))
    #expect(try await session.close().isAccepted)
  }

  @Test("A proxy is used, by a tunnel", arguments: [false, true])
  func proxy(isSOCKS: Bool) async throws {
    let server = try RawServer.webSocket { try $0.echo() }
    let proxy = try isSOCKS ? ProxyServer.socks5() : ProxyServer.http()
    var options = TransferOptions()
    options.proxy = try Proxy("\(isSOCKS ? "socks5h" : "http")://127.0.0.1:\(proxy.port)")
    let session = Client().webSocket(.get("ws://shop.example:\(server.port)/").options(options))
    try await session.open()
    try await session.send("through")
    #expect(await session.receive() == .text("through"))
    try await session.close()
    #expect(proxy.targets == ["shop.example:\(server.port)"])
  }

  @Test("A session is one exchange in the history, under the URL of the WebSocket")
  func events() async throws {
    let server = try RawServer.webSocket { try $0.echo() }
    let client = Client()
    let events = client.events.subscribe()
    let session = client.webSocket(.get(server.webSocketURL + "/x"))
    try await session.open()
    try await session.send("hello")
    try await session.close()
    let told = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery else { return nil }
      switch event.kind {
      case .sent(let subject): return "sent \(subject.url)"
      case .loadRemote(_, let response): return "response \(response.status)"
      default: return nil
      }
    }
    #expect(told == ["sent \(server.webSocketURL)/x", "response 101"])
  }
}
