import Glibc
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Running groups of files", .timeLimit(.minutes(2))) struct GroupRunTests {
  private func workspace(_ group: String, _ replies: [String] = ["{}"], files: [String: String] = [:]) throws
    -> SendingWorkspace
  {
    try SendingWorkspace(
      replies.map { .json($0) },
      files: files.merging([
        "groups/g.yaml": group, "requests/one.yaml": "url: /one\n",
        "requests/two.yaml": "method: POST\nurl: /two/:id\npath: { id: x }\nexpect: { status: any }\n",
        "environments/local.yaml": "vars: { n: 7, password: { secret: prompt } }\n",
      ]) { $1 })
  }

  private func run(
    _ workspace: SendingWorkspace, trusting: Bool = false, prompter: any Prompter = NoPrompter()
  ) async throws -> GroupResult {
    let session = try await workspace.open()
    if trusting { try session.permissions.allow(session.permissions.missing()) }
    let result = try await session.groups.run("g", prompter: prompter).result()
    await session.close()
    return result
  }

  @Test("An id of 9007199254740993 arrives as exactly that in the next request, by path, jq and template")
  func digits() async throws {
    let workspace = try workspace(
      """
      serial:
        - request: one
        - { local: pick, jq: '.items | map(select(.n == 1)) | .[0].id' }
        - request: two
          with: { path: { id: "{{steps.pick}}" }, body: { json: '{ "a": {{steps.one.items[0].id}}, "b": "{{input}}" }' } }
      """, [#"{"items":[{"n":1,"id":9007199254740993}]}"#, "{}"])
    let result = try await run(workspace)
    #expect(result.succeeded)
    let request = try #require(workspace.server.requests.last)
    #expect(request.target == "/two/9007199254740993")
    #expect(request.bodyText == #"{ "a": 9007199254740993, "b": "9007199254740993" }"#)
  }

  @Test("when skips, each repeats, until waits, assert and set do what they say")
  func control() async throws {
    let workspace = try workspace(
      """
      serial:
        - { local: list, jq: '[1, 2, 3]' }
        - { local: doubled, each: '.', jq: '. * 2' }
        - { local: never, jq: '1', when: '. == []' }
        - { local: sum, jq: '$steps.doubled | add' }
        - { local: fine, assert: ['. == 12', '$vars.n == 7'] }
        - { local: keep, set: { total: "{{input}}", text: "is {{steps.sum}}" } }
        - { request: one, until: '.state == "done"', attempts: 5 }
      """, [#"{"state":"open"}"#, #"{"state":"open"}"#, #"{"state":"done"}"#])
    let session = try await workspace.open()
    let result = try await session.groups.run("g").result()
    #expect(
      result.results.map(\.state) == [.succeeded, .succeeded, .skipped, .succeeded, .succeeded, .succeeded, .succeeded])
    #expect(result.results[1].value == [2, 4, 6])
    #expect(try await session.shared.get("total") == .json(12))
    #expect(try await session.shared.get("text") == .text("is 12"))
    #expect(workspace.server.requests.count == 3)
    await session.close()
  }

  @Test("A condition that is neither true nor false, and an assertion that does not hold, fail their node")
  func failures() async throws {
    let result = try await run(
      workspace(
        """
        onFailure: continue
        serial:
          - { local: a, jq: '1', when: '$vars.n' }
          - { local: b, assert: '$vars.n > 7' }
          - { local: d, each: '$vars.n', jq: '.' }
          - { request: one, until: '.never == true', attempts: 2 }
        """))
    let codes = result.results.map { $0.error?.code }
    #expect(codes == ["group.notBoolean", "expectation.missed", "group.notAList", "group.neverHeld"])
  }

  @Test("each runs for the rows of a file; one outside of the workspace needs to be allowed")
  func rows() async throws {
    let group =
      "serial:\n  - { request: two, each: { file: 'FILE' }, limit: 2, with: { path: { id: '{{input.id}}' } } }\n"
    let workspace = try workspace(
      group.replacing("FILE", with: "data/{{n}}.csv"), ["{}", "{}", "{}"], files: ["data/7.csv": "id,name\n8,x\n9,y\n"])
    #expect(try await run(workspace).succeeded)
    #expect(Set(workspace.server.requests.map(\.target)) == ["/two/8", "/two/9"])
    let outside = try self.workspace(group.replacing("FILE", with: "../list.jsonl"), ["{}", "{}"])
    try outside.folder.write("{\"id\":1}\n", to: "list.jsonl")
    #expect(try await run(outside).results[0].error?.code == "render.notTrusted")
    #expect(try await run(outside, trusting: true).succeeded)
    #expect(outside.server.requests.map(\.target) == ["/two/1"])
  }

  @Test("A program is refused until trusted; then it gets JSON and gives JSON, and its words go into the log")
  func program() async throws {
    let group = """
      serial:
        - { local: make, jq: '{ a: $vars.n }' }
        - { local: sign, run: [./sign.sh] }
        - { local: use, jq: '$steps.sign.got.a + 1' }
      """
    let workspace = try workspace(
      group, files: ["sign.sh": "#!/bin/sh\necho hello >&2\nprintf '{\"got\": %s}' \"$(cat)\"\n"])
    #expect(chmod(workspace.folder.path("w/sign.sh"), 0o755) == 0)
    let refused = try await run(workspace)
    #expect(refused.results[1].error?.code == "render.notTrusted")
    #expect(refused.stopped)
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let events = session.client.events.subscribe()
    let result = try await session.groups.run("g").result()
    #expect(result.results.last?.value == 8)
    let words = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery, case .custom(let custom) = event.kind else { return nil }
      return custom.parameters?["stderr"]?.string
    }
    #expect(words == ["hello"])
    await session.close()
  }

  @Test("Groups of other files have names of their own; secrets are asked once")
  func nested() async throws {
    let workspace = try workspace(
      """
      serial:
        - { local: a, jq: '1' }
        - { group: inner }
        - { request: two, as: first, with: { headers: { X: "{{password}}" } } }
        - { request: two, as: second, with: { headers: { X: "{{password}}" }, path: { id: "{{steps.inner}}" } } }
      """,
      files: ["groups/inner.yaml": "serial:\n  - { local: a, jq: '. + 1' }\n  - { local: b, jq: '$steps.a + 1' }\n"])
    let asked = Lock(0)
    let result = try await run(workspace, prompter: CountingPrompter(asked: asked))
    #expect(result.succeeded)
    #expect(workspace.server.requests.last?.target == "/two/3")
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("A group with mistakes, or none of that name, is not run")
  func mistakes() async throws {
    let session = try await workspace("serial:\n  - { request: nothing }\n").open()
    #expect(throws: RenderError.self) { try session.groups.run("g") }
    #expect(throws: WorkspaceError.self) { try session.groups.run("h") }
    await session.close()
  }
}

@Suite("The demo's purchase", .timeLimit(.minutes(2))) struct DemoCheckoutTests {
  @Test("runs with no server at all, by its mocks")
  func checkout() async throws {
    let project = try FileSystem.realPath(#filePath).parentPath.parentPath.parentPath.parentPath
    let state = try TemporaryDirectory()
    let session = try await Session.open(
      at: "\(project)/workspaces/demo", state: StateFolder(path: state.path("state")), passphraseCost: 16)
    try session.permissions.allow(session.permissions.missing())
    session.mocks.isOn = true
    let result = try await session.groups.run(
      "checkout", given: ["password": "secret"], prompter: CountingPrompter(asked: Lock(0))
    ).result()
    let states = zip(result.results, session.workspace.group("checkout")?.definition.list.nodes ?? []).map {
      "\($1.stepName ?? "list") \($0.state)\($0.error.map { " \($0.summary)" } ?? "")"
    }
    #expect(
      states.map { $0.prefix { $0 != "." } } == [
        "login succeeded", "page succeeded", "cheapest succeeded", "list succeeded", "bill succeeded",
        "enough succeeded",
        "sign succeeded", "pay succeeded", "order succeeded", "flaky succeeded", "look succeeded",
        "teapot failed Expected status 200–299 or 304, the default: got 418", "logout succeeded",
      ])
    await session.close()
  }
}

/// Replies to everything with `secret`.
private struct CountingPrompter: Prompter {
  let asked: Lock<Int>

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    asked.withLock { $0 += 1 }
    return questions.map { _ in PromptAnswer("secret") }
  }
}
