import ParleyEngine
import Testing

/// The rows T of the feature table, each tried as a program of somebody else would.
@Suite("Rows T: traffic, as a consumer sees it", .timeLimit(.minutes(2)))
struct TrafficRowTests {
  /// As long as the test.
  private let backends = Lock<[Backend]>([])

  /// Fails with 503 the first times it is asked, then echoes.
  private func client(failing times: Int = 0) throws -> (Client, Backend) {
    let left = Lock(times)
    let backend = try Backend { asked in
      let fails = left.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0
      }
      return fails || asked.path == "/bad"
        ? .status(503) : .json(["path": .string(asked.path), "sent": asked.json ?? .null])
    }
    backends.withLock { $0.append(backend) }
    return (Client(.init(servers: Servers(Server(backend.address)))), backend)
  }

  @Test("T1: three retries are at most four sends, and each request counts by itself")
  func retries() async throws {
    let (client, backend) = try client(failing: 3)
    let request = Request.get("/").validating(.status(200)).retrying(.attempts(3))
    #expect(try await client.send(request).status == .ok)
    #expect(backend.asked.count == 4)
    let bad = Request.get("/bad").validating(.status(200)).retrying(.attempts(3))
    #expect(try await !client.send(bad).isAccepted)
    #expect(backend.asked.count == 8)
  }

  @Test("T1: a decision of one's own is asked with request, response and number, and may let time pass")
  func ownRetry() async throws {
    struct Asking: RetryPolicy {
      let screen: Screen
      func decision(after attempt: FailedAttempt) async -> RetryDecision {
        let status = attempt.response?.status.code ?? 0
        screen.show("\(attempt.number) \(attempt.request.endpoint) \(status) \(attempt.error.code)")
        return attempt.number < 3 ? .after(.milliseconds(1)) : .no
      }
    }
    let (client, backend) = try client()
    let screen = Screen()
    _ = try await client.send(.get("/bad").validating(.status(200)).retrying(Asking(screen: screen)))
    #expect(screen.lines == (1...3).map { "\($0) /bad 503 expectation.missed" })
    #expect(backend.asked.count == 3)
    await #expect(throws: RequestError.self) {
      try await client.send(.get("http://127.0.0.1:1/").retrying(Asking(screen: screen)))
    }
    #expect(screen.lines.last == "3 http://127.0.0.1:1/ 0 network.refused")
  }

  @Test("T1: a retry waits as long as it was told, and a cancelled request is sent no more")
  func waitingRetry() async throws {
    let (client, backend) = try client()
    let events = client.events.subscribe()
    let bad = Request.get("/bad").validating(.status(200))
    let call = client.prepare(bad.retrying(.attempts(3, delay: .seconds(100))))
    call.start()
    var wait: Duration?
    for await case .event(let event) in events {
      if case .retrying(_, let retry) = event.kind { wait = retry.wait }
      if wait != nil { break }
    }
    #expect(wait == .seconds(100))
    call.cancel()
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(backend.asked.count == 1)
  }

  @Test("T1: uploads and downloads are sent again, too")
  func retriedTransfers() async throws {
    let folder = try Folder()
    let file = try folder.write("{}", to: "file")
    let (client, backend) = try client(failing: 1)
    let upload = Request.put("/").body(.file(file)).validating(.status(200)).retrying(.attempts(1))
    #expect(try await client.send(upload).status == .ok)
    #expect(backend.asked.map(\.text) == ["{}", "{}"])
    let (other, failing) = try self.client(failing: 1)
    let download = Request.get("/").downloading(to: folder.path("got")).validating(.status(200)).retrying(.attempts(1))
    #expect(try await other.send(download).download?.path == folder.path("got"))
    #expect(failing.asked.count == 2)
  }

  @Test("T2: duplicates share, and a decision may hand out both completions")
  func duplicates() async throws {
    let gate = Gate()
    let backend = try Backend { _ in
      gate.pass()
      return .text("x")
    }
    let client = Client()
    client.configuration.duplicates = Duplicates(
      DeduplicationPolicy { _ in
        .tellBoth { result, first, current in
          first(CallResult(.cancelled))
          current(result)
        }
      })
    let events = client.events.subscribe()
    let calls = (0..<2).map { _ in client.prepare(.get(backend.address)) }
    calls[0].start()
    for await case .event(let event) in events { if case .sent = event.kind { break } }
    calls[1].start()
    for await case .event(let event) in events { if case .duplicate = event.kind { break } }
    gate.open()
    #expect(try await calls[1].response().text() == "x")
    await #expect(throws: RequestError.self) { try await calls[0].response() }
    #expect(backend.asked.count == 1)
  }

  /// What became of two equal requests in flight, and how often the server was asked.
  private func twice(
    _ policy: DeduplicationPolicy?, _ request: @escaping (String) -> Request = { .get($0) },
    second: ((String) -> Request)? = nil, settled: (Call, Backend) -> Bool = { _, _ in true }
  ) async throws -> (first: String, second: String, asked: Int) {
    let (gate, asked) = (Gate(), Lock(0))
    let backend = try Backend { _ in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      gate.pass()
      return .text("\(number)")
    }
    let client = Client()
    if let policy { client.configuration.duplicates = Duplicates(policy) }
    let events = client.events.subscribe()
    let calls = [client.prepare(request(backend.address)), client.prepare((second ?? request)(backend.address))]
    calls[0].start()
    for await case .event(let event) in events { if case .sent = event.kind { break } }
    calls[1].start()
    // The second is there as soon as anything is told of it.
    for await case .event(let event) in events where event.subject?.exchange == calls[1].id { break }
    try await until { settled(calls[0], backend) }
    gate.open()
    var ends: [String] = []
    for call in calls {
      do throws(RequestError) {
        let response = try await call.response()
        ends.append((try? response.text()) ?? "?")
      } catch {
        ends.append(error.code)
      }
    }
    return (ends[0], ends[1], backend.asked.count)
  }

  @Test("T2: the first is cancelled, kept, or joined; or each is sent")
  func decisions() async throws {
    let standard = try await twice(nil)
    #expect(standard == ("1", "1", 1))
    #expect(try await twice(.keepAll) == ("1", "1", 1))
    #expect(try await twice(.keepFirst) == ("1", "request.cancelled", 1))
    let latest = try await twice(.keepLatest, settled: { first, _ in first.state.isFinal })
    #expect(latest == ("request.cancelled", "1", 1))
    let anew = try await twice(.cancelFirst, settled: { _, backend in backend.asked.count == 2 })
    #expect(anew == ("request.cancelled", "2", 2))
    let all = try await twice(.sendAll)
    #expect(all.asked == 2 && all.first != all.second)
    let changing = try await twice(nil) { .post($0).body(.text("x")) }
    #expect(changing.asked == 2)
  }

  @Test("T2: a completion of one's own takes the place of both")
  func ownCompletion() async throws {
    let screen = Screen()
    let policy = DeduplicationPolicy { _ in .tell { screen.show((try? $0.response?.text()) ?? "–") } }
    let ends = try await twice(policy, settled: { $0.state.isFinal && $1.asked.count == 1 })
    #expect(ends == ("request.cancelled", "request.cancelled", 1))
    #expect(await screen.wait(for: 1) == ["1"])
  }

  @Test("T2: other headers, bodies and clients are no duplicates, and each kind is decided by itself")
  func noDuplicates() async throws {
    let headers = try await twice(.keepAll, { .get($0) }, second: { Request.get($0).header(.acceptLanguage, "de") })
    #expect(headers.asked == 2)
    let bodies = try await twice(
      .keepAll, { Request.get($0).body(.text("a")) }, second: { Request.get($0).body(.text("b")) })
    #expect(bodies.asked == 2)
    let duplicates = Duplicates(data: .keepAll, upload: .sendAll, download: .keepFirst)
    let folder = try Folder()
    let file = try folder.write("x", to: "file")
    for (request, asked) in [
      (Request.get("/"), 1), (Request.put("/").body(.file(file)), 2), (.get("/").downloading(to: folder.path("to")), 1),
    ] {
      let ends = try await twice(
        nil,
        { address in
          var own = request
          own.endpoint = address
          let isData = request.destination == .automatic
          own.duplicates = duplicates[request.body != nil ? .upload : isData ? .data : .download]
          return own
        })
      #expect(ends.asked == asked)
    }
  }

  @Test("T2: what a client says of uploads and downloads counts for these alone")
  func kinds() async throws {
    let folder = try Folder()
    let file = try folder.write("x", to: "file")
    let (gate, screen) = (Gate(), Screen())
    let backend = try Backend { _ in
      gate.pass()
      return .text("x")
    }
    let client = Client()
    func noting(_ kind: String) -> DeduplicationPolicy {
      DeduplicationPolicy { duplicate in
        screen.show("\(kind) \(duplicate.kind)")
        return .sendAll
      }
    }
    client.configuration.duplicates = Duplicates(
      data: noting("data"), upload: noting("upload"), download: noting("download"))
    let requests = [
      Request.get(backend.address), .put(backend.address).body(.file(file)),
      .get(backend.address).downloading(to: folder.path("to")),
    ]
    let calls = (requests + requests).map(client.prepare)
    for call in calls { call.start() }
    _ = await screen.wait(for: 3)
    gate.open()
    for call in calls { _ = try? await call.response() }
    #expect(screen.lines.sorted() == ["data data", "download download", "upload upload"])
  }

  @Test("T3: no more are in flight than the pool has places")
  func pool() async throws {
    let (now, most) = (Lock(0), Lock(0))
    let backend = try Backend { _ in
      let count = now.withLock { now in
        now += 1
        return now
      }
      most.withLock { $0 = max($0, count) }
      now.withLock { $0 -= 1 }
      return .text("ok")
    }
    let client = Client()
    client.poolSize = 1
    let calls = (0..<20).map { client.prepare(.get("\(backend.address)/\($0)")) }
    for call in calls { call.start() }
    for call in calls { #expect(try await call.response().status == .ok) }
    #expect(most.withLock { $0 } == 1)
  }

  @Test("T3: the pool has no limit at first, and grows and shrinks while requests run, none of which is cut")
  func changedPool() async throws {
    let (gate, client, other) = (Gate(), Client(), try Backend())
    let backend = try Backend { _ in
      gate.pass()
      return .text("ok")
    }
    func start(_ numbers: Range<Int>) -> [Call] {
      let calls = numbers.map { client.prepare(.get("\(backend.address)/\($0)")) }
      for call in calls { call.start() }
      return calls
    }
    #expect(client.poolSize == 0)
    let unlimited = start(0..<4)
    try await until { backend.asked.count == 4 }
    client.poolSize = 5
    let limited = start(4..<12)
    try await until { backend.asked.count == 5 }
    // The others have time to stand in line.
    for _ in 0..<5 { _ = try await Client().send(.get(other.address)) }
    #expect(backend.asked.count == 5)
    client.poolSize = 9
    try await until { backend.asked.count == 9 }
    client.poolSize = 1
    #expect(backend.asked.count == 9)
    gate.open()
    for call in unlimited + limited { #expect(try await call.response().status == .ok) }
  }
}
