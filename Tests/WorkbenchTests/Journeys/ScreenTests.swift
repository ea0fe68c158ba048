import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The first screen", .timeLimit(.minutes(1)))
struct ScreenTests {
  /// The frame without what belongs to composer and response, which have tests of their own.
  private func frame(_ width: Int, _ height: Int) async throws -> [String] {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    return bench.terminal.frame.lines
  }

  @Test("at 80×24 all panes and one line of the log are there")
  func standard() async throws {
    let lines = try await frame(80, 24)
    let left = lines.map { String($0.prefix(24)) }
    #expect(lines[0] == " shop ▸ local  1 Requests 2 Groups 3 Events 4 Cache 5 Shared 6 History")
    #expect(
      left[1...9] == [
        "┌ Requests ───────── 5 ┐",
        "│   ▾ cart             │",
        "│ ●   POST  pay        │",
        "│     GET   read       │",
        "│   ▾ user             │",
        "│     POST  login      │",
        "│     GET   profile    │",
        "│   GET   health       │",
        "│                      │",
      ])
    #expect(lines[22] == "  No events yet.")
    #expect(lines[23].hasPrefix(" F5 send cart/pay   Enter open   / filter   a new"))
    #expect(lines[23].hasSuffix("? help"))
  }

  @Test("the number of requests has those in folded folders too, and a filter says how many of them it leaves")
  func numbers() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("-")
    let folded = await bench.idle()
    #expect(folded.contains("▸ cart") && folded.contains("─ 5 ┐"), "\(folded)")
    try await bench.press("/")
    await bench.type("login")
    #expect(await bench.idle().contains("─ 1 of 5 ┐"), "\(bench.terminal.text)")
    await bench.type("xyz")
    #expect(await bench.idle().contains("─ 0 of 5 ┐"), "\(bench.terminal.text)")
  }

  @Test("every line is as wide as the terminal, and none wider", arguments: [(80, 24), (100, 30), (200, 60), (31, 9)])
  func width(_ width: Int, _ height: Int) async throws {
    let lines = try await frame(width, height)
    #expect(lines.count == height)
    #expect(lines.allSatisfy { CellWidth.columns(of: $0) <= width })
    #expect(CellWidth.columns(of: lines[1]) == width)
  }

  @Test("at 200×60 composer and response stand side by side")
  func large() async throws {
    let bench = try BenchUnderTest(200, 60)
    await bench.idle()
    try await bench.press("Ctrl-O")
    let tops = bench.terminal.frame.lines[1]
    #expect(tops.contains(" a ") && tops.contains(" s ") && tops.contains(" d "))
  }

  @Test("below 80×24 only the pane with the focus is shown")
  func folded() async throws {
    let bench = try BenchUnderTest(60, 20)
    #expect(await bench.idle().contains("┌ Requests"))
    try await bench.press("Tab")
    #expect(await !bench.idle().contains("┌ Requests"))
  }

  @Test("at 20×5 there are still a place, a list and a hint")
  func tiny() async throws {
    let lines = try await frame(20, 5)
    #expect(lines.count == 5)
    #expect(lines.first == " shop ▸ local")
    #expect(lines.contains(" ●   POST  pay"))
    #expect(lines.last == " F5 send cart/pay")
  }

  @Test(
    "as many panes are shown as have room",
    arguments: [
      (140, 20, [Pane.sidebar, .composer, .response]), (100, 20, [.sidebar, .composer]), (60, 40, [.sidebar]),
      (60, 20, [.sidebar]), (40, 10, [.sidebar]), (80, 24, [.sidebar, .composer, .response]),
    ])
  func shapes(_ width: Int, _ height: Int, panes: [Pane]) throws {
    var state = State(commands: try CommandSet(), size: Size(width: width, height: height), now: BenchUnderTest.start)
    _ = state.update(.workspace(.changed(.shop)))
    #expect(Set(state.arrangement.panes.keys).subtracting([.strip]) == Set(panes))
    for screen in ScreenID.all {
      _ = state.update(.navigation(.show(screen)))
      for pane in state.focusable {
        _ = state.update(.navigation(.focus(pane)))
        let rects = state.arrangement.panes
        #expect(rects[pane].map { !$0.isEmpty } == true, "\(screen.type.name) \(pane.name)")
        #expect(rects.values.allSatisfy { $0.maxX <= width && $0.maxY <= height })
      }
    }
  }

  @Test("a request that is sent where its response is out of sight brings it there")
  func bringsResponse() async throws {
    let bench = try BenchUnderTest(100, 20)
    await bench.idle()
    try await bench.press("F5")
    let text = await bench.idle()
    #expect(text.contains("\"ok\": true") && text.contains("POST  pay"))
  }

  @Test("no size makes it fail", arguments: [(0, 0), (1, 1), (2, 1), (5, 2), (3, 40), (400, 3)])
  func anySize(_ width: Int, _ height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    try await bench.press("F5", "?", "Esc", ":", "Esc", "V", "Esc", "3", "/", "Esc", "1", "Tab", "Ctrl-O", "Esc", "Z")
    #expect(bench.terminal.frame.size == Size(width: width, height: height))
  }

  @Test("a resize is drawn at once")
  func resize() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    bench.terminal.resize(to: Size(width: 80, height: 24))
    await bench.idle()
    #expect(bench.terminal.frame.size == Size(width: 80, height: 24))
  }

  @Test("wide and hostile names keep the columns")
  func names() async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.requests = [RequestSummary("user/名前の変更"), RequestSummary("user/\u{1B}[31mred\u{7}")]
    let bench = try BenchUnderTest(80, 24, services: FakeServices(workspace: workspace))
    let text = await bench.idle()
    #expect(text.contains("GET   名前の変更 │"))
    #expect(text.contains("␛[31mred␇"))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test("what the colours say, signs say too")
  func signs() async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.requests[4].hasDraft = true
    workspace.requests[1].hasMistake = true
    workspace.mistakes = [FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "unknown key “heders”")]
    workspace.trust = .granted
    let text = try await BenchUnderTest(80, 24, services: FakeServices(workspace: workspace)).idle()
    #expect(text.contains("GET   profile  ✎ │"))
    #expect(text.contains("GET   read     ✗ │"))
    #expect(text.contains("✗ 1 error"))
  }
}
