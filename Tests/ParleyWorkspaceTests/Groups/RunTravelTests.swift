import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Runs on another machine", .timeLimit(.minutes(2))) struct RunTravelTests {
  private static let files = [
    "groups/g.yaml": """
    serial:
      - { local: fixed, jq: '{ id: 7 }' }
      - request: one
      - request: two
      - request: three
    """,
    "requests/one.yaml": "url: /one\nheaders: { X-Key: '{{secret}}' }\n",
    "requests/two.yaml": "url: /two/:id\npath: { id: '{{steps.fixed.id}}' }\n",
    "requests/three.yaml": "url: /three/:cart\npath: { cart: '{{steps.one.cart}}' }\n",
  ]

  private func workspace() throws -> SendingWorkspace {
    try SendingWorkspace(
      [.json(#"{"cart":"hunter2hunter2","note":"<script>alert(1)</script>"}"#), .json("{}"), .json("{}")],
      files: Self.files)
  }

  /// A run whose first response repeats a secret.
  private func run(in workspace: SendingWorkspace) async throws -> (Session, KeptRun) {
    let session = try await workspace.open()
    let result = await (try session.groups.run("g", given: ["secret": "hunter2hunter2"])).result()
    #expect(result.succeeded, "\(result.results.compactMap { $0.error?.description })")
    try await session.flushEvents()
    return (session, try await session.runs.kept("last"))
  }

  @Test("An imported run is replayed from a step that needs nothing masked, and refused where it would be sent")
  func replay() async throws {
    let here = try workspace()
    let (session, run) = try await run(in: here)
    let path = here.folder.path("run.json")
    _ = try await session.runs.export(run, to: path, sealed: false, by: NoPrompter())
    await session.close()

    let there = try workspace()
    let other = try await there.open()
    guard case .imported(let copy) = try await other.runs.importFile(from: path, by: NoPrompter()) else {
      Issue.record("It was known.")
      return
    }
    let replay = try await other.groups.replay("g", from: "two", of: copy.id)
    let results = await replay.result().results
    #expect(results[2].succeeded, "\(String(describing: results[2].error))")
    #expect(
      results[3].error?.summary
        == "The result of step 2 one is not known: it was masked when the run was exported.")
    #expect(there.server.requests.map(\.target) == ["/two/7"])
    await other.close()
  }

  @Test("A replay of a replay of a masked run sends no mask either", arguments: [1, 2, 3])
  func replayOfReplay(times: Int) async throws {
    let files = Self.files.merging([
      "groups/h.yaml": """
      serial:
        - request: one
        - { local: piece, jq: '$steps.one.cart[0:9]' }
        - { request: pay, with: { query: { cart: '{{steps.piece}}' } } }
        - { local: last, jq: '1' }
        - { local: end, jq: '2' }
      """,
      "requests/pay.yaml": "url: /pay\n",
    ]) { $1 }
    let replies = [RawReply.json(#"{"cart":"hunter2hunter2"}"#), .json("{}"), .json("{}")]
    let here = try SendingWorkspace(replies, files: files)
    let session = try await here.open()
    #expect(await (try session.groups.run("h", given: ["secret": "hunter2hunter2"])).result().succeeded)
    try await session.flushEvents()
    let path = here.folder.path("run.json")
    _ = try await session.runs.export(session.runs.kept("last"), to: path, sealed: false, by: NoPrompter())
    await session.close()

    let there = try SendingWorkspace(replies, files: files)
    let other = try await there.open()
    _ = try await other.runs.importFile(from: path, by: NoPrompter())
    for step in ["last", "end", "last"].prefix(times) {
      let again = try await other.groups.replay("h", from: step, of: other.runs.kept("last").id)
      #expect(await again.result().succeeded)
      try await other.flushEvents()
    }
    let recording = try await other.runs.recording(of: other.runs.kept("last"))
    #expect(recording.masked.count == 2 && recording.summary.imported == nil)
    let replay = try await other.groups.replay("h", from: "pay", of: other.runs.kept("last").id)
    let results = await replay.result().results
    #expect(results[2].error?.summary.contains("it was masked when the run was exported") == true, "\(results)")
    #expect(there.server.requests.isEmpty)
    await other.close()
  }

  @Test("What an imported run does not have is given by the names that its questions have, and nobody is asked")
  func given() async throws {
    let here = try workspace()
    let (session, run) = try await run(in: here)
    let path = here.folder.path("run.json")
    _ = try await session.runs.export(run, to: path, sealed: false, by: NoPrompter())
    await session.close()

    let there = try workspace()
    let other = try await there.open()
    guard case .imported(let copy) = try await other.runs.importFile(from: path, by: NoPrompter()) else {
      Issue.record("It was known.")
      return
    }
    let asked = Lock<Set<String>>([])
    let refused = try await other.groups.replay("g", from: "three", of: copy.id) { names in
      asked.withLock { $0 = names }
    }
    #expect(await !refused.result().succeeded)
    let names = asked.withLock { $0 }
    #expect(names == ["one.cart"])
    let given = Dictionary(uniqueKeysWithValues: names.map { ($0, "hunter3hunter3") })
    let replay = try await other.groups.replay("g", from: "three", of: copy.id, given: given)
    #expect(await replay.result().succeeded)
    #expect(there.server.requests.map(\.target) == ["/three/hunter3hunter3"])
    await other.close()
  }

  @Test("A run is checked and compared where its group's file is missing, as far as that goes")
  func withoutGroup() async throws {
    let here = try workspace()
    let (session, run) = try await run(in: here)
    let path = here.folder.path("run.json")
    _ = try await session.runs.export(run, to: path, sealed: false, by: NoPrompter())
    await session.close()
    let there = try SendingWorkspace()
    let other = try await there.open()
    _ = try await other.runs.importFile(from: path, by: NoPrompter())
    let recording = try await other.runs.recording(of: other.runs.kept("last"))
    #expect(recording.nodes.map(\.name) == ["fixed", "one", "two", "three"])
    #expect(await other.runs.compare(recording, with: recording).isSame)
    let output = try await RecordedOutputs(recording, in: other).output(of: recording.nodes[0])
    #expect(output == ["id": 7])
    await other.close()
  }

  @Test("A report is one page without scripts, in which nothing from a server is markup, and no secret stands")
  func report() async throws {
    let here = try workspace()
    let (session, run) = try await run(in: here)
    let path = here.folder.path("run.html")
    try await session.runs.exportReport(of: run, to: path)
    let html = String(decoding: try FileSystem.read(path, limit: 8 << 20), as: UTF8.self)
    #expect(!html.contains("<script") && html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!html.contains("hunter2") && html.contains(Secrets.mask))
    #expect(!html.contains("src=") && !html.contains("href="))
    for part in ["<svg", "Definition", "Request", "Response", "Output", "prefers-color-scheme"] {
      #expect(html.contains(part), "\(part)")
    }
    await #expect(throws: RunFileError.self) { try await session.runs.exportReport(of: run, to: path) }
    await session.close()
  }

  @Test("A name of a step is text in a report, whatever is in it")
  func escaping() throws {
    let start = Timestamp(microseconds: 0)
    var node = NodeRecord(
      path: .root.node(0), name: "<script>'\"&\u{1B}", kind: .job, state: .failed, startedAt: start)
    node.attempts = [.init(startedAt: start, endedAt: start.advanced(by: .seconds(1)), state: .failed)]
    let summary = RunRecording.Summary(id: "r", group: "<b>", startedAt: start)
    let hostile = "</pre><script>"
    let step = RunReport.Step(
      record: node, definition: hostile, input: hostile, request: hostile, response: hostile, output: hostile,
      sources: [hostile])
    let html = RunReport(recording: RunRecording(summary, nodes: [node]), number: 1, steps: [step]).html
    #expect(!html.contains("<script") && !html.contains("<b>") && !html.contains("\u{1B}"))
    #expect(html.components(of: "&lt;/pre&gt;&lt;script&gt;") == 6)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
