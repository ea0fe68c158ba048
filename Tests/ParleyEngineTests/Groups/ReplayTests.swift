import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Replay, fork and comparison of runs", .timeLimit(.minutes(2)))
struct ReplayTests {
  private final class Kept: ParleyEngine.Repository {
    private let exchanges = Lock<[ExchangeID: Exchange]>([:])
    func open() {}
    func keep(_ exchange: Exchange) { exchanges.withLock { $0[exchange.id] = exchange } }
    var bodies: (any BodyStorage)? { nil }
    func answer(_ id: ExchangeID) -> Response? { exchanges.withLock { $0[id] }?.response }
  }

  private let kept = Kept()
  private let transport = RecordingTransport { request in
    .success(TransportResponse(toyBody: #"{"path":"\#(request.path)"}"#, url: request.url))
  }

  private func client() async throws -> Client {
    let client = Client(
      ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport, repository: kept)
    try await client.open()
    return client
  }

  private let group = RequestGroup.serial([
    .request(.get("/a")).named("a"),
    .job("write") { input in
      try await input.shared?.set("key", "old run", writer: "write")
      return "written"
    },
    .group(
      .concurrent([
        .request(.get("/left")).named("left"),
        .request("start") { input in
          .get("/start/\(try await input.shared?.get("key")?.text?.first.map(String.init) ?? "-")")
        },
        .request(.get("/right")).named("right"),
      ])),
    .request("last") { input in
      .get(
        "/last\(input.steps["a"]?.value?["path"]?.string ?? "")\(input.steps["right"]?.value?["path"]?.string ?? "")")
    },
  ])
  private let start = NodePath.root.node(2).node(1)

  private func recorded(_ client: Client) async -> RunRecording {
    let run = client.run(group, RunOptions(shared: SharedData()))
    _ = await run.result()
    return run.recording
  }

  private func replay(
    _ recording: RunRecording, changing change: Replay.Change? = nil, from path: NodePath
  ) async throws -> Replay {
    try await Replay(of: recording, from: path, in: group, changing: change) { kept.answer($0) }
  }

  @Test("the steps before are not run again, nor what stands beside in a concurrent group")
  func replays() async throws {
    let client = try await client()
    let recording = await recorded(client)
    let before = transport.requests.count
    let shared = SharedData()
    let run = client.run(group, RunOptions(shared: shared, replay: try await replay(recording, from: start)))
    let result = await run.result()
    #expect(transport.requests.dropFirst(before).map(\.path) == ["/start/o", "/last/a/right"])
    #expect(result.succeeded && result.value == ["path": "/last/a/right"])
    #expect(run.recording.summary.origin == .init(run: recording.summary.id, from: start, isFork: false))
    // What the step that was left out wrote is seen by this run alone.
    #expect(try await shared.get("key") == nil)
  }

  @Test("a fork goes on with a change")
  func fork() async throws {
    let client = try await client()
    let recording = await recorded(client)
    let before = transport.requests.count
    let last = NodePath.root.node(3)
    let replay = try await replay(recording, changing: .request(.get("/other")), from: last)
    let run = client.run(group, RunOptions(shared: SharedData(), replay: replay))
    #expect(await run.result().succeeded && run.recording.summary.origin?.isFork == true)
    #expect(transport.requests.dropFirst(before).map(\.path) == ["/other"])
  }

  @Test("a fork goes on with another input")
  func forkedInput() async throws {
    let client = try await client()
    let chain = RequestGroup.serial([
      .request(.get("/a")), .request("next") { input in .get("/next\(input.value?["path"]?.string ?? "")") },
    ])
    let first = client.run(chain)
    _ = await first.result()
    let before = transport.requests.count
    let replay = try await Replay(
      of: first.recording, from: .root.node(1), in: chain, changing: .input(["path": "/own"])
    ) { kept.answer($0) }
    #expect(await client.run(chain, RunOptions(replay: replay)).result().succeeded)
    #expect(transport.requests.dropFirst(before).map(\.path) == ["/next/own"])
  }

  @Test("a response that the history has forgotten, and a step that is not there, are said so")
  func gone() async throws {
    let client = try await client()
    let recording = await recorded(client)
    await #expect(throws: RecordingError.answerGone("a")) {
      _ = try await Replay(of: recording, from: start, in: group) { _ in nil }
    }
    await #expect(throws: RecordingError.unknownStep(.root.node(7))) {
      _ = try await replay(recording, from: .root.node(7))
    }
  }

