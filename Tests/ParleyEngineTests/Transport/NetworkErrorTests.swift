import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What goes wrong on the way, in sentences", .timeLimit(.minutes(2)))
struct NetworkErrorTests {
  private let transport = CurlTransport()

  /// The error of a GET to a server that does this, with the port in its sentence left out.
  private func error(
    _ script: @escaping RawServer.Script, options: TransferOptions = .init()
  ) async throws -> (error: TransportError, summary: String, told: Told) {
    try await withRawServer(script) { server in
      let told = await transport.get(server.url + "/secret-path?token=t", options)
      let error = try #require(told.error)
      #expect(!error.description.contains("token"))
      return (error, error.summary.replacing(":\(server.port)", with: ""), told)
    }
  }

  private func answering(_ reply: RawReply) -> RawServer.Script {
    { connection in
      try connection.readRequest()
      try connection.send(reply)
    }
  }

  @Test("A host that does not exist")
  func unresolvedHost() async {
    let told = await transport.get("http://user:pw@no-such-host.invalid/path?q=1")
    #expect(told.error?.kind == .unresolvedHost)
    #expect(told.error?.summary == "The host “no-such-host.invalid” was not found.")
    #expect(told.words == ["finished"])
  }

  @Test("A port where nobody listens")
  func refused() async throws {
    let port = try RefusingPort()
    let told = await transport.get("http://user:pw@127.0.0.1:\(port.port)/path?q=1")
    #expect(told.error == TransportError(.refused, "127.0.0.1:\(port.port) refused the connection."))
  }

  @Test("A connection that is closed without a response")
  func emptyReply() async throws {
    let (error, summary, _) = try await error { try $0.readRequest() }
    #expect(error.kind == .reset)
    #expect(summary == "127.0.0.1 closed the connection without a response.")
  }

  @Test("A connection that is reset before the response")
  func resetEarly() async throws {
    let (error, summary, told) = try await error { connection in
      try connection.readRequest()
      connection.reset()
    }
    #expect(error.kind == .reset)
    #expect(summary == "127.0.0.1 closed the connection before responding.")
    #expect(told.words == ["sent", "finished"])
  }

  @Test("A connection that is reset in the middle of the response, with what arrived kept readable")
  func resetLate() async throws {
    let hasHead = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("12345", promising: 100))
      try hasHead.wait()
      connection.reset()
    }
    let told = Told()
    _ = transport.start(TransportRequest(method: .get, url: server.url)) { event in
      told.take(event)
      if case .head = event { hasHead.open() }
    }
    let error = try #require(await told.wait().error)
    #expect(error.kind == .reset)
    #expect(error.summary.contains("during the response"))
    #expect(told.headBody?.isComplete == true)
  }

  @Test("A body that is shorter than its Content-Length")
  func truncated() async throws {
    let (error, summary, told) = try await error(answering(.truncated("too short", promising: 100)))
    #expect(error.kind == .truncated)
    #expect(summary == "The response from 127.0.0.1 ended too early.")
    #expect(error.detail == "transfer closed with 91 bytes remaining to read.")
    #expect(told.text == "too short")
    #expect(told.headBody?.isComplete == true)
  }

  @Test("Chunks without an end")
  func unendedChunks() async throws {
    let (error, _, told) = try await error(answering(.chunked(["one", "two"], isEnded: false)))
    #expect(error.kind == .truncated)
    #expect(told.text == "onetwo")
  }

  @Test("Chunks that are none")
  func badlyChunked() async throws {
    let (error, summary, told) = try await error(answering(.badlyChunked))
    #expect(error.kind == .malformedAnswer)
    #expect(summary == "The response from 127.0.0.1 has invalid chunks.")
    #expect(told.text == "hello")
  }

  @Test("A body that is not in the encoding it claims")
  func badEncoding() async throws {
    let reply = RawReply(headers: ["Content-Encoding: gzip", "Content-Length: 9"], body: Array("not gzip!".utf8))
    let (error, summary, _) = try await error(answering(reply))
    #expect(error.kind == .malformedAnswer)
    #expect(summary == "The body from 127.0.0.1 cannot be decompressed.")
  }

  @Test(
    "A response that is no HTTP",
    arguments: ["garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n"])
  func noHTTP(answer: String) async throws {
    let (error, summary, _) = try await error(answering(RawReply(Array(answer.utf8))))
    #expect(error.kind == .malformedAnswer)
    #expect(summary == "127.0.0.1 did not respond with HTTP.")
  }

  @Test("Headers without end", arguments: [1, 200_000])
  func endlessHeaders(length: Int) async throws {
    let (error, summary, told) = try await error { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n")
      while true { try connection.send("X-Long: \(String(repeating: "a", count: length))\r\n") }
    }
    #expect(error.kind == .malformedAnswer)
    #expect(summary == "127.0.0.1 sends too many headers.")
    #expect(told.words == ["sent", "finished"])
  }

  @Test("A scheme that is not HTTP's", arguments: ["ftp://host/", "file:///etc/passwd", "host/path"])
  func scheme(url: String) async {
    #expect(await transport.get(url).error?.kind == .unsupportedScheme)
  }

  @Test(
    "A URL that is none",
    arguments: ["http://", "http://host:port/", "http://a b/", "http://h/\r\nX: 1", "http://h\0i/"])
  func invalidURL(url: String) async {
    #expect(await transport.get(url).error?.kind == .invalidURL)
  }

  @Test("No response within the time limit of the whole transfer")
  func timedOut() async throws {
    let (error, summary, _) = try await error(
      { connection in
        try connection.readRequest()
        connection.waitForClose()
      }, options: TransferOptions(timeout: .milliseconds(150)))
    #expect(error.kind == .timedOut)
    #expect(summary == "127.0.0.1 did not respond within 150 ms.")
  }

  @Test("A response that does not come to its end in time, with what arrived kept readable")
  func timedOutLate() async throws {
    let (error, summary, told) = try await error(
      { connection in
        try connection.readRequest()
        try connection.send(.truncated("begun", promising: 100))
        connection.waitForClose()
      }, options: TransferOptions(timeout: .milliseconds(300)))
    #expect(error.kind == .timedOut)
    #expect(summary == "The response from 127.0.0.1 was not complete within 300 ms.")
    #expect(error.detail == "5 bytes arrived.")
    #expect(told.text == "begun")
  }

  @Test("A storage that fails ends the transfer")
  func storageFails() async throws {
    struct Full: BodyStorage, Error, CustomStringConvertible {
      func makeFile(sealed: Bool) throws -> any BodyFile { throw self }
      var description: String { "No space left on device." }
    }
    let server = try RawServer.answering(.text(String(repeating: "a", count: 5000)))
    let told = await CurlTransport(bodies: Full(), memoryLimit: 1000).get(server.url)
    #expect(
      told.error
        == TransportError(.bodyStorage, "The body could not be stored.", detail: "No space left on device."))
  }
}
