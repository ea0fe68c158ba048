import Glibc
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 2: what is typed for a step that waits", .timeLimit(.minutes(1)))
struct StepEditorTests {
  /// Paused before `pay`, with the steps in focus.
  private func paused() async throws -> GroupScreen {
    let screen = try await GroupScreen()
    try await screen.bench.press("Enter", "g", "j", "j", "b", "F5")
    await screen.bench.shows("paused before pay")
    await screen.bench.shows("\"total\": 99.5")
    return screen
  }

  /// A result is a step by itself: the run stops at the next.
  private func goOn(_ bench: RunningBench<LiveServices>) async throws {
    await bench.shows("paused before concurrent")
    try await bench.press("c")
    await bench.idle()
  }

  @Test(
    "Esc and Ctrl-C leave a result of your own without a trace: the step still waits, the run goes on",
    arguments: ["Esc", "Ctrl-C"])
  func leaves(way: String) async throws {
    let screen = try await paused()
    let bench = screen.bench
    try await bench.press("t")
    await bench.shows("Result for pay")
    try await bench.press(way)
    #expect(await bench.quiet().contains("paused before pay") && !bench.terminal.text.contains("Result for"))
    try await bench.press("c")
    await bench.idle()
    let pay = try #require(try await screen.newest().node(named: "pay"))
    #expect(pay.interventions.isEmpty && pay.status == 202)
  }

  @Test(
    "the editor of a result is empty, the cursor stands where you type, and Ctrl-S and Alt-Enter apply",
    arguments: ["Ctrl-S", "Alt-Enter"])
  func applies(way: String) async throws {
    let screen = try await paused()
    let bench = screen.bench
    try await bench.press("t")
    await bench.shows("empty means no result")
    #expect(bench.terminal.frame.lines.last?.hasPrefix(" Ctrl-S apply   Esc cancel") == true)
    await bench.type("{ \"state\": \"mine\" }")
    try await bench.press(way)
    try await goOn(bench)
    let pay = try #require(try await screen.newest().node(named: "pay"))
    #expect(pay.interventions == [.skipped] && pay.output == .value(["state": "mine"]))
  }

