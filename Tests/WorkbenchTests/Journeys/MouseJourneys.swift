import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Pop-ups take the mouse", .timeLimit(.minutes(1)))
struct MouseJourneys {
  private func bench(_ width: Int = 100, _ height: Int = 30) async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    return bench
  }

  /// Clicks on the middle of a text that is on screen once.
  private func click(_ text: String, on bench: BenchUnderTest) async throws {
    let lines = bench.terminal.frame.lines
    let y = try #require(lines.firstIndex { $0.contains(text) }, "\(bench.terminal.text)")
    let before = try #require(lines[y].firstRange(of: text)).lowerBound
    let x = CellWidth.columns(of: String(lines[y][..<before])) + text.count / 2
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: x, y: y))))
    await bench.idle()
  }

  @Test("a click in a list takes what it hits")
  func picker() async throws {
    let bench = try await bench()
    try await bench.press("V")
    try await click("live", on: bench)
    #expect(bench.terminal.text.contains("shop ▸ live"))
  }

  @Test("a click on an answer gives it")
  func confirm() async throws {
    let bench = try await bench()
    try await bench.press("D")
    bench.pass(.seconds(1))
    try await click("keep it", on: bench)
    #expect(bench.services.snapshot.workspace.requests.count == 5)
    try await bench.press("D")
    try await click(" delete ", on: bench)
    #expect(bench.services.snapshot.workspace.requests.count == 5)
    bench.pass(.seconds(1))
    try await click(" delete ", on: bench)
    #expect(bench.services.snapshot.workspace.requests.count == 4)
  }

  @Test("a click on a screen's name, the environment or a hint does what its key does")
  func bars() async throws {
    let bench = try await bench(140, 30)
    try await click("Events", on: bench)
    #expect(bench.terminal.text.contains("┌ Events"))
    try await click("Requests", on: bench)
    try await click("▸ local", on: bench)
    #expect(bench.terminal.text.contains("asks before sending"))
    try await click("Esc close", on: bench)
    #expect(!bench.terminal.text.contains("asks before sending"))
    try await click("? help", on: bench)
    #expect(bench.terminal.text.contains("Keys: Requests"))
    try await click("Esc close", on: bench)
    try await click("F5 send ", on: bench)
    #expect(await bench.idle().contains("\"ok\": true"))
    #expect(bench.services.snapshot.intents.count == 1)
  }

  @Test("a click on MOCK turns mocks off, and one on the mistakes lists them")
  func status() async throws {
    var workspace = WorkspaceSnapshot.shop
    (workspace.isMocking, workspace.mocks) = (true, 1)
    workspace.mistakes = [FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "unknown key “heders”")]
    let bench = try BenchUnderTest(140, 30, services: FakeServices(workspace: workspace))
    await bench.idle()
    try await click("MOCK", on: bench)
    #expect(await !bench.idle().contains("MOCK"))
    try await click("✗ 1 error", on: bench)
    #expect(await bench.idle().contains("unknown key “heders”"))
  }

  @Test("a click in a form goes to the field it hits")
  func form() async throws {
    let services = FakeServices()
    services.change {
      $0.answers = [
        .asks([Question("a", label: "first"), Question("b", label: "second", isSecret: false)])
      ]
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    try await click("second", on: bench)
    await bench.type("two")
    #expect(await bench.idle().contains("two"))
  }

  @Test("the wheel scrolls what is longer than its box, and a click beside it closes it")
  func wheel() async throws {
    let bench = try await bench()
    try await bench.press("?")
    let before = bench.terminal.frame
    bench.terminal.send(.mouse(Mouse(.wheelDown, at: Point(x: 50, y: 10))))
    await bench.idle()
    #expect(bench.terminal.frame != before)
    bench.terminal.send(.mouse(Mouse(.wheelUp, at: Point(x: 50, y: 10))))
    await bench.idle()
    #expect(bench.terminal.frame == before)
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 0, y: 2))))
    #expect(await !bench.idle().contains("Keys: "))
  }

  @Test("a click beside a form closes it only as long as nothing was typed into it")
  func besideForm() async throws {
    let bench = try await bench()
    try await bench.press("a")
    await bench.type("item/new")
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 0, y: 2))))
    #expect(await bench.idle().contains("item/new"))
    try await bench.press("Esc", "Esc", "a")
    #expect(bench.terminal.text.contains("New request"))
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 0, y: 2))))
    #expect(await !bench.idle().contains("New request"))
  }

  @Test("a click on a pane goes there while the letters are shown")
  func jump() async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-O")
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 60, y: 4))))
    await bench.idle()
    try await bench.press("?")
    #expect(bench.terminal.text.contains("Keys: Composer"))
  }

  @Test(
    "a click in a list below a word chooses what it hits, also where it lies over another pane; the wheel goes through it"
  )
  func droppedLists() async throws {
    let bench = try await bench()
    try await bench.press("Enter")
    try await click("POST ▾", on: bench)
    try await click("PATCH", on: bench)
    #expect(await bench.idle().contains("PATCH ▾"))
    try await click("Body", on: bench)
    try await click("none ▾", on: bench)
    try await click("multipart", on: bench)
    #expect(await bench.idle().contains("multipart ▾"))
    try await bench.press("m")
    let list = try #require(bench.terminal.frame.droppedList?.box)
    for _ in 0..<2 {
      bench.terminal.send(.mouse(Mouse(.wheelDown, at: Point(x: list.x + 1, y: list.y + 1))))
    }
    await bench.idle()
    try await bench.press("Enter")
    #expect(await bench.idle().contains("HEAD ▾"))
  }

  @Test("a click beside such a list closes it, and does what it does on another pane")
  func besideList() async throws {
    let bench = try await bench()
    try await bench.press("Enter", "m")
    #expect(bench.terminal.text.contains("OPTIONS"))
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 5, y: 22))))
    let left = await bench.idle()
    #expect(!left.contains("OPTIONS"))
    try await bench.press("?")
    #expect(bench.terminal.text.contains("Keys: Requests"))
  }

  @Test("a click in the completions of a filter completes it", arguments: ["3", "4", "5", "6"])
  func filterCompletions(screen: String) async throws {
    let bench = try await bench()
    try await bench.press(screen, "/")
    await bench.type("s")
    let list = try #require(bench.terminal.frame.droppedList, "\(bench.terminal.text)")
    let row = bench.terminal.frame.lines[list.box.y].dropFirst(list.box.x)
    let choice = try #require(row.split(separator: " ").first)
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: list.box.x + 1, y: list.box.y))))
    let done = await bench.idle()
    #expect(done.contains("/ \(choice)") || done.contains("/\(choice)"), "\(done)")
  }
}
