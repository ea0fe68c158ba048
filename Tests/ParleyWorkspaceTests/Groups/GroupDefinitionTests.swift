import Glibc
import ParleyEngine
import ParleyModel
import ParleyText
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Groups in files", .timeLimit(.minutes(2))) struct GroupDefinitionTests {
  private func workspace(_ groups: [String: String]) throws -> Workspace {
    let folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: a\nservers: { api: 'http://127.0.0.1:1' }\nvars: { locale: en }\n", to: "parley.yaml")
    for id in ["user/login", "item/list", "cart/add-item"] { try folder.write("url: /\n", to: "requests/\(id).yaml") }
    for (id, text) in groups { try folder.write(text, to: "groups/\(id).yaml") }
    return try Workspace.load(at: folder.path(""))
  }

  private func told(_ text: String, _ others: [String: String] = [:]) throws -> [String] {
    try workspace(others.merging(["g": text]) { $1 }).diagnostics.map {
      "\($0.place.file):\($0.place.line):\($0.place.column) \($0.sentence)"
    }
  }

  @Test("They say everything that nodes can be")
  func reads() throws {
    let text = """
      onFailure: continue
      serial:
        - request: user/login
        - { local: cheapest, jq: '.items | min_by(.price) | .id' }
        - concurrent:
            - { request: item/list, as: cart }
            - { local: w, wait: 2s }
          limit: 4
        - { local: sign, run: [./sign.sh, -v], timeout: 3s }
        - request: cart/add-item
          as: add
          with: { path: { id: "{{steps.cheapest}}" }, body: { json: '{}' } }
          when: '$steps.cart.total > 0'
          until: '.state == "done"'
          every: 500ms
          attempts: 20
          retry: { retries: 2 }
        - { group: notify, each: '.items', always: true, disabled: true }
        - { local: keep, set: { key: "{{input.id}}" } }
        - { local: fine, assert: ['.a', '.b'] }
      """
    let workspace = try workspace(["g": text, "notify": "serial: []\n"])
    #expect(workspace.diagnostics.map(\.description) == [])
    let group = try #require(workspace.group("g")?.definition)
    #expect(group.onFailure?.value == .continue)
    #expect(
      group.allNodes.compactMap(\.stepName) == [
        "login", "cheapest", "cart", "w", "sign", "add", "notify", "keep", "fine",
      ])
    #expect(group.allNodes.map(\.list.order).contains(.concurrent(limit: 4)))
    let written = GroupDefinition.form.written(group)
    #expect(written["serial"] == NodeDefinition.listReader.write(group.list.nodes))
  }

  @Test("Templates that a local job is told are among its texts, whatever its kind", arguments: JobKind.allCases)
  func texts(of kind: JobKind) {
    let job = kind.least
    let listed = job.texts.flatMap { TemplateText($0.text.value).templates.map(\.text) }
    #expect(listed == TemplateText(job.text).templates.map(\.text))
  }

  @Test("Unknown requests, groups and steps are told, with the nearest name")
  func unknown() throws {
    let found = try told(
      """
      serial:
        - request: user/logn
        - { group: other }
        - { local: a, jq: '$steps.login.x + $steps.b' }
        - { local: b, jq: '$steps.a | "\\($steps.bbb)"' }
        - { local: c, set: { k: "{{steps.bb.x}} {{steps.a[0]}} {{request.x}}" } }
      """)
    #expect(
      found
        == [
          "groups/g.yaml:2:14 unknown request “user/logn”; did you mean “user/login”?",
          "groups/g.yaml:3:14 unknown group “other”", "groups/g.yaml:4:29 unknown step “login”",
          "groups/g.yaml:4:46 the step “b” comes later", "groups/g.yaml:5:43 unknown step “bbb”",
          "groups/g.yaml:6:28 unknown step “bb”",
          "groups/g.yaml:6:58 “request” is only available in the replies of mocks",
        ].map { $0.replacing("4:29 unknown step “login”", with: "4:29 unknown step “login”; did you mean “logn”?") })
  }

  @Test("Nodes that run at the same time do not know one another")
  func siblings() throws {
    let found = try told("concurrent:\n  - { request: item/list }\n  - { local: a, jq: '$steps.list' }\n")
    #expect(found == ["groups/g.yaml:3:29 the step “list” runs at the same time as this one"])
    let text = "concurrent:\n  - { request: item/list }\n  - { local: a, set: { k: '{{steps.list[0]}}' } }\n"
    #expect(try told(text) == ["groups/g.yaml:3:28 the step “list” runs at the same time as this one"])
  }

  @Test("A doubled name is told, with where it stands first")
  func names() throws {
    let found = try told("serial:\n  - request: user/login\n  - { local: login, wait: 1s }\n")
    #expect(found == ["groups/g.yaml:3:14 the step “login” already exists in line 2"])
  }

  @Test("A name is derived from an id that can be none, and where two are the same by that, it is said from what")
  func derivedNames() throws {
    let group = """
      serial:
        - request: error/not-found
        - { request: cart/add-item, when: '$steps.not_found.code == 404' }
        - { request: item/2fa, with: { query: { a: "{{steps.add_item.id}}" } } }
        - { local: all, jq: '$steps._2fa' }
      """
    #expect(try told(group).filter { !$0.contains("unknown request") } == [])
    let clash = try told(
      group + "\n  - { local: not_found, wait: 1s }\n  - { request: 'item/2.fa', as: a }\n  - request: other/add.item\n"
    )
    #expect(
      clash.filter { !$0.contains("unknown request") } == [
        "groups/g.yaml:6:14 the step “not_found” already exists in line 2: it is derived from “error/not-found”",
        "groups/g.yaml:8:14 the step “add_item” already exists in line 3: it is derived from “cart/add-item” and “other/add.item”",
      ])
  }

  @Test("Groups that run one another in a circle are told where it goes on")
  func circle() throws {
    let found = try told("serial:\n  - { group: h }\n", ["h": "serial:\n  - { group: g }\n"])
    #expect(
      found == [
        "groups/g.yaml:2:14 groups run each other in a circle: g → h → g",
        "groups/h.yaml:2:14 groups run each other in a circle: h → g → h",
      ])
  }

  @Test("A node is exactly one thing")
  func kinds() throws {
    let found = try told(
      "serial:\n  - { as: x }\n  - { request: user/login, group: g }\n  - { local: a }\n  - { local: b, jq: '.', wait: 1s }\n  - { request: item/list, jq: '.' }\n"
    )
    #expect(found.count == 6)
    #expect(
      found[0] == "groups/g.yaml:2:5 a node is empty; expected one of request, local, group, serial or concurrent")
  }

  @Test("What means nothing where it stands is told")
  func companions() throws {
    let found = try told(
      """
      serial:
        - { local: a, jq: '.', with: { path: { id: 1 } } }
        - { local: b, wait: 1s, timeout: 2s }
        - { request: user/login, every: 1s, attempts: 3 }
        - { serial: [{ request: item/list }], limit: 2 }
        - { request: item/list, as: d, onFailure: stop }
        - { request: item/list, as: e, alsoFailed: true }
      """)
    #expect(
      found == [
        "groups/g.yaml:2:5 “with” belongs to a request", "groups/g.yaml:3:36 “timeout” belongs to `run`",
        "groups/g.yaml:4:35 “every” belongs to `until`", "groups/g.yaml:4:49 “attempts” belongs to `until`",
        "groups/g.yaml:5:48 “limit” belongs to `concurrent` or `each`",
        "groups/g.yaml:6:45 “onFailure” belongs to `serial`, `concurrent` or `each`",
        "groups/g.yaml:7:46 “alsoFailed” belongs to `until`",
      ])
  }

  @Test("What an element that failed means is said beside each, whatever the node does")
  func eachGoesOn() throws {
    let text = """
      serial:
        - { request: item/list, each: '[1]', onFailure: continue }
        - { concurrent: [{ local: c, jq: '.' }], each: '[1]', onFailure: stop }
        - { serial: [{ local: d, jq: '.' }], each: '[1]', onFailure: continue }
      """
    #expect(try told(text) == [])
  }

  @Test("The same of a whole file")
  func companionsOfFiles() throws {
    let node = "  - request: item/list\n"
    #expect(try told("serial:\n\(node)limit: 2\n") == ["groups/g.yaml:3:8 “limit” belongs to `concurrent`"])
    #expect(try told("onFailure: cancel\nconcurrent:\n\(node)") == [])
  }

  @Test("Steps in elements that run at the same time are not known outside of them")
  func namesInElements() throws {
    let text = """
      serial:
        - { serial: [{ local: a, jq: '.' }, { local: b, jq: '$steps.a' }], each: '[1]', limit: 2, as: all }
        - { local: c, jq: '$steps.all' }
        - { local: d, jq: '$steps.a' }
      """
    #expect(try told(text) == ["groups/g.yaml:4:29 the step “a” runs for each element by itself"])
    #expect(try told(text.replacing("limit: 2, ", with: "")) == [])
  }

  @Test("A file of elements is known by its ending")
  func elementFiles() throws {
    #expect(try told("serial:\n  - { local: a, jq: '.', each: { file: data/users.CSV } }\n") == [])
    #expect(
      try told("serial:\n  - { local: a, jq: '.', each: { file: users.xml } }\n").first?
        .contains("expected a file that ends in .csv, .tsv, .json or .jsonl") == true)
  }

  @Test("Filters in them are looked at, as everywhere")
  func filters() async throws {
    let workspace = try workspace([
      "g": "serial:\n  - { local: a, jq: 'foo(1)' }\n  - { request: item/list, when: '.a ==' }\n"
    ])
    let found = workspace.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.message)" }
    #expect(found == ["2:22 unknown function “foo/1”", "3:38 found the end of the filter, expected an expression"])
  }
}