  private func notRun(_ nodes: [Node], from path: NodePath) async throws -> String? {
    let group = RequestGroup.serial(nodes)
    let run = try await client().run(group)
    _ = await run.result()
    let error = await #expect(throws: RecordingError.self) {
      _ = try await Replay(of: run.recording, from: path, in: group) { kept.answer($0) }
    }
    return error.map { "\($0.summary) \($0.advice ?? "")" }
  }

  @Test("a step whose turn did not come is no place to begin: it says which step failed, and where to begin")
  func notRun() async throws {
    let bad = Node.job("bad") { _ in throw GroupError.threw("on purpose") }
    let last = Node.request(.get("/last")).named("last")
    #expect(
      try await notRun([.request(.get("/a")), bad, last], from: .root.node(2))
        == "The step 3 last did not run in that run, because 2 bad failed before it. "
        + "Start at 2 bad or an earlier step, or run the whole group again.")
    let inner = Node.group(.serial([bad, .request(.get("/b"))]))
    let behind = Node.group(.serial([last]))
    let summary = try await notRun([inner, behind], from: .root.node(1).node(0))
    #expect(summary?.hasPrefix("The step 2.1 last did not run in that run, because 1.1 bad failed before it.") == true)
    let each = Node.job("pick") { if $0.value == 2 { throw GroupError.threw("no") } else { $0.value } }
      .each { _ in [1, 2, 3] }
    let element = try await notRun([each], from: .root.node(0).element(2))
    #expect(element?.hasPrefix("The step 1[2] pick did not run in that run, because 1[1] pick failed before") == true)
  }

  @Test("behind a failure that stopped nothing, and at a step that the file has gained since, a replay begins")
  func ranAfterAll() async throws {
    let client = try await client()
    let bad = Node.job("bad") { _ in throw GroupError.threw("on purpose") }
    var group = RequestGroup.serial(onFailure: .continue, [bad, .request(.get("/a"))])
    let run = client.run(group)
    _ = await run.result()
    group.nodes.append(.request(.get("/new")))
    for index in [1, 2] {
      let replay = try await Replay(of: run.recording, from: .root.node(index), in: group) { kept.answer($0) }
      let result = await client.run(group, RunOptions(replay: replay)).result()
      #expect(result.states.last == .succeeded)
    }
  }

  @Test("behind where a run was stopped, it says so")
  func stoppedBefore() async throws {
    let client = try await client()
    let debugger = Debugger()
    debugger.add(.before(.root.node(1)))
    let group = RequestGroup.serial([.request(.get("/a")), .request(.get("/b")), .request(.get("/c")).named("c")])
    let run = client.run(group, RunOptions(gates: [debugger]))
    run.start()
    await eventually { debugger.focus != nil }
    run.stop()
    _ = await run.result()
    let error = await #expect(throws: RecordingError.self) {
      _ = try await Replay(of: run.recording, from: .root.node(2), in: group) { kept.answer($0) }
    }
    #expect(
      error?.summary == "The step 3 c did not run in that run, because the run was stopped first.")
  }

  @Test("two runs are compared node by node: state, status, output, time")
  func compare() async throws {
    let client = try await client()
    let (left, recording) = (await recorded(client), await recorded(client))
    #expect(await comparison(left, recording).isSame)
    let change = Replay.Change.request(.get("/other"))
    let replay = try await replay(recording, changing: change, from: .root.node(3))
    let run = client.run(group, RunOptions(replay: replay))
    _ = await run.result()
    let rows = await comparison(left, run.recording).rows.filter { !$0.isSame }
    #expect(rows.map(\.name) == ["last"] && rows[0].slower != nil)
    #expect(
      rows[0].differences == [
        ValueDifference(path: try ValuePath(parsing: ".path"), left: "/last/a/right", right: "/other")
      ])
  }

  @Test("runs of a group that has changed between are compared by the names of its steps, and what did not run is told")
  func compareChanged() async throws {
    let client = try await client()
    let steps: [Node] = [
      .request(.get("/a")).named("a"), .group(.serial([.job("x") { _ in 1 }, .job("y") { _ in 2 }])),
      .request(.get("/b")).named("b"),
    ]
    let (old, new) = (
      RequestGroup.serial(steps), RequestGroup.serial([.job("new") { _ in throw GroupError.threw("no") }] + steps)
    )
    let left = await client.run(old).recorded()
    #expect(
      await comparison(left, await client.run(.serial([.job("zero") { _ in 0 }] + steps)).recorded()).rows
        .map { "\($0.path) \($0.name) \($0.isSame) \($0.isInLeft)" } == [
          "1 zero false false", "1 a true true", "2 group true true", "2.1 x true true", "2.2 y true true",
          "3 b true true",
        ])
    let stopped = await comparison(left, await client.run(new).recorded()).rows
    #expect(stopped.map(\.name) == ["new", "a", "group", "x", "y", "b"])
    #expect(stopped.map { $0.right?.state } == [.failed, .neverRan, .neverRan, nil, nil, .neverRan])
    #expect(stopped.dropFirst().allSatisfy { $0.isInLeft && $0.isInRight && !$0.isSame })
    var before = left
    before.outline = []
    #expect(await comparison(before, left).isSame)
  }

  private func comparison(_ left: RunRecording, _ right: RunRecording) async -> RunComparison {
    await RunComparison(left, right) { record in
      try await left.result(of: record, in: group) { kept.answer($0) }.value
    }
  }

  @Test("expectations are checked again on what was recorded, without sending")
  func check() async throws {
    let client = try await client()
    let recording = await recorded(client)
    let before = transport.requests.count
    var today = group
    today.nodes[0] = .request(.get("/a").validating(.status(200))).named("a")
    today.nodes[2] = .group(
      .concurrent([group.nodes[0], .request(.get("/start").validating(.status(201))).named("start")]))
    let checks = try await client.check(recording, of: today) { kept.answer($0) }
    #expect(checks.map(\.path.description) == ["1", "3.1", "3.2", "4"])
    #expect(checks.map { $0.validationFailure == nil } == [true, true, false, true])
    #expect(transport.requests.count == before)
  }

  @Test("expectations of each element are checked on the elements that were recorded")
  func checkEach() async throws {
    let client = try await client()
    let each = Node.request("each") { .get("/\($0.value?.int ?? 0)").validating(.status(200)) }.each { _ in [1, 2] }
    let run = client.run(.serial([each]))
    _ = await run.result()
    let today = RequestGroup.serial([each.each { _ in [7, 8, 9] }])
    let checks = try await client.check(run.recording, of: today) { kept.answer($0) }
    #expect(checks.map(\.path.description) == ["1[0]", "1[1]"])
  }
}

extension Run {
  fileprivate func recorded() async -> RunRecording {
    _ = await result()
    return recording
  }
}
