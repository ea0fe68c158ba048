import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley shared compares, and goes back to a snapshot", .timeLimit(.minutes(1)))
struct SharedSnapshotCommandTests {
  private let workspace = Result {
    try CommandFolder([
      "environments/local.yaml": "vars: {}\n", "environments/staging.yaml": "vars: {}\n",
      "requests/me.yaml": "url: /me\n",
      "groups/count.yaml": "serial:\n  - { local: next, set: { n: '{{shared.n}}1' } }\n",
    ])
  }

  @discardableResult
  private func run(
    _ action: SharedCommand.Action, in environment: String = "local", typing value: String? = nil,
    printsJSON: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole(answer: value)
    var arguments = try workspace.get().arguments
    arguments.environment = environment
    return (await SharedCommand(action, arguments, printsJSON: printsJSON).run(on: console), console)
  }

  @Test("a snapshot is taken, compared, restored and removed")
  func snapshots() async throws {
    try await run(.set("cart", .text), typing: "1")
    #expect(try await run(.snapshot(.take("before"))).console.told.notes == ["Took the snapshot before of 1 key."])
    #expect(try await run(.snapshot(.compare("before"))).status == .good)
    try await run(.set("cart", .text), typing: "2")
    try await run(.set("new", .text), typing: "3")
    let compared = try await run(.snapshot(.compare("before")))
    #expect(compared.status == .expectationMissed && compared.console.text == "~ cart  1 → 2\n+ new   3\n")
    #expect(try await run(.snapshot(.list)).console.text.hasPrefix("before  1 key  "))
    #expect(try await run(.snapshot(.restore("before"))).status == .good)
    #expect(try await run(.get("cart")).console.text == "1")
    #expect(try await run(.get("new")).status == .usage)
    try await run(.batch(.undo(of: nil)))
    #expect(try await run(.get("new")).console.text == "3")
    #expect(try await run(.snapshot(.remove("before"))).status == .good)
    #expect(try await run(.snapshot(.restore("before"))).status == .usage)
  }

  @Test("environments are compared as a whole, one key across them, and two keys")
  func compares() async throws {
    try await run(.set("a", .text), typing: "1")
    try await run(.set("b", .text), typing: "1")
    try await run(.set("a", .text), in: "staging", typing: "2")
    let table = try await run(.compare(SharedComparisonWish(environment: "staging")))
    #expect(table.status == .expectationMissed && table.console.text == "~ a  1 → 2\n- b  1\n")
    let key = try await run(.compare(SharedComparisonWish(key: "a")))
    #expect(key.console.text == "~ staging  1 → 2\n")
    #expect(try await run(.compare(SharedComparisonWish(key: "a", other: "b"))).status == .good)
    #expect(try await run(.compare(SharedComparisonWish(key: "none"))).status == .usage)
    #expect(try await run(.compare(SharedComparisonWish(environment: "nowhere"))).status == .usage)
    let json = try await run(.compare(SharedComparisonWish(environment: "staging")), printsJSON: true).console.text
    #expect(try JSONValue(parsing: json)[1]?["difference"] == "onlyLeft")
  }

  @Test("a group runs again and again from the same state")
  func running() async throws {
    try await run(.set("n", .text), typing: "0")
    try await run(.snapshot(.take("before")))
    for _ in 1...2 {
      var arguments = try workspace.get().arguments
      arguments.environment = "local"
      var command = RunCommand(RunWish(["count"]), arguments)
      command.snapshot = SnapshotWish("before")
      let console = RecordingConsole()
      #expect(await command.run(on: console) == .good)
      #expect(console.told.notes.contains { $0.hasSuffix("from the snapshot before.") })
      #expect(try await run(.get("n")).console.text == "01")
    }
  }

  @Test("a request is sent from the state of a snapshot; one that is not there is named, and nothing is sent")
  func sending() async throws {
    try await run(.set("n", .text), typing: "0")
    try await run(.snapshot(.take("before")))
    try await run(.set("n", .text), typing: "1")
    var arguments = try workspace.get().arguments
    arguments.environment = "local"
    var command = SendCommand("me", arguments)
    command.snapshot = SnapshotWish("before")
    let console = RecordingConsole()
    _ = await command.run(on: console)
    #expect(console.told.notes.first == "Restored 1 key from the snapshot before.")
    #expect(try await run(.get("n")).console.text == "0")
    command.snapshot = SnapshotWish("gone")
    let refused = RecordingConsole()
    #expect(await command.run(on: refused) == .usage)
    #expect(refused.told.notes.joined().contains("gone"))
  }
}
