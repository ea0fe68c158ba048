import TestSupport
import Testing

@Suite("The raw server", .timeLimit(.minutes(2)))
struct RawServerTests {
  @Test("records a request byte for byte")
  func recordsExactly() async throws {
    let request = "post  /a HTTP/1.1\r\nX-b:  1\r\nHOST: x\r\nx-B: 2\r\nContent-Length: 3\r\n\r\na\u{0}c"
    try await withRawServer { connection in
      try connection.readRequest()
      try connection.send(.text("ok"))
    } body: { server in
      #expect(try await RawClient.send(request, to: server.port).bodyText == "ok")
      let recorded = try #require(server.requests.first)
      #expect(recorded.description == request)
      #expect(recorded.headerLines == ["X-b:  1", "HOST: x", "x-B: 2", "Content-Length: 3"])
      #expect(recorded.values(of: "x-b") == ["1", "2"])
      #expect(recorded.bodyText == "a\u{0}c")
    }
  }

  @Test("reads a body in chunks to its end")
  func readsChunks() async throws {
    try await withRawServer { connection in
      while try connection.readRequest() != nil { try connection.send(.chunked(["hello ", "world"])) }
    } body: { server in
      let chunked = "PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      let script = "\(chunked)GET /b HTTP/1.1\r\n\r\n"
      async let answer = RawClient.send(script, to: server.port)
      let requests = try await server.requests(atLeast: 2)
      server.stop()
      #expect(requests.map(\.target) == ["/a", "/b"])
      #expect(try await answer.body.starts(with: Array("hello world".utf8)))
    }
  }

  @Test("holds a response back until the test lets it go")
  func gate() async throws {
    let gate = Gate()
    try await withRawServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n")
      try gate.wait()
      try connection.send("Content-Length: 0\r\n\r\n")
    } body: { server in
      async let answer = RawClient.get("/", from: server.port)
      _ = try await server.requests(atLeast: 1)
      gate.open()
      #expect(try await answer.headerLines == ["Content-Length: 0"])
    }
  }

  @Test("resets a connection")
  func resets() async throws {
    try await withRawServer { connection in
      try connection.readRequest()
      connection.reset()
    } body: { server in
      await #expect(throws: SupportError.self) { try await RawClient.get("/", from: server.port) }
    }
  }

  @Test("a refusing port refuses")
  func refuses() async throws {
    let port = try RefusingPort()
    await #expect { try await RawClient.get("/", from: port.port) } throws: { "\($0)".contains("refused") }
  }
}