  @Test("where something was typed Esc asks: going on, applying and discarding are all there")
  func asks() async throws {
    let screen = try await paused()
    let bench = screen.bench
    try await bench.press("t")
    await bench.type("[1]")
    try await bench.press("Esc")
    #expect(
      await bench.quiet().contains("Discard what you typed?") && bench.terminal.text.contains("the result of pay"))
    try await bench.press("Enter")
    #expect(await bench.quiet().contains("[1]") && bench.terminal.text.contains("Result for pay"))
    try await bench.press("Esc", "d")
    #expect(await bench.quiet().contains("paused before pay") && !bench.terminal.text.contains("Result for"))
    try await bench.press("t")
    await bench.type("[2]")
    try await bench.press("Esc", "a")
    try await goOn(bench)
    #expect(try await screen.newest().node(named: "pay")?.output == .value([2]))
  }

  @Test("a text that is no JSON stays in the editor, with line and column")
  func mistakes() async throws {
    let screen = try await paused()
    let bench = screen.bench
    try await bench.press("t")
    await bench.type("{ \"a\": x }")
    try await bench.press("Ctrl-S")
    #expect(await bench.quiet().contains("✗ Line 1, column 8") && bench.terminal.text.contains("{ \"a\": x }"))
    try await bench.press("Delete")
    await bench.type("7")
    try await bench.press("Ctrl-S")
    try await goOn(bench)
    #expect(try await screen.newest().node(named: "pay")?.output == .value(["a": 7]))
  }

  @Test("an input that comes back from $EDITOR as it was changes nothing; one that ends badly changes nothing either")
  func outside() async throws {
    let screen = try await paused()
    let bench = screen.bench
    bench.terminal.onHandOver { append("\n", to: $0.last ?? "") }
    try await bench.press("e")
    #expect(await !bench.quiet().contains("✎ edited"))
    bench.terminal.onHandOver {
      _ = append("}", to: $0.last ?? "")
      return 1
    }
    try await bench.press("e")
    #expect(await bench.quiet().contains("Nothing was changed."))
    try await bench.press("Esc")
    bench.terminal.onHandOver { append("}", to: $0.last ?? "") }
    try await bench.press("e")
    #expect(await bench.shows("✗ Line").contains("Input of pay"))
    try await bench.press("Backspace", "Esc", "d")
    #expect(await !bench.quiet().contains("✎ edited"))
  }

  @Test("while something is typed no other key and no click takes it away")
  func keeps() async throws {
    let screen = try await paused()
    let bench = screen.bench
    try await bench.press("t")
    await bench.type("[1]")
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 5, y: 2))))
    #expect(await bench.quiet().contains("Discard what you typed?"))
    try await bench.press("b", "Ctrl-P")
    await bench.type("Continue")
    try await bench.press("Enter")
    #expect(await bench.quiet().contains("First apply your edit"))
    try await bench.press("Esc")
    #expect(await bench.quiet().contains("[1]"))
    try await bench.press("Esc", "d")
    #expect(await bench.quiet().contains("paused before pay"))
  }

  /// Paused before `sums`, which runs for each of a list.
  private func atList(_ each: String = ".items") async throws -> GroupScreen {
    let screen = try await GroupScreen(
      file: """
        serial:
          - request: item/list
          - { local: sums, each: '\(each)', jq: '.total' }
          - { local: last, wait: 1ms }

        """)
    try await screen.bench.press("Enter", "g", "j", "b", "F5")
    await screen.bench.shows("paused before sums")
    try await screen.bench.press("b")
    return screen
  }

  @Test("the list of a step is edited at the pause before it: it runs for that, and its recording says so")
  func list() async throws {
    let screen = try await atList()
    let bench = screen.bench
    await bench.shows("E edit list")
    try await bench.press("E")
    #expect(await bench.shows("List of sums").contains("\"total\": 99.5"))
    #expect(bench.terminal.text.contains("A JSON array: the step runs for each element of it."))
    try await bench.press("Ctrl-S")
    #expect(await !bench.quiet().contains("✎"))
    try await bench.press("E")
    await bench.shows("List of sums")
    try await bench.press("Ctrl-Home", "Delete")
    bench.terminal.send(.paste("[{ \"total\": 7 }, "))
    try await bench.press("Ctrl-S")
    await bench.shows("✎ list edited: the step runs for 3 elements")
    try await bench.press("c")
    await bench.shows("✓ done", "3/3")
    let sums = try #require(try await screen.newest().node(named: "sums"))
    #expect(sums.interventions == [.listReplaced] && sums.made.elements == 3)
    try await bench.press("g", "j")
    #expect(await bench.shows("✎ its list was edited by hand").contains("✎ list"))
  }

  @Test("Esc leaves the list as it is; what is no array stays in the editor with what it is")
  func noList() async throws {
    let screen = try await atList()
    let bench = screen.bench
    try await bench.press("E")
    await bench.shows("List of sums")
    try await bench.press("Ctrl-S", "E")
    await bench.shows("List of sums")
    bench.terminal.onHandOver { write("{ \"a\": 1 }", to: $0.last ?? "") }
    try await bench.press("Alt-e")
    await bench.shows("{ \"a\": 1 }")
    try await bench.press("Ctrl-S")
    #expect(await bench.shows("✗ A list is a JSON array, such as [1, 2]. This is an object.").contains("List of sums"))
    try await bench.press("Esc", "d")
    #expect(await !bench.shows("paused before sums").contains("List of sums"))
    try await bench.press("c")
    await bench.shows("✓ done", "2/2")
    #expect(try await screen.newest().node(named: "sums")?.interventions.isEmpty == true)
  }

  @Test("a step that cannot make its list says why in the editor, and runs for the one that is typed")
  func listByHand() async throws {
    let screen = try await atList(".none")
    let bench = screen.bench
    try await bench.press("E")
    #expect(
      await bench.shows("The step has no list of its own: “each” is not a list, but null.").contains("List of sums"))
    await bench.type("[]")
    try await bench.press("Ctrl-S")
    await bench.shows("✎ list edited: the step runs for 0 elements")
    try await bench.press("u")
    #expect(await !bench.quiet().contains("✎ list edited"))
    try await bench.press("E")
    await bench.shows("List of sums")
    await bench.type("[{\"total\":1}]")
    try await bench.press("Ctrl-S", ".")
    await bench.shows("paused before last", "1/1")
    try await bench.press("E")
    #expect(await bench.quiet().contains("The paused step does not run for a list."))
  }

  @Test("what was typed is shown when the run ends meanwhile")
  func ends() {
    var screen = GroupsScreen()
    let subject = NodePath([.node(0)])
    var edit = StepEdit(.result, nil, of: subject, "pay", in: "r")
    edit.type(.paste("[1]"), in: Size(width: 40, height: 5))
    screen.step.edit = edit
    var news = RunNews(records: [], stops: [], focus: nil, isPaused: false, questions: [], end: nil)
    news.end = RunRecording.Summary(id: "r", group: "shop", startedAt: BenchUnderTest.start)
    let effects = screen.update(
      .news("r", news), in: ViewContext(now: BenchUnderTest.start, workspace: WorkspaceSnapshot(name: "demo")))
    guard case .then(.failed(let problem, _))? = effects.first else { return #expect(Bool(false), "it says nothing") }
    #expect(problem.detail == "[1]" && screen.step.edit == nil)
  }
}

/// Stands for an editor that writes this behind what is there.
@discardableResult
private func append(_ text: String, to path: String) -> Int32 {
  guard let file = fopen(path, "a") else { return 2 }
  fputs(text, file)
  fclose(file)
  return 0
}

/// Stands for an editor that writes this in place of what is there.
private func write(_ text: String, to path: String) -> Int32 {
  guard let file = fopen(path, "w") else { return 2 }
  fputs(text, file)
  fclose(file)
  return 0
}
