import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 2: breakpoints", .timeLimit(.minutes(1)))
struct BreakpointListTests {
  private static let group = """
    serial:
      - { local: list, jq: '[5, 50, 500]' }
      - { local: each, each: '.', jq: '{ total: . }' }
      - { local: last, jq: '.[1]' }

    """

  private func add(_ bench: RunningBench<LiveServices>, _ step: String, _ element: String, _ condition: String)
    async throws
  {
    try await bench.press("B", "a", "Tab", "Ctrl-U")
    await bench.type(step)
    try await bench.press("Tab", "Ctrl-U")
    await bench.type(element)
    try await bench.press("Tab")
    await bench.type(condition)
    try await bench.press("Enter")
    await bench.idle()
  }

  @Test("one is added on a condition, whose mistake is shown; it stops at the element it holds for, and says so")
  func condition() async throws {
    let screen = try await GroupScreen(file: Self.group)
    let bench = screen.bench
    try await add(bench, "each", "", ". >")
    #expect(await bench.idle().contains("This is no jq"))
    try await bench.press("Backspace")
    await bench.type("> 100")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("◐ 2 each"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("◐ 2"))
    try await bench.press("F5")
    await bench.shows("paused before each", "condition . > 100")
    await bench.shows("500")
    try await bench.press("B", "Space", "Esc")
    await bench.shows("◌2")
    try await bench.press("c")
    #expect(await bench.idle().contains("✓ done"))
  }

  @Test("those of one element and of a filter stop too, are kept across a restart, and follow their step")
  func kept() async throws {
    let screen = try await GroupScreen(file: Self.group)
    try await add(screen.bench, "each", "1", "")
    try await screen.bench.press("Esc")
    try await add(screen.bench, "", "", "name:last")
    try await screen.bench.press("Esc")
    #expect(await screen.bench.idle().contains("before name:last"))
    try screen.folder.write(
      Self.group.replacing("serial:\n", with: "serial:\n  - { local: new, jq: '0' }\n"), to: "w/groups/shop.yaml")
    let again = try await screen.restarted()
    #expect(await again.idle().contains("◐ 3"))
    try await again.press("F5")
    await again.shows("paused before each", "element 1")
    try await again.press("c")
    await again.shows("paused before last", "condition name:last")
    try screen.folder.write("serial:\n  - { local: list, jq: '[]' }\n", to: "w/groups/shop.yaml")
    try await again.press("B")
    await again.shows("every step")
    try await again.press("D", "D")
    await again.shows("No breakpoints")
  }

  @Test("a condition that cannot be evaluated stops the run and says why")
  func mistake() async throws {
    let screen = try await GroupScreen(file: Self.group)
    try await add(screen.bench, "last", "", ".total.deep > 1")
    try await screen.bench.press("Esc", "F5")
    await screen.bench.shows("paused before last", "The filter failed")
  }

  @Test(
    "a text is read as jq or as a filter by what it looks like",
    arguments: [
      (".total > 1", true), ("$steps.a.ok", true), ("length > 3", true), ("status>=500", false),
      ("shared:token", false),
      ("timeout", false),
    ])
  func languages(text: String, isJQ: Bool) throws {
    let condition = try StepCondition(text)
    if case .jq = condition { #expect(isJQ) } else { #expect(!isJQ) }
  }

  @Test("a sign that stands alone is no condition")
  func blanks() {
    #expect(throws: Problem.self) { try StepCondition("ms > 200") }
    #expect(throws: Problem.self) { try StepCondition("status:abc") }
  }

  @Test("a breakpoint at a list without a name stays there when a step is added before it")
  func unnamed() {
    let steps = [StepOutline(.root.node(0), "a", .job), StepOutline(.root.node(1), "concurrent 2", .concurrent)]
    let later = [
      StepOutline(.root.node(0), "new", .job), StepOutline(.root.node(1), "a", .job),
      StepOutline(.root.node(2), "concurrent 3", .concurrent),
    ]
    let step = StepName(of: .root.node(1), in: steps)
    #expect(step?.path(in: steps) == .root.node(1) && step?.path(in: later) == .root.node(2))
    #expect(StepName("concurrent 2").path(in: steps) == .root.node(1), "As earlier versions kept it.")
  }

  @Test("a breakpoint follows the name of its step; one with a condition is only turned off by b")
  func turning() {
    let steps = ["a", "pay", "pay"].enumerated().map { StepOutline(.root.node($0), $1, .job) }
    let second = StepName(of: .root.node(2), in: steps)
    #expect(second == StepName("pay", 1) && second?.path(in: steps) == .root.node(2))
    #expect(second?.path(in: Array(steps.prefix(2))) == nil)
    var list: [StepBreakpoint] = []
    list.turn(.before, at: second)
    #expect(list == [StepBreakpoint(.before, at: second)])
    list.turn(.before, at: second)
    #expect(list.isEmpty)
    list = [StepBreakpoint(.before, at: second, condition: ".x")]
    list.turn(.before, at: second)
    #expect(list.count == 1 && !list[0].isOn)
  }
}
