import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: going back through a run", .timeLimit(.minutes(1)))
struct GoingBackTests {
  private static let file = """
    serial:
      - request: item/list
      - { local: keep, set: { cart: '42' } }
      - { request: cart/pay }
      - { local: end, jq: '.state' }

    """

  private func ran() async throws -> GroupScreen {
    let screen = try await GroupScreen(file: Self.file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab")
    await screen.bench.idle()
    return screen
  }

  /// Goes back until the screen says this.
  private func back(_ screen: GroupScreen, to words: String) async throws -> String {
    for _ in 0..<60 {
      try await screen.bench.press("{")
      let text = await screen.bench.idle()
      if text.contains(words) { return text }
    }
    Issue.record("\(words) never came")
    return ""
  }

  @Test("{ goes to the last moment and then back, } forth and at the end to now; the title says when")
  func moves() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("{")
    var text = await bench.idle()
    #expect(text.contains("4 end done") && text.contains("  at ") && text.contains(" ms · "))
    let first = try #require(text.firstMatch(of: /(\d+) of (\d+)/))
    #expect(first.1 == first.2)
    let count = try #require(Int(first.2))
    text = try await back(screen, to: "· 1 of \(count)")
    for _ in 0..<count { try await bench.press("}") }
    text = await bench.idle()
    #expect(!text.contains(" of \(count)") && text.contains("✓ done"))
  }

  @Test("at a moment the steps have the states they had, and a step shows only what was there")
  func states() async throws {
    let screen = try await ran()
    let bench = screen.bench
    _ = try await back(screen, to: "1 list done")
    let lines = bench.terminal.frame.lines
    #expect(lines.contains { $0.contains("1   GET item/list") && $0.contains("200") })
    #expect(lines.contains { $0.contains("POST cart/pay") && !$0.contains("202") && !$0.contains("not run") })
    _ = try await back(screen, to: "1 list begins")
    try await bench.press("]", "]")
    #expect(await bench.idle().contains("No response yet."))
    try await bench.press("[")
    #expect(await bench.idle().contains("GET http://127.0.0.1:1/items"))
  }

  @Test("shared data is what it was at the moment")
  func shared() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("d", "[")
    let now = await bench.idle()
    #expect(now.contains(/● cart +42 +written \d\d:/), "\(now)")
    let text = try await back(screen, to: "· 1 of ")
    #expect(text.contains("No shared keys.") && !text.contains("● cart"))
  }

  @Test("the log strip shows the events of the run until the moment")
  func log() async throws {
    let screen = try await ran()
    let bench = screen.bench
    #expect(await bench.idle().contains("group completed"))
    let text = try await back(screen, to: "2 keep done")
    let strip = text.split(separator: "\n").suffix(6).joined(separator: "\n")
    #expect(strip.contains("item/list") && !strip.contains("cart/pay") && !strip.contains("group completed"))
  }

  @Test("nothing can be sent meanwhile; Esc returns to now")
  func locked() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("{", "F5", "R", "S")
    #expect(await bench.idle().contains("This is how the run was: Esc returns to now."))
    let runs = try await screen.session.store.runs.recent(10)
    #expect(runs.count == 1)
    try await bench.press("Esc")
    let text = await bench.idle()
    #expect(text.contains("✓ done") && !text.contains("  at "))
  }

  @Test("a paused run is looked through, and continued from where it stands")
  func paused() async throws {
    let screen = try await GroupScreen(file: Self.file)
    let bench = screen.bench
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press("Tab", ".")
    await bench.shows("paused before keep")
    try await bench.press("{", "c")
    await bench.shows("  at ")
    #expect(!bench.terminal.text.contains("paused before"))
    try await bench.press("Esc", "c")
    #expect(await bench.idle().contains("✓ done"))
  }
}
