import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("A stream that was stopped, or broke off, is kept with what had come", .timeLimit(.minutes(1)))
struct InterruptedStreamTests {
  private let folder = TemporaryFolder()
  private static let events = "data: 1\n\ndata: 2\n\n"

  private static func start(of type: String) -> RawReply {
    RawReply(
      headers: ["Content-Type: \(type)", "Transfer-Encoding: chunked"],
      body: Array("\(String(events.utf8.count, radix: 16))\r\n\(events)\r\n".utf8))
  }

  private func kept(_ store: Store, after send: (Client) async throws -> Void) async throws -> KeptExchange {
    let client = Client(repository: store)
    try await client.open()
    var changes = store.history.changes.makeAsyncIterator()
    try await send(client)
    _ = await changes.next()
    let newest = try #require(try await store.history.recent(1).first)
    return try #require(try await store.history.exchange(newest.id))
  }

  @Test(
    "One that broke off has its status, its events and the reason",
    arguments: ["text/event-stream", "application/x-ndjson"])
  func brokenOff(type: String) async throws {
    let store = try await Store.opened(in: folder)
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(Self.start(of: type))
    }
    let kept = try await kept(store) { client in
      await #expect(throws: RequestError.self) { try await client.send(.get(server.url).named("events")) }
    }
    let response = try #require(kept.exchange.response)
    let body = String(decoding: try response.body.all(), as: UTF8.self)
    #expect(response.status == .ok && body == Self.events)
    let reason = try #require(kept.exchange.interruption)
    #expect(reason.kind != .cancelled && kept.entry.errorCode == reason.code && kept.entry.status == 200)
    #expect(try await store.history.lastResponse(named: "events") == nil)
    await store.close()
  }

  @Test("One that was stopped says so, and its body is in a file where it is large", arguments: [1, 100_000])
  func stopped(repeats: Int) async throws {
    let store = try await Store.opened(in: folder)
    let piece = Self.start(of: "text/event-stream").bytes
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(piece)
      let chunk = Array("\(String(Self.events.utf8.count, radix: 16))\r\n\(Self.events)\r\n".utf8)
      for _ in 1..<max(2, repeats) { try connection.send(chunk) }
      connection.waitForClose()
    }
    let wanted = Self.events.utf8.count * max(2, repeats)
    let kept = try await kept(store) { client in
      let call = client.prepare(.get(server.url).options(TransferOptions(progressInterval: .milliseconds(1))))
      let (news, told) = AsyncStream.makeStream(of: Void.self)
      call.onChange { _ in told.yield() }
      call.start()
      for await _ in news where call.arriving?.body.count ?? 0 >= wanted { break }
      call.cancel()
    }
    let response = try #require(kept.exchange.response)
    #expect(kept.exchange.interruption?.kind == .cancelled && kept.entry.errorCode == "network.cancelled")
    #expect(response.body.count == wanted && response.body is KeptBody == (wanted > BodyLimits.row))
    #expect(response.timings.total > .zero && kept.entry.size == wanted)
    await store.close()
  }

  @Test("Any other body that broke off is kept as far as it came, and is no last response", arguments: [true, false])
  func others(isReset: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated(#"{"a": 1, "b"#, promising: 400))
      if isReset { connection.reset() }
    }
    let kept = try await kept(store) { client in
      await #expect(throws: RequestError.self) { try await client.send(.get(server.url).named("cut")) }
    }
    // A reset may come before anything was read.
    if let response = kept.exchange.response {
      #expect(String(decoding: try response.body.all(), as: UTF8.self) == #"{"a": 1, "b"#)
      #expect(kept.exchange.interruption?.kind == (isReset ? .reset : .truncated) && kept.entry.status == 200)
    } else {
      #expect(isReset && kept.entry.errorCode == "network.reset")
    }
    #expect(try await store.history.lastResponse(named: "cut") == nil)
    await store.close()
  }

  @Test("A head without a body, and a body that somebody cancelled, stay failures", arguments: [true, false])
  func nothing(isCancelled: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated(isCancelled ? "begun" : "", promising: 400))
      if isCancelled { connection.waitForClose() }
    }
    let kept = try await kept(store) { client in
      let call = client.prepare(.get(server.url).options(TransferOptions(progressInterval: .milliseconds(1))))
      let (news, told) = AsyncStream.makeStream(of: Void.self)
      call.onChange { _ in told.yield() }
      call.start()
      if isCancelled { for await _ in news where call.arriving?.body.count ?? 0 > 0 { break } }
      if isCancelled { call.cancel() } else { _ = try? await call.response() }
    }
    #expect(kept.exchange.response == nil && kept.exchange.interruption == nil && kept.entry.status == nil)
    await store.close()
  }

  @Test("What an attempt before had brought is not taken for what the last one did")
  func attempts() async throws {
    let store = try await Store.opened(in: folder)
    let replies = Monitor([Self.start(of: "text/event-stream").bytes, Array("nonsense\r\n\r\n".utf8)][...])
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(replies.withLock { $0.removeFirst() })
    }
    let kept = try await kept(store) { client in
      let request = Request.get(server.url).retrying(RetryPolicyOnce())
      await #expect(throws: RequestError.self) { try await client.send(request) }
    }
    #expect(kept.exchange.failedAttempts.count == 1)
    #expect(kept.exchange.response == nil && kept.entry.errorCode == "network.malformedAnswer")
    await store.close()
  }

  @Test("The reason comes back, whether the exchange is encrypted or not", arguments: [false, true])
  func reason(isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let secrets = isSecret ? Secrets(["page=2"]) : Secrets()
    var exchange = Exchange.answered(text: Self.events, secrets: secrets)
    exchange.interruption = TransportError(.reset, "The connection was reset.", detail: "errno 104")
    try await store.keep(exchange)
    let found = try #require(try await store.history.exchange(exchange.id)).exchange
    #expect(found.interruption == exchange.interruption && found.isSecret == isSecret)
    let line = try #require(ExchangeJSON(secrets: nil).line(of: exchange))
    let read = try ExchangeReading(line).exchange(request: nil, response: InMemoryBytes(Self.events))
    #expect(read.interruption == exchange.interruption)
    await store.close()
  }
}

private struct RetryPolicyOnce: RetryPolicy {
  func rejects(_ response: Response) -> Bool { false }
  func decision(after attempt: FailedAttempt) async -> RetryDecision { attempt.number == 1 ? .now : .no }
}
