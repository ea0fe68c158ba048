import Glibc
import JQ
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What groups of files promise", .timeLimit(.minutes(2))) struct GroupPromiseTests {
  private func workspace(_ group: String, _ replies: [String] = ["{}"], files: [String: String] = [:]) throws
    -> SendingWorkspace
  {
    try SendingWorkspace(
      replies.map { .json($0) },
      files: files.merging(["groups/g.yaml": group, "environments/local.yaml": "vars: {}\n"]) { own, _ in own })
  }

  @Test("A program that hangs, floods, dies or prints half a JSON is a failure that says so, and nothing of it is left")
  func programs() async throws {
    let scripts = [
      "hangs": "trap '' TERM\nsleep 1000 &\necho $! >> pids\nwait\nwait",
      "half": "printf '{ \"a\": '", "floods": "head -c 100000000 /dev/zero | tr '\\0' x", "dies": "kill -9 $$",
      "leaves": "sleep 1000 &\necho $! >> pids\necho 1",
    ]
    let workspace = try workspace(
      """
      onFailure: continue
      serial:
        - { local: hangs, run: [./hangs.sh], timeout: 300ms }
        - { local: half, run: [./half.sh] }
        - { local: floods, run: [./floods.sh] }
        - { local: dies, run: [./dies.sh] }
        - { local: leaves, run: [./leaves.sh] }
      """,
      files: Dictionary(
        uniqueKeysWithValues: scripts.map { ("\($0).sh", "#!/bin/sh\necho $$ >> pids\n\($1)\n") }))
    for name in scripts.keys { #expect(chmod(workspace.folder.path("w/\(name).sh"), 0o755) == 0) }
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let result = try await session.groups.run("g").result()
    await session.close()
    #expect(
      result.results.map { $0.error?.code } == [
        "program.timedOut", "program.notJSON", "program.tooMuchOutput", "program.signaled", nil,
      ])
    #expect(result.results[4].value == 1)
    #expect(result.results[0].error?.summary == "The program ./hangs.sh took longer than 300ms.")
    #expect(result.results[2].error?.summary == "The program ./floods.sh printed more than 16 MB.")
    #expect(result.results[3].error?.summary == "The program ./dies.sh was ended by signal 9.")
    #expect(result.results.prefix(4).map { $0.error?.place } == (3...6).map { "groups/g.yaml:\($0):5" })
    let pids = String(decoding: try workspace.folder.read("w/pids"), as: UTF8.self).split { !$0.isNumber }.map(
      String.init)
    #expect(pids.count == 7)
    for pid in pids { #expect(try await isGone(pid)) }
  }

  @Test("A program gets no variable that the workspace reads a secret from, unless its step names it, and all others")
  func withheldVariables() async throws {
    let script = "#!/bin/sh\nprintf '\"%s\"' \"${HOME-none}\"\n"
    let home = getenv("HOME").map { String(cString: $0) } ?? "none"
    let workspace = try workspace(
      "serial:\n  - { local: a, run: [./p.sh] }\n  - { local: b, run: [./p.sh], env: HOME }\n",
      files: ["p.sh": script, "environments/local.yaml": "vars: { token: { secret: env HOME } }\n"])
    #expect(chmod(workspace.folder.path("w/p.sh"), 0o755) == 0)
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    #expect(session.workspace.diagnostics.isEmpty)
    let withheld = WithheldVariables(of: session.workspace).names
    #expect(withheld == ["HOME", "PARLEY_RUN_PASSPHRASE", "PARLEY_SHARED_PASSPHRASE"])
    let result = try await session.groups.run("g").result()
    #expect(result.results.map(\.value) == ["none", .string(home)])
    await session.close()
  }

  @Test("A run that is stopped ends its programs with all they started")
  func stoppedProgram() async throws {
    let workspace = try workspace(
      "serial:\n  - { local: p, run: [./p.sh] }\n",
      files: ["p.sh": "#!/bin/sh\nsleep 1000 &\necho $! $$ > told\nwait\n"])
    #expect(chmod(workspace.folder.path("w/p.sh"), 0o755) == 0)
    #expect(mkfifo(workspace.folder.path("w/told"), 0o600) == 0)
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let run = try session.groups.run("g")
    run.start()
    // Returns once the program has written both.
    let told = try await FinishedProcess.run("/usr/bin/timeout", ["30", "/bin/cat", workspace.folder.path("w/told")])
    run.stop()
    #expect(await run.result().results[0].state == .cancelled)
    await session.close()
    let pids = told.outputText.split { !$0.isNumber }.map(String.init)
    #expect(pids.count == 2)
    for pid in pids { #expect(try await isGone(pid)) }
  }

  @Test("A filter without end is its step's failure")
  func endless() async throws {
    #expect(try await failure(of: "last(range(1e18))", JQLimits(steps: 100_000)) == "jq.tooManySteps")
  }

  @Test("A filter that takes all memory is its step's failure")
  func hungry() async throws {
    #expect(try await failure(of: "[range(1e9)]", JQLimits(memory: 64 << 20)) == "jq.outOfMemory")
  }

  /// The error of a step with this filter, which it is told of at its place.
  private func failure(of filter: String, _ limits: JQLimits) async throws -> String? {
    let workspace = try workspace("serial:\n  - { local: a, jq: '\(filter)' }\n")
    let session = try await Session.open(
      at: workspace.folder.path("w"), state: StateFolder(path: workspace.folder.path("state")),
      jq: JQEvaluator(limits: limits))
    let result = try await session.groups.run("g").result()
    await session.close()
    let error = try #require(result.results.first?.error)
    #expect(error.place == "groups/g.yaml:2:21")
    return error.code
  }

  @Test("Stopping a concurrent group cancels what runs, and says what never started")
  func stopping() async throws {
    let workspace = try workspace(
      """
      concurrent:
        - { local: a, wait: 10m }
        - { local: b, jq: '1' }
        - { local: c, wait: 10m }
        - { request: never }
        - { serial: [{ local: e, wait: 1s }], as: inner }
      limit: 2
      """, files: ["requests/never.yaml": "url: /\n"])
    let session = try await workspace.open()
    let run = try session.groups.run("g")
    let changes = run.changes
    run.start()
    for await _ in changes where run.recording.node(named: "c")?.state == .running { run.stop() }
    let result = await run.result()
    #expect(result.results.map(\.state) == [.cancelled, .succeeded, .cancelled, .neverRan, .neverRan])
    #expect(result.stopped && run.recording.summary.state == .stopped)
    #expect(run.recording.nodes.map(\.name) == ["a", "b", "c", "never", "inner"])
    #expect(workspace.server.requests.isEmpty)
    await session.close()
  }

  @Test("An id of 9007199254740993 that is captured from one response arrives as exactly that in the next request")
  func captured() async throws {
    let workspace = try workspace(
      "serial:\n  - request: one\n  - { local: again, jq: '{ id: $shared.id }' }\n  - request: two\n",
      [#"{"result":{"id":9007199254740993}}"#, "{}"],
      files: [
        "requests/one.yaml": "url: /one\ncapture: { id: .result.id }\n",
        "requests/two.yaml": """
        method: POST
        url: /two/:id
        path: { id: "{{shared.id}}" }
        query: { id: "{{shared.id}}" }
        body: { json: '{ "id": {{shared.id}}, "again": {{shared.id}} }' }
        """,
      ])
    let session = try await workspace.open()
    let result = try await session.groups.run("g").result()
    #expect(result.succeeded)
    #expect(result.results[1].value?["id"]?.description == "9007199254740993")
    #expect(try await session.shared.get("id")?.json?.description == "9007199254740993")
    await session.close()
    let request = try #require(workspace.server.requests.last)
    #expect(request.target == "/two/9007199254740993?id=9007199254740993")
    #expect(request.bodyText == #"{ "id": 9007199254740993, "again": 9007199254740993 }"#)
  }

  /// Waits for the end of a process.
  private func isGone(_ process: String) async throws -> Bool {
    try await FinishedProcess.run(
      "/usr/bin/timeout", ["30", "/usr/bin/tail", "--pid=\(process)", "-f", "/dev/null"]
    ).status == 0
  }
}