@Suite("A program as a step", .timeLimit(.minutes(2))) struct ProgramJobTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ script: String, on input: JSONValueText = "null", timeout: Duration = .seconds(30)) async throws
    -> ProgramJob.Output
  {
    let arguments = ["/bin/sh", "-c", script]
    var job = ProgramJob(
      arguments: arguments, directory: folder.path, files: CommandFiles(of: arguments, root: folder.path),
      timeout: timeout)
    job.limit = 1 << 20
    return try await job.run(on: input.value)
  }

  private func reason(_ script: String, timeout: Duration = .seconds(30)) async throws -> ProgramError.Reason? {
    await #expect(throws: ProgramError.self) { try await run(script, timeout: timeout) }?.reason
  }

  @Test("gets JSON and gives JSON; what it writes to standard error is for the log")
  func output() async throws {
    let output = try await run("echo one >&2; echo two >&2; cat", on: #"{"id":9007199254740993}"#)
    #expect(output.value.description == #"{"id":9007199254740993}"#)
    #expect(output.log == ["one", "two"])
    #expect(try await run("echo 1").value == 1)
  }

  @Test("that ends badly, prints half a JSON or too much, hangs or dies by a signal fails, and says how")
  func failures() async throws {
    #expect(try await reason("echo no >&2; exit 3") == .failed(status: 3))
    #expect(try await reason("kill -9 $$") == .signaled(9))
    #expect(try await reason("sleep 1000 & sleep 1000", timeout: .milliseconds(50)) == .timedOut(.milliseconds(50)))
    #expect(try await reason("yes") == .tooMuchOutput(limit: 1 << 20))
    guard case .notJSON = try await reason("echo '{ \"a\": '") else { return #expect(Bool(false), "it is no JSON") }
    guard case .tooDeep = try await reason("head -c 600 /dev/zero | tr '\\0' '['") else {
      return #expect(Bool(false), "it is nested too deep")
    }
    let error = await #expect(throws: ProgramError.self) {
      let files = CommandFiles(of: ["./nothing"], root: folder.path)
      _ = try await ProgramJob(arguments: ["./nothing"], directory: folder.path, files: files).run(on: nil)
    }
    #expect(error?.code == "program.notStarted")
  }

  @Test(
    "leaves nothing behind, in sessions of its own neither, whatever signals that ignores",
    arguments: [
      "setsid sleep MARK & echo 1", "(setsid sh -c 'sleep MARK & exec sleep MARK' &); sleep 0.1; echo 1",
      "trap '' TERM; setsid sh -c 'trap \"\" TERM HUP; sleep MARK' & sleep MARK",
    ])
  func family(_ script: String) async throws {
    let mark = "\(UInt32.random(in: 100_000_000...999_999_999))"
    _ = try? await run(script.replacing("MARK", with: mark), timeout: .milliseconds(700))
    let left = try await FinishedProcess.run("/usr/bin/pgrep", ["-f", "sleep \(mark)"])
    #expect(left.output.isEmpty, "\(left.outputText)")
  }

  @Test("that prints nothing, or blanks alone, gives null", arguments: ["cat > /dev/null", "echo", "printf ' \\t\\n'"])
  func nothing(script: String) async throws {
    #expect(try await run(script, on: "7").value == .null)
  }

  @Test("that prints no JSON shows the beginning of what it printed, without anything that a terminal obeys")
  func printed() async throws {
    let error = await #expect(throws: ProgramError.self) {
      try await run(
        "printf 'Usage:\\n  \\033[31msign\\007 KEY\\n'; for i in 1 2 3 4 5 6; do echo line $i; done; echo why >&2")
    }
    #expect(error?.code == "program.notJSON")
    #expect(
      error?.detail
        == #"It printed: Usage: /   \u{1B}[31msign\u{7} KEY / line 1 / line 2 / line 3 / …  On standard error: why"#)
    let long = await #expect(throws: ProgramError.self) { try await run("head -c 100000 /dev/zero | tr '\\0' x") }
    #expect(long?.detail == "It printed: \(String(repeating: "x", count: 200))…")
    let failed = await #expect(throws: ProgramError.self) { try await run("echo '{}'; exit 2") }
    #expect(failed?.detail == "It printed: {}")
    #expect(long?.withoutOutput.detail == nil)
  }

  @Test("that reads nothing of a large input is fine")
  func unread() async throws {
    let input = JSONValueText(value: .string(String(repeating: "x", count: 4 << 20)))
    #expect(try await run("echo 1", on: input).value == 1)
  }

  @Test("ends with all it started when nobody wants it any longer")
  func cancelled() async throws {
    let path = "\(folder.path)/pid"
    let task = Task { try await run("sleep 1000 & echo $! > pid; wait") }
    while (try? FileSystem.read(path, limit: 100))?.last != UInt8(ascii: "\n") { await Task.yield() }
    let process = try #require(Int32(try folder.text("pid").dropLast()))
    task.cancel()
    await #expect(throws: ProgramError.self) { try await task.value }
    #expect(await isGone(process), "\(path)")
  }

  /// It may be a zombie for a moment, until its new parent takes note.
  private func isGone(_ process: Int32) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if kill(process, 0) == -1 { return true }
      await Task.yield()
    }
    return false
  }
}

/// JSON written as it is.
struct JSONValueText: ExpressibleByStringLiteral {
  let value: JSONValue

  init(value: JSONValue) { self.value = value }
  init(stringLiteral text: String) { value = (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
}
