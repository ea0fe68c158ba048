import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Going on from an earlier run of a file", .timeLimit(.minutes(2))) struct GroupReplayTests {
  private func workspace() throws -> SendingWorkspace {
    try SendingWorkspace(
      [.json(#"{"cart":"A"}"#), .json("{}")],
      files: [
        "groups/g.yaml": """
        serial:
          - request: one
          - { local: see, jq: '[$shared.cart, $steps.one.cart] | join(" ")' }
          - { local: copy, set: { copy: "of {{shared.cart}}" } }
          - request: two
        """,
        "requests/one.yaml": "url: /one\ncapture: { cart: .cart }\n",
        "requests/two.yaml": """
        url: /two/:cart
        path: { cart: "{{shared.cart}}" }
        expect: { jq: '$shared.cart == "A"' }
        """,
      ])
  }

  @Test("Filters, templates, set and expectations see what the steps left out wrote, and nobody else does")
  func overlay() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    #expect(try await session.groups.run("g").result().succeeded)
    try await session.shared.set("cart", .text("B"))
    let run = try await session.groups.replay("g", from: "see", of: "last")
    let replay = await run.result()
    #expect(replay.succeeded, "\(replay.results.compactMap { $0.error?.description })")
    let read = SharedUse(key: "cart", value: .text("A"), isSecret: false)
    #expect(run.recording.node(named: "see")?.made.sharedReads == [read])
    #expect(replay.results[1].value == "A A")
    #expect(try await session.shared.get("copy") == .text("of A"))
    #expect(try await session.shared.get("cart") == .text("B"))
    #expect(workspace.server.requests.map(\.target) == ["/one", "/two/A", "/two/A"])
    await session.close()
  }

  @Test("A key that a step left out has removed is gone for filters too; one of its own is seen by all again")
  func own() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    let filter = try JQFilter(parsing: "[$shared.a, $shared.b, $shared.c]")
    for key in ["a", "b", "c"] { try await session.shared.set(key, .text("stored")) }
    let job = LocalJob("look") { input in
      let shared = try #require(input.shared)
      let before = await session.checks.filterInput(for: [filter], in: shared)
      try await shared.set("c", .text("written"))
      return [before.shared, await session.checks.filterInput(for: [filter], in: shared).shared]
    }
    let group = RequestGroup.serial([.job(LocalJob("old") { _ in nil }), .job(job)])
    var first = RunRecording(
      .init(id: "first", group: nil, startedAt: Timestamp(microseconds: 0)),
      nodes: [
        NodeRecord(
          path: .root.node(0), name: "old", kind: .job, state: .succeeded, startedAt: Timestamp(microseconds: 0))
      ])
    first.nodes[0].made.sharedWrites = [
      SharedUse(key: "a", value: .text("own"), isSecret: false), SharedUse(key: "b", value: nil, isSecret: false),
      SharedUse(key: "c", value: .text("secret"), isSecret: true),
    ]
    let replay = try await Replay(of: first, from: .root.node(1), in: group) { _ in nil }
    let result = await session.client.run(group, RunOptions(shared: session.shared, replay: replay)).result()
    #expect(
      result.results[1].value == [["a": "own"], ["a": "own", "c": "written"]],
      "\(String(describing: result.results[1].error))")
    await session.close()
  }

  @Test("Where another step stands now than was recorded, nothing is run")
  func changed() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    _ = try await session.groups.run("g").result()
    try workspace.folder.write(
      "serial:\n  - { local: other, jq: '1' }\n  - request: two\n", to: "w/groups/g.yaml")
    try await session.reload()
    let error = await #expect(throws: RecordingError.self) {
      try await session.groups.replay("g", from: "two", of: "last")
    }
    #expect(error?.summary == "The step 1 was one when the run was recorded, and is a different one now.")
    await session.close()
  }
}
