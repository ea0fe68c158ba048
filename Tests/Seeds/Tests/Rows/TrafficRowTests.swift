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

  @Test("G1: a concurrent group has its results in order, whatever failed")
  func concurrent() async throws {
    let (client, _) = try client()
    let group = RequestGroup.concurrent([
      .request(.get("/a")), .request(.get("/bad").validating(.status(200))), .request(.get("/c")),
    ])
    let result = await client.run(group).result()
    #expect(result.results.map(\.succeeded) == [true, false, true])
    #expect(result.results[2].value?["path"] == "/c" && !result.stopped)
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
      .request(.get("/first")), .request(.post("/second")).chaining { ["from": $0.value?["path"] ?? .null] },
      .request(.post("/third")).chaining { _ in nil },
    ])
    #expect(await client.run(group).result().succeeded)
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
  }

  @Test("G6: a group's result has every node's, the caller's identifier and one of its own")
  func groupResult() async throws {
    let (client, _) = try client()
    let nodes: [Node] = [.request(.get("/bad").validating(.status(200))), .request(.get("/never"))]
    let first = await client.run(.serial(nodes), callID: "button").result()
    let second = await client.run(.serial(nodes)).result()
    #expect(first.callID == "button" && second.callID == nil && first.groupID != second.groupID)
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
}
