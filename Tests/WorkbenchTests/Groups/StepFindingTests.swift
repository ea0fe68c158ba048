import ParleyEngine
import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Finding steps of a run", .timeLimit(.minutes(2)))
struct StepFindingTests {
  private static let start = BenchUnderTest.start

  private static func record(
    _ path: String, _ name: String, _ state: NodeRecord.State, status: Int? = nil, took: Int64 = 10,
    kind: NodeRecord.Kind = .request
  ) -> NodeRecord {
    var record = NodeRecord(
      path: NodePath(path) ?? .root, name: name, kind: kind, state: state, startedAt: start)
    record.status = status
    if state != .neverRan {
      record.attempts = [
        NodeRecord.Attempt(startedAt: start, endedAt: start.advanced(by: .milliseconds(took)), state: state)
      ]
    }
    return record
  }

  private static func state() throws -> State {
    var state = State(commands: try CommandSet(), size: Size(width: 120, height: 36), now: start)
    var snapshot = WorkspaceSnapshot(name: "shop")
    snapshot.groups = [GroupOutline("shop", file: "groups/shop.yaml")]
    run(.workspace(.changed(snapshot)), on: &state)
    run(.navigation(.show(.groups)), on: &state)
    var summary = RunRecording.Summary(id: "r", group: "shop", startedAt: start)
    summary.state = .failed
    let nodes = [
      record("1", "login", .succeeded, status: 200),
      record("2", "both", .failed, kind: .concurrent),
      record("2.1", "pay", .failed, status: 503),
      record("2.2", "cart", .succeeded, status: 204, took: 300),
      record("3", "ids", .failed, kind: .job),
      record("4", "logout", .neverRan),
    ]
    run(.groups(.kept(["shop": [KeptRun(sequence: 1, summary: summary, isPinned: false)]])), on: &state)
    try press(["j"], on: &state)
    run(.groups(.recording(RunRecording(summary, nodes: nodes), number: 1)), on: &state)
    try press(["Tab"], on: &state)
    return state
  }

  private static func run(_ action: Action, on state: inout State) {
    for effect in state.update(action) {
      if case .then(let next) = effect { run(next, on: &state) }
    }
  }

  private static func press(_ keys: [String], on state: inout State) throws {
    for key in keys { run(.input(.key(try Key(name: key))), on: &state) }
  }

  private static func type(_ text: String, on state: inout State) throws {
    try press(text.map { $0 == " " ? "Space" : String($0) }, on: &state)
  }

  private static func shown(_ state: State) -> [String] { state.groups.steps.rows.map { "\($0.path)" } }

  @Test(
    "a filter shows what matches and what that stands in",
    arguments: [
      ("state:failed", ["2", "2.1", "3"]), ("status>=500", ["2", "2.1"]), ("slow", ["2", "2.2"]),
      ("pay", ["2", "2.1"]),
      ("ms>200", ["2", "2.2"]), ("kind:job", ["3"]), ("state:notrun", ["4"]), ("-state:ok -state:failed", ["4"]),
      ("state:failed status:503", ["2", "2.1"]), ("nothing", []),
    ])
  func filter(text: String, expected: [String]) throws {
    var state = try Self.state()
    try Self.press(["f"], on: &state)
    try Self.type(text, on: &state)
    #expect(Self.shown(state) == expected)
    try Self.press(["Esc", "Esc"], on: &state)
    #expect(Self.shown(state) == ["1", "2", "2.1", "2.2", "3", "4"])
  }

  @Test("a filter stays when one leaves its line, says how all come back, and what it does not understand it says")
  func keeps() throws {
    var state = try Self.state()
    try Self.press(["f"], on: &state)
    try Self.type("state:strange", on: &state)
    #expect(state.draw().lines.contains { $0.contains("“state:” knows waiting, running, ok") })
    try Self.press(["Ctrl-U"], on: &state)
    try Self.type("state:fa", on: &state)
    #expect(state.draw().lines.contains { $0.contains("failed") })
    try Self.press(["Tab", "Enter"], on: &state)
    #expect(state.groups.steps.finder.isFiltering && !state.groups.steps.isTyping)
    #expect(state.draw().lines.contains { $0.contains("state:failed") && $0.contains("Esc shows all steps") })
    try Self.press(["Esc"], on: &state)
    #expect(!state.groups.steps.finder.showsLine && state.focus == .steps)
  }

  @Test("/ goes to a step as one types, in folded steps too; Down goes on, Enter stays, Esc goes back")
  func find() throws {
    var state = try Self.state()
    try Self.press(["g", "j", "z"], on: &state)
    #expect(Self.shown(state) == ["1", "2", "3", "4"])
    try Self.press(["/"], on: &state)
    try Self.type("cart", on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "2.2")
    try Self.type("z", on: &state)
    #expect(state.draw().text.contains("no such step"))
    try Self.press(["Enter", "g", "/"], on: &state)
    try Self.type("lo", on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "1")
    try Self.press(["Down"], on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "4")
    try Self.press(["Esc"], on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "1")
  }

  @Test("n and N go to the failures that are no others' sum, in folded steps too")
  func failures() throws {
    var state = try Self.state()
    try Self.press(["g", "j", "z", "g", "n"], on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "2.1")
    try Self.press(["n"], on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "3")
    try Self.press(["n", "N"], on: &state)
    #expect(state.groups.steps.selected.map { "\($0.path)" } == "3")
  }
}
