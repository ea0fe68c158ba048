import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A response as it comes over the wire", .timeLimit(.minutes(2)))
struct WireResponseTests {
  private let transport = CurlTransport()

  private func answer(_ bytes: String) async throws -> TransportResponse {
    try await withRawServer { connection in
      try connection.readRequest()
      try connection.send(bytes)
    } body: { server in
      try #require(await transport.get(server.url).response)
    }
  }

  @Test("Status, headers in their order and casing, and the body")
  func whole() async throws {
    let response = try await answer(
      "HTTP/1.1 299 Sort of fine\r\nx-low: 1\r\nX-UP:2  \r\nx-low: 3\r\nContent-Length: 2\r\nX-Empty:\r\n\r\nok")
    #expect(response.head.status.code == 299)
    #expect(response.head.status.reasonPhrase == "Sort of fine")
    #expect(response.head.version == .http1_1)
    #expect(
      response.head.headers.map { "\($0.name.rawName)=\($0.value)" } == [
        "x-low=1", "X-UP=2", "x-low=3", "Content-Length=2", "X-Empty=",
      ])
    #expect(try response.body.read(0..<9) == Array("ok".utf8))
    #expect(response.body.isComplete)
    #expect(response.bytesOnWire == 2)
  }

  @Test("HTTP/1.0, without a length, to the end of the connection")
  func old() async throws {
    let response = try await answer("HTTP/1.0 200\r\n\r\nall of it")
    #expect(response.head.version == .http1_0)
    #expect(response.head.status.reasonPhrase == "")
    #expect(response.body.count == 9)
  }

  @Test("Interim responses are not the response")
  func interim() async throws {
    let response = try await answer(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nX: y\r\n\r\n"
    )
    #expect(response.head.status.code == 204)
    #expect(response.head.headers.map(\.name.rawName) == ["X"])
  }

  @Test("101 ends the transfer, since what follows is not HTTP")
  func switching() async throws {
    let response = try await answer("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}")
    #expect(response.head.status.code == 101)
    #expect(response.body.count == 0)
  }

  @Test("Chunks are joined, and trailers are no headers")
  func trailers() async throws {
    let response = try await answer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\nX-Sum: 7\r\n\r\n"
    )
    #expect(try response.body.read(0..<9) == Array("onetwo".utf8))
    #expect(response.head.headers[HTTPField.Name("X-Sum") ?? .accept] == nil)
    #expect(response.head.headers.count == 2)
  }

  @Test("A transfer has no dns, connect and tls on a connection that was kept")
  func keptAlive() async throws {
    let server = try RawServer.answering(.text("ok"))
    let first = try #require(await transport.get(server.url).response)
    let second = try #require(await transport.get(server.url).response)
    #expect(!first.timings.reusedConnection)
    #expect(first.timings.connect > .zero)
    #expect(first.timings.remoteAddress == "127.0.0.1:\(server.port)")
    #expect(second.timings.reusedConnection)
    #expect(second.timings.dns + second.timings.connect + second.timings.tls == .zero)
    #expect(second.timings.firstByte > .zero)
    #expect(second.timings.total >= second.timings.firstByte + second.timings.transfer)
    #expect(server.connectionCount == 1)
  }

  @Test("A kept connection that the server has closed is replaced, and the request told as sent once")
  func closedMeanwhile() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.text("ok"))
    }
    for number in 1...3 {
      let told = await transport.get(server.url)
      #expect(told.words == ["sent", "head", "finished"])
      try await server.waitUntilIdle()
      #expect(server.connectionCount == number)
    }
  }

  /// Sends 50 bytes, and the other 50 when half of them were told.
  private func progress(every interval: Duration?) async throws -> [TransferProgress] {
    let half = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated(String(repeating: "a", count: 50), promising: 100))
      try half.wait()
      try connection.send(String(repeating: "b", count: 50))
    }
    let told = Told()
    let options = TransferOptions(progressInterval: interval)
    _ = transport.start(TransportRequest(method: .get, url: server.url, options: options)) { event in
      told.take(event)
      if case .head = event { half.open() }
    }
    return await told.wait().progress
  }

  @Test("Progress is told as it happens, and never twice the same")
  func progress() async throws {
    let told = try await progress(every: .zero)
    #expect(told.last == TransferProgress(received: 100, expectedToReceive: 100))
    #expect(Set(told).count == told.count)
    #expect(told.map(\.received) == told.map(\.received).sorted())
  }

  @Test("Progress is told at most once an interval and at the end, and not at all when nobody asks")
  func seldomProgress() async throws {
    let seldom = try await progress(every: .seconds(3600))
    #expect(seldom.count <= 2)
    #expect(seldom.last?.received == 100)
    #expect(try await progress(every: nil) == [])
  }
}
