import TerminalKit
import TestSupport
import Testing

@testable import Workbench

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
    workspace.mistakes = [FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "unknown key 'heders'")]
    let bench = try BenchUnderTest(140, 30, services: FakeServices(workspace: workspace))
    await bench.idle()
    try await click("MOCK", on: bench)
    #expect(await !bench.idle().contains("MOCK"))
    try await click("✗ 1 error", on: bench)
    #expect(await bench.idle().contains("unknown key 'heders'"))
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

  @Test("the wheel scrolls what is longer than its box, and a click beside it does nothing")
  func wheel() async throws {
    let bench = try await bench()
    try await bench.press("?")
    let before = bench.terminal.frame
    bench.terminal.send(.mouse(Mouse(.wheelDown, at: Point(x: 50, y: 10))))
    await bench.idle()
    #expect(bench.terminal.frame != before)
    bench.terminal.send(
      .mouse(Mouse(.wheelUp, at: Point(x: 50, y: 10))),
      .mouse(Mouse(.press(.left), at: Point(x: 0, y: 2))))
    await bench.idle()
    #expect(bench.terminal.frame == before)
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
}
