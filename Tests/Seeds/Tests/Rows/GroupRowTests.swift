import ParleyEngine
import Testing

/// The rows G of the feature table, each tried as a program of somebody else would.
@Suite("Rows G: groups and jobs, as a consumer sees them", .timeLimit(.minutes(2)))
struct GroupRowTests {
  private let backend: Backend
  private let client: Client

  init() throws {
    let backend = try Backend { asked in
      asked.path == "/bad" ? .status(503) : .json(["path": .string(asked.path), "sent": asked.json ?? .null])
    }
    self.backend = backend
    client = Client(.init(servers: Servers(Server(backend.address))))
  }

  @Test("G1: a concurrent group has its results in order, whatever failed")
  func concurrent() async throws {
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
    let inTurn = RequestGroup.concurrent(
      limit: 1, [.request(.get("/bad").validating(.status(200))), .request(.get("/d"))])
    #expect(await client.run(inTurn).result().results.map(\.state) == [.failed, .succeeded])
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
    run.start()
    try await until { backend.asked.count >= 5 }
    gate.open()
    #expect(await run.result().succeeded)
  }

  @Test("G2: a serial group stops at a failure, or goes on where it is told to")
  func serial() async throws {
    let nodes: [Node] = [.request(.get("/bad").validating(.status(200))), .request(.get("/after"))]
    #expect(await client.run(.serial(nodes)).result().stopped)
    #expect(backend.asked.map(\.path) == ["/bad"])
    #expect(await !client.run(.serial(onFailure: .continue, nodes)).result().stopped)
    #expect(backend.asked.map(\.path) == ["/bad", "/bad", "/after"])
  }

  @Test("G3: a model is made of the result before")
  func chaining() async throws {
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
    let nodes: [Node] = [.request(.get("/bad").validating(.status(200))), .request(.get("/never"))]
    let first = await client.run(.serial(nodes), callID: "button").result()
    let second = await client.run(.serial(nodes)).result()
    #expect(first.callID == "button" && second.callID == nil && first.groupID != second.groupID)
    let third = await client.run(.serial(nodes)).result()
    #expect(second.groupID != third.groupID && !first.groupID.isEmpty)
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
    let screen = Screen()
    let aggregate = client.prepare(.get(half.address)).together(
      with: client.prepare(.get("/bad").validating(.status(200))))
    aggregate.then { results in screen.show(results.map(\.failed)) }.start()
    try await until { aggregate.fraction >= 0.75 }
    #expect(aggregate.fraction == 0.75 && aggregate.failed && !aggregate.completed)
    gate.open()
    #expect(await screen.wait(for: 1) == ["[false, true]"])
    #expect(aggregate.completed && aggregate.fraction == 1)
  }

  @Test("G7: an aggregate of a list has its results in order, and cancels all that have not ended")
  func aggregateOfList() async throws {
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
    try await until { aggregate.fraction >= 0.5 }
    calls[0].pause()
    #expect(aggregate.fraction == 0.5 && !aggregate.completed && !aggregate.failed)
    aggregate.cancel()
    let ended = await aggregate.results()
    #expect(ended.map { $0.error?.code } == ["request.cancelled", "request.cancelled"])
    #expect(aggregate.failed && aggregate.completed)
    gate.open()
  }
}
