import ParleyEngine
import Testing

/// The rows T and G of the feature table, each tried as a program of somebody else would.
@Suite("Rows T and G: traffic and groups, as a consumer sees them")
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
    let call = client.prepare(bad.retrying(.attempts(3, delay: .seconds(1000))))
    call.start()
    var wait: Duration?
    for await case .event(let event) in events {
      if case .retrying(_, let retry) = event.kind { wait = retry.wait }
      if wait != nil { break }
    }
    #expect(wait == .seconds(1000))
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
    while !settled(calls[0], backend) { await Task.yield() }
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
    let ends = try await twice(policy, settled: { first, _ in first.state.isFinal })
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
    let (gate, client) = (Gate(), Client())
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
    var calls = start(0..<4)
    while backend.asked.count < 4 { await Task.yield() }
    client.poolSize = 2
    calls += start(4..<8)
    client.poolSize = 6
    while backend.asked.count < 6 { await Task.yield() }
    client.poolSize = 1
    #expect(backend.asked.count == 6)
    gate.open()
    for call in calls { #expect(try await call.response().status == .ok) }
  }

  @Test("G1: a concurrent group has its results in order, whatever failed")
  func concurrent() async throws {
    let (client, _) = try client()
    let group = RequestGroup.concurrent([
      .request(.get("/a")), .request(.get("/bad").validating(.status(200))), .request(.get("/c")),
    ])
    let events = client.events.subscribe()
    let result = await client.run(group).result()
    let done = events.told().compactMap { if case .groupDone(let done) = $0.kind { done } else { nil } }
    #expect(done.count == 1 && done.first?.groupID == result.groupID)
    #expect(result.results.map(\.succeeded) == [true, false, true])
    #expect(result.results[0].value?["path"] == "/a")
    #expect(result.results[2].value?["path"] == "/c" && !result.stopped)
  }

  @Test("G1: all start before the first ends")
  func atOnce() async throws {
    let gate = Gate()
    let backend = try Backend { _ in
      gate.pass()
      return .text("ok")
    }
    let client = Client()
    let run = client.run(.concurrent((0..<5).map { .request(.get("\(backend.address)/\($0)")) }))
    while backend.asked.count < 5 { await Task.yield() }
    gate.open()
    #expect(await run.result().succeeded)
  }

  @Test("G2: a serial group stops at a failure, or goes on where it is told to")
  func serial() async throws {
    let (client, backend) = try client()
    let nodes: [Node] = [.request(.get("/bad").validating(.status(200))), .request(.get("/after"))]
    #expect(await client.run(.serial(nodes)).result().stopped)
    #expect(backend.asked.map(\.path) == ["/bad"])
    #expect(await !client.run(.serial(onFailure: .continue, nodes)).result().stopped)
    #expect(backend.asked.map(\.path) == ["/bad", "/bad", "/after"])
  }

  @Test("G3: a model is made of the result before")
  func chaining() async throws {
    let (client, backend) = try client()
    let group = RequestGroup.serial([
      .request(.get("/first").model(["first": 1] as JSONValue)).chaining { _ in ["none": 1] },
      .request(.post("/second")).chaining { ["from": $0.value?["path"] ?? .null] },
      .request(.post("/third").model(["third": 3] as JSONValue)).chaining { _ in nil },
    ])
    #expect(await client.run(group).result().succeeded)
    #expect(backend.asked[0].query == "first=1")
    #expect(backend.asked[1].json == ["from": "/first"] && backend.asked[2].body.isEmpty)
  }

  @Test("G4: a local job's result is the next one's input, and it is told by its name")
  func jobs() async throws {
    let (client, backend) = try client()
    let events = client.events.subscribe()
    let job = LocalJob("greet") { input in ["hello": input.value?["path"] ?? "nobody"] }
    let group = RequestGroup.serial([
      .request(.get("/ada")), .job(job), .request(.post("/last")).chaining { $0.value },
    ])
    #expect(await client.run(group).result().succeeded)
    #expect(backend.asked.last?.json == ["hello": "/ada"])
    #expect(await client.run(job).value == ["hello": "nobody"])
    let told = events.told().compactMap { if case .custom(let custom) = $0.kind { custom.identifier } else { nil } }
    #expect(told == ["greet", "greet"])
    let beside = RequestGroup.serial([.request(.get("/ada")), .group(.concurrent([.job(job)]))])
    #expect(await client.run(beside).result().results[1].results.first?.value == ["hello": "nobody"])
  }

  @Test("G5: a completion handler replaces a result, which later nodes see")
  func completions() async throws {
    let (client, backend) = try client()
    let group = RequestGroup.serial([
      .request(.get("/a")).completing { _ in .value(["own": true]) },
      .request(.post("/b")).chaining { $0.value },
    ])
    #expect(await client.run(group).result().succeeded)
    #expect(backend.asked.last?.json == ["own": true])
    let kept = RequestGroup.serial([.request(.get("/a")).completing { _ in nil }])
    #expect(await client.run(kept).result().results[0].value?["path"] == "/a")
  }

  @Test("G5: a single request's handler replaces its result, or keeps it")
  func completion() async throws {
    let (client, _) = try client()
    let refused = Request.get("/bad").validating(.status(200))
    #expect(try await client.send(.get("/a").completing { _ in nil }).status == .ok)
    let good = try await client.send(.get("/good"))
    let replaced = try await client.send(
      refused.completing { result in
        result.failed ? CallResult(good) : nil
      })
    #expect(replaced.status == .ok && replaced.isAccepted)
  }

  @Test("G6: a group's result has every node's, the caller's identifier and one of its own")
  func groupResult() async throws {
    let (client, _) = try client()
    let nodes: [Node] = [.request(.get("/bad").validating(.status(200))), .request(.get("/never"))]
    let first = await client.run(.serial(nodes), callID: "button").result()
    let second = await client.run(.serial(nodes)).result()
    #expect(first.callID == "button" && second.callID == nil && first.groupID != second.groupID)
    #expect(second.groupID != "group" && !first.groupID.isEmpty)
    #expect(first.results.map(\.state) == [.failed, .neverRan] && first.stopped)
  }

  @Test("G7: an aggregate is one handle: its fraction is live, its failures cancel nobody, and it tells all at the end")
  func aggregate() async throws {
    let gate = Gate()
    let half = try Backend { _ in
      var reply = Reply.text("0123456789")
      reply.pause = (after: 5, gate: gate)
      return reply
    }
    let (client, _) = try client()
    let screen = Screen()
    let aggregate = client.prepare(.get(half.address)).together(
      with: client.prepare(.get("/bad").validating(.status(200))))
    aggregate.then { results in screen.show(results.map(\.failed)) }.start()
    while aggregate.fraction < 0.75 { await Task.yield() }
    #expect(aggregate.fraction == 0.75 && aggregate.failed && !aggregate.completed)
    gate.open()
    #expect(await screen.wait(for: 1) == ["[false, true]"])
    #expect(aggregate.completed && aggregate.fraction == 1)
  }

  @Test("G7: an aggregate of a list has its results in order, and cancels all that have not ended")
  func aggregateOfList() async throws {
    let (client, _) = try client()
    let requests = [Request.get("/a"), .get("/bad").validating(.status(200)), .get("/c")]
    let results = await Aggregate(requests.map(client.prepare)).results()
    #expect(results.map(\.failed) == [false, true, false])
    #expect(try results[2].response?.json()["path"] == "/c")
    let gate = Gate()
    let slow = try Backend { _ in
      var reply = Reply.text("0123456789")
      reply.pause = (after: 5, gate: gate)
      return reply
    }
    let calls = (0..<2).map { client.prepare(.get("\(slow.address)/\($0)")) }
    let aggregate = Aggregate(calls)
    aggregate.start()
    while aggregate.fraction < 0.5 { await Task.yield() }
    calls[0].pause()
    #expect(aggregate.fraction == 0.5 && !aggregate.completed && !aggregate.failed)
    aggregate.cancel()
    let ended = await aggregate.results()
    #expect(ended.map { $0.error?.code } == ["request.cancelled", "request.cancelled"])
    #expect(aggregate.failed && aggregate.completed)
    gate.open()
  }
}
