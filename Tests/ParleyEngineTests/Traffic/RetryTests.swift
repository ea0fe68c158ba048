import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Retry control", .timeLimit(.minutes(2)))
struct RetryTests {
  private static let refused = TransportError(.refused, "Nobody listens.")
  private static let accepting2xx = Validator.status(in: [200...299])

  private let clock = ManualClock()

  private func client(_ transport: any Transport) -> Client {
    Client(transport: transport, clock: clock)
  }

  @Test("A maximum of 3 makes at most four sends, and each request counts for itself")
  func maximum() async throws {
    let transport = RecordingTransport { _ in .failure(Self.refused) }
    let client = client(transport)
    for round in 1...2 {
      await #expect(throws: RequestError.self) { try await client.send(.get("http://h").retrying(.attempts(3))) }
      #expect(transport.requests.count == 4 * round)
    }
    #expect(clock.waits.isEmpty)
  }

  @Test("Without a control a failure stands")
  func none() async {
    let transport = RecordingTransport { _ in .failure(Self.refused) }
    await #expect(throws: RequestError.self) { try await client(transport).send(.get("http://h")) }
    #expect(transport.requests.count == 1)
  }

  @Test("A response that a validator rejects counts as failed, and the first good one ends it")
  func misses() async throws {
    let server = try RawServer.answering(inTurn: [
      .text("oh", status: "500 Oh"), .text("no", status: "502 No"), .text("yes"),
    ])
    let request = Request.get(server.url).validating(Self.accepting2xx).retrying(.attempts(5))
    let response = try await Client(clock: clock).send(request)
    #expect(response.status == .ok)
    #expect(server.requests.count == 3)
  }

  @Test("A response that nobody refuses is not asked for again")
  func accepted() async throws {
    let transport = RecordingTransport(status: 500)
    _ = try await client(transport).send(.get("http://h").retrying(.attempts(3)))
    #expect(transport.requests.count == 1)
  }

  @Test("The statuses of a ready control are retried without any validator, and no others")
  func statuses() async throws {
    let control = CountedRetry(maximum: 2, statuses: [429...429, 500...599])
    let transport = RecordingTransport(status: 503)
    _ = try await client(transport).send(.get("http://h").retrying(control))
    #expect(transport.requests.count == 3)
    let other = RecordingTransport(status: 404)
    _ = try await client(other).send(.get("http://h").validating(Self.accepting2xx).retrying(control))
    #expect(other.requests.count == 1)
  }

  @Test(
    "Waits grow as the backoff says",
    arguments: [
      (CountedRetry.Backoff.constant, [100, 100, 100]), (.linear, [100, 200, 300]), (.exponential, [100, 200, 400]),
    ])
  func backoff(_ backoff: CountedRetry.Backoff, _ waits: [Int]) async {
    let control = CountedRetry(maximum: 3, delay: .milliseconds(100), backoff: backoff)
    await fail(with: control)
    #expect(clock.waits == waits.map { .milliseconds($0) })
  }

  @Test("Jitter takes a part of the wait away, and no wait exceeds the longest")
  func jitter() async {
    let control = CountedRetry(
      maximum: 2, delay: .seconds(8), backoff: .exponential, jitter: 0.5, longestWait: .seconds(10), random: { 0.5 })
    await fail(with: control)
    #expect(clock.waits == [.seconds(6), .milliseconds(7500)])
  }

  private func fail(with control: CountedRetry) async {
    let transport = RecordingTransport { _ in .failure(Self.refused) }
    await #expect(throws: RequestError.self) { try await client(transport).send(.get("http://h").retrying(control)) }
  }

  @Test(
    "Retry-After replaces the delay, in seconds or as a date, and is not obeyed beyond the longest wait",
    arguments: [
      ("7", [Duration.seconds(7)]), ("Sun, 06 Nov 1994 08:49:37 GMT", [.seconds(37)]), ("86400", []),
      ("soon", [.seconds(1)]),
    ])
  func retryAfter(_ value: String, _ waits: [Duration]) async throws {
    let transport = RecordingTransport { request in
      let head = ResponseHead(url: request.url, status: .serviceUnavailable, headers: [.retryAfter: value])
      return .success(TransportResponse(head: head, body: InMemoryBytes("")))
    }
    // 1994-11-06T08:49:00Z
    let client = Client(
      transport: transport, now: { Timestamp(microseconds: 784_111_740_000_000) }, clock: clock)
    let control = CountedRetry(maximum: 1, delay: .seconds(1), statuses: [503...503])
    _ = try await client.send(.get("http://h").retrying(control))
    #expect(clock.waits == waits)
  }

  @Test("A control is asked with request, response and error, and may answer later")
  func asked() async throws {
    struct Control: RetryPolicy {
      let asked = Lock<[String]>([])

      func decision(after attempt: FailedAttempt) async -> RetryDecision {
        await Task.yield()
        asked.withLock {
          $0.append(
            "\(attempt.number) \(attempt.request.endpoint) \(attempt.response?.status.code ?? 0) \(attempt.error.code)")
        }
        return attempt.number == 1 ? .after(.seconds(2)) : .no
      }
    }
    let control = Control()
    let server = try RawServer.answering(.text("oh", status: "500 Oh"))
    let client = Client(clock: clock)
    let response = try await client.send(
      .get(server.url).validating(Self.accepting2xx).retrying(control))
    #expect(!response.isAccepted)
    #expect(control.asked.withLock { $0 } == [1, 2].map { "\($0) \(server.url) 500 expectation.missed" })
    #expect(clock.waits == [.seconds(2)])
  }

  @Test("A request that is cancelled is neither asked for nor sent again")
  func cancelled() async {
    let transport = RecordingTransport(answering: nil)
    let call = client(transport).prepare(.get("http://h").retrying(.attempts(3)))
    call.start()
    while transport.requests.isEmpty { await Task.yield() }
    call.cancel()
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(transport.requests.count == 1)
  }

  @Test("The wait before a retry, and a decision that never comes, end with the call", arguments: [true, false])
  func cancelledWhileWaiting(_ decides: Bool) async {
    struct Control: RetryPolicy {
      let decides: Bool
      let isAsked = Lock(false)

      func decision(after attempt: FailedAttempt) async -> RetryDecision {
        isAsked.withLock { $0 = true }
        if !decides { for await _ in AsyncStream<Never>.makeStream().stream {} }
        return .after(.seconds(3600))
      }
    }
    let (control, clock) = (Control(decides: decides), ManualClock(passes: false))
    let transport = RecordingTransport { _ in .failure(Self.refused) }
    let call = Client(transport: transport, clock: clock).prepare(.get("http://h").retrying(control))
    let waiting = Task { try await call.response() }
    while decides ? clock.waits.isEmpty : !control.isAsked.withLock({ $0 }) { await Task.yield() }
    call.cancel()
    let error = await #expect(throws: RequestError.self) { try await waiting.value }
    #expect(error?.code == "request.cancelled")
    #expect(transport.requests.count == 1)
  }
}
