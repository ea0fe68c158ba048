import GRDB
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Runs on disk", .timeLimit(.minutes(2)))
struct RunStoreTests {
  let folder = TemporaryFolder()
  private let transport = RecordingTransport(status: 200, body: #"{"id":9007199254740993}"#)

  private func ran(_ group: RequestGroup, in store: Store, _ options: (inout RunOptions) -> Void = { _ in })
    async throws
    -> Run
  {
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport, repository: store)
    try await client.open()
    var choices = RunOptions(callID: "c1", repository: store, environment: "local")
    options(&choices)
    let run = client.run(group, choices)
    _ = await run.result()
    try await store.events.flush()
    return run
  }

  private let group = RequestGroup.serial([
    .request(.get("/a")).named("a"),
    .job("pick") { input in input.steps["a"]?.value?["id"] },
    .job("bad") { _ in throw GroupError.threw("on purpose") },
    .request(.get("/never")),
  ]).named("checkout")

  @Test("A recording comes back as it was, and lists show its run")
  func comesBack() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(group, in: store)
    let recording = try #require(try await store.runs.recording(of: run.groupID))
    #expect(recording == run.recording && recording.summary.state == .failed)
    let id = try #require(JSONNumber("9007199254740993"))
    #expect(recording.node(named: "pick")?.output == .value(.number(id)))
    let kept = try #require(try await store.runs.recent(5, group: "checkout").first)
    #expect(kept.summary == run.recording.summary && kept.sequence == 1 && !kept.isPinned)
    #expect(try await store.runs.run("1") == kept)
    #expect(try await store.runs.recent(5, group: "other").isEmpty)
    #expect(try await store.runs.recent(5, before: 1).isEmpty)
    await store.close()
  }

  @Test("What was noted of a step comes back, and what an older version wrote is read")
  func notes() throws {
    var node = NodeRecord(
      path: .root.node(0), name: "a", kind: .request, state: .succeeded, startedAt: Timestamp(microseconds: 1))
    node.made.warnings = ["{{input}} is null."]
    node.made.sharedTransfers = [
      .init(exchange: ExchangeID(rawValue: "1"), of: ExchangeID(rawValue: "2"), step: .root.node(1))
    ]
    node.made.elements = 8
    node.made.held = .milliseconds(1500)
    node.interventions = [.listReplaced]
    node.attempts = [
      NodeRecord.Attempt(startedAt: Timestamp(microseconds: 2), state: .failed),
      NodeRecord.Attempt(startedAt: Timestamp(microseconds: 3), endedAt: Timestamp(microseconds: 9), state: .succeeded),
    ]
    node.attempts[1].phases = AttemptPhases(waiting: .microseconds(4), transfer: .microseconds(2))
    #expect(try NodeContent.read(NodeContent.write(node, at: node.path.description)) == node)
    let old = #"{"steps":["1"],"sharedReads":[],"sharedWrites":[],"sources":[]}"#
    let notes = try JSONValue(parsing: old).decode(NodeTrace.Notes.self)
    #expect(notes.steps == [.root.node(0)] && notes.warnings.isEmpty && notes.sharedTransfers.isEmpty)
    #expect(notes.elements == nil)
    #expect(try JSONValue(encoding: notes) == JSONValue(parsing: old))
  }

  @Test("A response is in the history once, and the recording names it")
  func namesExchanges() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(group, in: store)
    let exchange = try #require(run.recording.node(named: "a")?.exchange)
    #expect(try await store.history.exchange(exchange)?.exchange.response?.status == .ok)
    #expect(try await store.history.count() == 1)
    await store.close()
  }

  @Test("What a secret touched is sealed, and nothing of it stands in the file")
  func sealed() async throws {
    let store = try await Store.opened(in: folder)
    let secret = "correct horse battery"
    let group = RequestGroup.serial([
      .request(.get("/a").keepingSecret(secret)), .job("derived") { input in input.value.map { _ in .string(secret) } },
    ])
    let run = try await ran(group, in: store)
    #expect(try await store.runs.recording(of: run.groupID) == run.recording)
    #expect(run.recording.nodes.map(\.isSecret) == [true, true])
    await store.close()
    for name in Disk.names(in: folder("store")) where name.hasPrefix("log.sqlite") {
      #expect(!String(decoding: Disk.read(folder("store/\(name)")), as: UTF8.self).contains(secret))
    }
  }

  @Test("kill -9 leaves a run that shows as interrupted at the next start, with all that was on screen")
  func interrupted() async throws {
    let torture = try #require(Torture("run", folder("store"), folder("key")))
    let id = try #require(await torture.lines(killedAfter: 1).first)
    let store = try await Store.opened(in: folder)
    let recording = try #require(try await store.runs.recording(of: id))
    #expect(recording.summary.state == .interrupted && recording.summary.group == "endless")
    #expect(recording.node(named: "first")?.output == .value("done"))
    #expect(recording.node(named: "second")?.state == .running)
    // It ended, as far as anybody knows, with the last that was told of it.
    #expect(recording.summary.endedAt == recording.node(named: "second")?.attempts.last?.startedAt)
    await store.close()
  }

  @Test("Nodes that have begun stand in one row, besides those that are sealed or large, until their run has ended")
  func begun() async throws {
    let store = try await Store.opened(in: folder)
    var summary = RunRecording.Summary(id: "r", group: "g", startedAt: .now())
    var nodes = (0..<5).map { NodeRecord.begun($0) }
    nodes[1].isSecret = true
    nodes[2].input = .value(.string(String(repeating: "a", count: 5000)))
    store.note(.began(summary, of: []))
    for node in nodes { store.note(.nodeBegan(node, of: "r")) }
    try await store.events.flush()
    #expect(try await rows(of: "run_begun", in: store) == 1)
    #expect(try await rows(of: "run_node", in: store) == 2)
    #expect(try await store.runs.recording(of: "r")?.nodes == nodes)
    nodes[0].state = .succeeded
    store.note(.node(nodes[0], of: "r"))
    try await store.events.flush()
    #expect(try await store.runs.recording(of: "r")?.nodes == nodes)
    for index in nodes.indices { nodes[index].state = .cancelled }
    for node in nodes { store.note(.node(node, of: "r")) }
    summary.state = .stopped
    store.note(.ended(summary))
    try await store.events.flush()
    #expect(try await rows(of: "run_begun", in: store) == 0)
    #expect(try await store.runs.recording(of: "r")?.nodes == nodes)
    await store.close()
  }

  private func rows(of table: String, in store: Store) async throws -> Int? {
    try await store.access.opened().log.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  @Test("The run of a program that lives is not called interrupted by another")
  func alive() async throws {
    let store = try await Store.opened(in: folder)
    store.note(.began(.init(id: "r", group: "g", startedAt: .now()), of: []))
    try await store.events.flush()
    let other = try await Store.opened(in: folder)
    #expect(try await other.runs.run("r")?.summary.state == .running)
    await other.close()
    await store.close()
    let later = try await Store.opened(in: folder)
    #expect(try await later.runs.run("r")?.summary.state == .interrupted)
    await later.close()
  }

  @Test(
    "A recording of an older version opens: without the steps of its group, and nodes that do not say what they used")
  func older() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(group, in: store)
    let log = try store.access.opened().log
    try await log.write { database in
      try database.execute(sql: "UPDATE run SET outline = NULL")
      for row in try Row.fetchAll(database, sql: "SELECT path, content FROM run_node") {
        // As version 1 was: what came later stands behind it, and is not read.
        let content = [1] + (row.bytes(1) ?? []).dropFirst()
        try database.execute(
          sql: "UPDATE run_node SET content = ? WHERE path = ?", arguments: [content.databaseBlob, row[0] as String])
      }
    }
    let recording = try #require(try await store.runs.recording(of: run.groupID))
    #expect(recording.outline.isEmpty && run.recording.outline.map(\.name) == ["a", "pick", "bad", "GET /never"])
    #expect(recording.nodes.map(\.name) == run.recording.nodes.map(\.name))
    #expect(recording.nodes.map(\.made.usesInput) == [nil, nil, nil, nil])
    await store.close()
  }

  @Test("Another program hears at once that a run begins, ends, is pinned or deleted", .timeLimit(.minutes(1)))
  func heard() async throws {
    let (mine, theirs) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    mine.runs.onChange { continuation.yield() }
    let until: ([RunRecording.State], Bool) async throws -> Void = { states, isPinned in
      for await _ in changes {
        let kept = try await mine.runs.recent(9)
        if kept.map(\.summary.state) == states, kept.contains(where: \.isPinned) == isPinned { return }
      }
    }
    var summary = RunRecording.Summary(id: "r", group: "g", startedAt: .now())
    theirs.note(.began(summary, of: []))
    try await until([.running], false)
    summary.state = .failed
    theirs.note(.ended(summary))
    try await until([.failed], false)
    try await theirs.runs.setPinned(true, "r")
    try await until([.failed], true)
    try await theirs.runs.delete(["r"])
    try await until([], false)
    await theirs.close()
    await mine.close()
  }

  @Test("A run in a list took as long as its steps did, without the times in which it waited for a person")
  func waited() async throws {
    let store = try await Store.opened(in: folder)
    // An older one would not be kept.
    let start = Timestamp.now()
    var summary = RunRecording.Summary(id: "r", group: "g", startedAt: start)
    store.note(.began(summary, of: []))
    summary.endedAt = start.advanced(by: .seconds(60))
    (summary.state, summary.waited) = (.succeeded, .milliseconds(59_500))
    store.note(.ended(summary))
    await store.close()
    let again = try await Store.opened(in: folder)
    #expect(try await again.runs.recent(1).map(\.summary.duration) == [.milliseconds(500)])
    await again.close()
  }

  @Test("Another program hears that steps of a run went on; the one that runs it does not", .timeLimit(.minutes(1)))
  func heardOfSteps() async throws {
    let (mine, theirs) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let own = Notices()
    mine.runs.onProgress { continuation.yield() }
    theirs.runs.onProgress { own.note() }
    theirs.note(.began(RunRecording.Summary(id: "r", group: "g", startedAt: .now()), of: []))
    for index in 0..<3 {
      let path = NodePath.root.node(index)
      theirs.note(.node(NodeRecord(path: path, name: "a", kind: .job, state: .running, startedAt: .now()), of: "r"))
      for await _ in changes where try await mine.runs.recording(of: "r")?.nodes.count == index + 1 { break }
    }
    #expect(own.count == 0)
    #expect(try await mine.runs.recent(1).map(\.summary.state) == [.running])
    await theirs.close()
    await mine.close()
  }

  @Test(
    "The run of a program that is killed is interrupted at once for who has the store open", .timeLimit(.minutes(1)))
  func killedBeside() async throws {
    let store = try await Store.opened(in: folder)
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    store.runs.onChange { continuation.yield() }
    let torture = try #require(Torture("run", folder("store"), folder("key")))
    let id = try #require(await torture.lines(killedAfter: 1).first)
    for await _ in changes where try await store.runs.run(id)?.summary.state == .interrupted { break }
    #expect(try await store.runs.recent(1).map(\.summary.state) == [.interrupted])
    await store.close()
  }

  @Test("Deleted runs are gone with their nodes; the exchanges stay")
  func deleted() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(group, in: store)
    try await store.runs.delete([run.groupID, "unknown"])
    #expect(try await store.runs.recording(of: run.groupID) == nil)
    #expect(try await store.history.count() == 1)
    await store.close()
  }

  @Test("Old runs go with the retention; pinned ones stay, with the exchanges they need")
  func retention() async throws {
    let store = try await Store.opened(in: folder)
    let (pinned, old) = (try await ran(group, in: store), try await ran(group, in: store))
    try await store.runs.setPinned(true, pinned.groupID)
    store.retention = Retention(size: .max, age: .zero)
    await (try store.access.opened()).retention.settle()
    #expect(try await store.runs.recent(9).map(\.id) == [pinned.groupID])
    #expect(try await store.runs.recording(of: old.groupID) == nil)
    let exchange = try #require(pinned.recording.node(named: "a")?.exchange)
    #expect(try await store.history.exchange(exchange) != nil)
    #expect(try await store.history.count() == 1)
    await store.close()
  }

  @Test("A pinned replay keeps the exchanges that it took over, also when the run before is let go")
  func retentionOfReplay() async throws {
    let store = try await Store.opened(in: folder)
    let first = try await ran(group, in: store)
    let second = try await replayed(first, in: store)
    for id in [first.groupID, second.groupID] { try await store.runs.setPinned(true, id) }
    try await store.runs.setPinned(false, first.groupID)
    store.retention = Retention(size: .max, age: .zero)
    await (try store.access.opened()).retention.settle()
    #expect(try await store.runs.recent(9).map(\.id) == [second.groupID])
    let exchange = try #require(second.recording.node(named: "a")?.exchange)
    #expect(try await store.history.exchange(exchange) != nil)
    try await store.runs.setPinned(false, second.groupID)
    store.retention = Retention(size: .max, age: .zero)
    await (try store.access.opened()).retention.settle()
    #expect(try await store.history.count() == 0)
    await store.close()
  }

  private func replayed(_ first: Run, in store: Store) async throws -> Run {
    let recording = try #require(try await store.runs.recording(of: first.groupID))
    let replay = try await Replay(of: recording, from: .root.node(2), in: group) { id in
      try await store.history.exchange(id)?.exchange.response
    }
    return try await ran(group, in: store) { $0.replay = replay }
  }

  @Test("A replay from the store: recorded responses come from the history")
  func replay() async throws {
    let store = try await Store.opened(in: folder)
    let first = try await ran(group, in: store)
    let before = transport.requests.count
    let second = try await replayed(first, in: store)
    #expect(transport.requests.count == before)
    #expect(second.recording.node(named: "pick")?.output == first.recording.node(named: "pick")?.output)
    let origin = try await store.runs.run(second.groupID)?.summary.origin
    #expect(origin == .init(run: first.groupID, from: .root.node(2), isFork: false))
    await store.close()
  }
}

/// How often something was told.
private final class Notices: Sendable {
  private let told = Lock(0)
  func note() { told.withLock { $0 += 1 } }
  var count: Int { told.withLock { $0 } }
}
