import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("What a run of files keeps of them", .timeLimit(.minutes(2))) struct GroupRecordingTests {
  private let files = [
    "groups/g.yaml": """
    serial:
      - request: shop/list-all
      - { local: first, jq: '$steps.list_all[0]' }
      - { request: pay, when: '$steps.first.id == 1' }
    """,
    "requests/shop/list-all.yaml": "url: /list\nresponse: { root: result.items }\n",
    "requests/pay.yaml": "method: POST\nurl: /pay\n",
  ]

  private func workspace() throws -> SendingWorkspace {
    try SendingWorkspace([.json(#"{"result":{"items":[{"id":1}]},"other":[2]}"#), .json("{}")], files: files)
  }

  private func recorded(_ session: Session) async throws -> RunRecording {
    let run = try session.groups.run("g")
    #expect(await run.result().succeeded)
    try await session.flushEvents()
    return try await session.runs.recording(of: session.runs.kept("last"))
  }

  @Test("its steps come back with name, kind, method, request, means and notes, whatever the files say by then")
  func outline() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    _ = try await recorded(session)
    try workspace.folder.write("serial:\n  - { local: new, wait: 1ms }\n", to: "w/groups/g.yaml")
    try await session.reload()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    #expect(
      recording.outline == [
        StepOutline(
          .root.node(0), "list_all", .request, method: "GET", request: "shop/list-all",
          root: try ValuePath(parsing: ".result.items"), definition: "request: shop/list-all"),
        StepOutline(
          .root.node(1), "first", .job, means: "jq", definition: "local: first\njq: $steps.list_all[0]"),
        StepOutline(
          .root.node(2), "pay", .request, method: "POST", request: "pay", notes: ["when $steps.first.id == 1"],
          root: .root, definition: "request: pay\nwhen: $steps.first.id == 1"),
      ])
    await session.close()
  }

  @Test("what a step gave is read where it was read then")
  func root() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    let recording = try await recorded(session)
    try workspace.folder.write("url: /list\nresponse: { root: other }\n", to: "w/requests/shop/list-all.yaml")
    try workspace.folder.write("not a group\n", to: "w/groups/g.yaml")
    try await session.reload()
    let step = try #require(recording.node(named: "list_all"))
    #expect(try await RecordedOutputs(recording, in: session).output(of: step) == [["id": 1]])
    #expect(await session.runs.compare(recording, with: recording).isSame)
    await session.close()
  }

  @Test("a run is checked and run again by the names of its steps after others were put between")
  func checked() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    let recording = try await recorded(session)
    let changed = files["groups/g.yaml"]?.replacing("serial:\n", with: "serial:\n  - { local: early, wait: 1ms }\n")
    try workspace.folder.write(try #require(changed), to: "w/groups/g.yaml")
    try workspace.folder.write("method: POST\nurl: /pay\nexpect: { status: 404 }\n", to: "w/requests/pay.yaml")
    try await session.reload()
    let checks = try await session.runs.check(recording, of: session.groups.group("g"))
    #expect(
      checks.map { "\($0.path) \($0.name) \($0.validationFailure == nil)" } == ["2 list_all true", "4 pay false"])
    await session.close()
  }

  @Test("Where a value comes from names the step before only where that was used")
  func origins() async throws {
    let workspace = try SendingWorkspace(
      [.json(#"{"id":1}"#)],
      files: [
        "groups/g.yaml": """
        serial:
          - request: one
          - { local: unrelated, jq: '$vars.n', when: '$steps.one.id == 1' }
          - { request: two, as: plain }
          - { request: two, as: with, with: { query: { id: "{{input.id}}" } } }
          - { local: wait, wait: 1ms }
          - { local: list, jq: '[1, 2]' }
          - { local: each, each: '$steps.list', jq: '. + 1' }
          - serial:
              - { request: two, as: inner }
              - { local: asked, assert: ['$steps.one.id == 1'] }
        """,
        "environments/local.yaml": "vars: { n: 1 }\n", "requests/one.yaml": "url: /one\n",
        "requests/two.yaml": "url: /two\n",
      ])
    let session = try await workspace.open()
    let run = try session.groups.run("g")
    #expect(await run.result().succeeded)
    try await session.flushEvents()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    let origins = recording.nodes.map { "\($0.path) \($0.name): \(recording.origins(of: $0.path).map(\.description))" }
    #expect(
      origins == [
        #"1 one: []"#, #"2 unrelated: ["1"]"#, #"3 plain: []"#, #"4 with: ["3"]"#, #"5 wait: ["4"]"#, #"6 list: []"#,
        #"7 each: ["6"]"#, #"7[0] each: []"#, #"7[1] each: []"#, #"8 serial 8: []"#, #"8.1 inner: []"#,
        #"8.2 asked: ["8.1", "1"]"#,
      ])
    await session.close()
  }

  @Test(
    "A program that prints no JSON shows what it printed, but not where its input is a secret",
    arguments: [true, false])
  func printed(isSecret: Bool) async throws {
    let workspace = try SendingWorkspace(
      [.json(#"{"token":"hunter22-of-ada"}"#)],
      workspace: isSecret ? "shared: { token: { cipher: machine } }\n" : "",
      files: [
        "groups/g.yaml": "serial:\n  - request: one\n  - { local: show, run: [/bin/sh, -c, 'echo it is; cat'] }\n",
        "requests/one.yaml": "url: /one\ncapture: { token: .token }\n",
      ])
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let run = try session.groups.run("g")
    let error = try #require(await run.result().results.last?.error)
    #expect(error.code == "program.notJSON")
    #expect(error.detail == (isSecret ? nil : #"It printed: it is / {"token":"hunter22-of-ada"}"#))
    #expect(run.recording.node(named: "show")?.error?.detail == error.detail)
    await session.close()
  }
}
