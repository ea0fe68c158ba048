import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: what is known of runs that were kept", .timeLimit(.minutes(1)))
struct KeptTimeTests {
  private static let two = "serial:\n  - request: item/list\n  - { local: count, jq: '.items | length' }\n"
  private static let slow = """
    - match: GET /items
      reply: { delay: 60ms, json: { items: [ { id: 42, total: 99.5 }, { id: 43, total: 12 } ] } }

    """

  private static func row(of step: String, _ bench: RunningBench<LiveServices>) throws -> String {
    try #require(bench.terminal.frame.lines.first { $0.contains(step) })
  }

  @Test("the phases of a request are there after a restart, in its bar and in Attempts")
  func phases() async throws {
    let screen = try await GroupScreen(file: Self.two, mocks: Self.slow)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    #expect(try Self.row(of: "GET item/list", screen.bench).contains("▓▓▓"))
    let again = try await screen.restarted()
    await again.idle()
    try await again.press("j")
    await again.idle()
    #expect(try Self.row(of: "GET item/list", again).contains("▓▓▓"))
    try await again.press("Tab", "g", "w", "]")
    #expect(await again.idle().contains("▓ first byte"))
  }

  /// What stands beside the time of the first step after a run with this file of mocks.
  private static func mark(running mocks: String, in screen: GroupScreen) async throws -> String? {
    try screen.folder.write(mocks, to: "w/mocks/all.yaml")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    return try mark(screen.bench)
  }

  private static func mark(_ bench: RunningBench<LiveServices>) throws -> String? {
    let words = try row(of: "GET item/list", bench).split(separator: " ")
    return words.firstIndex { "▲▼".contains($0) }.map { words[$0...].prefix(2).joined(separator: " ") }
  }

  @Test("a usual time is shown from the third earlier run on, and the marks of a run stay when others follow")
  func usual() async throws {
    let screen = try await GroupScreen(file: Self.two, mocks: Self.slow)
    let quick = Self.slow.replacing("60ms", with: "1ms")
    for mocks in [Self.slow, Self.slow] { _ = try await Self.mark(running: mocks, in: screen) }
    #expect(try await Self.mark(running: quick, in: screen) == nil, "two earlier runs are too few")
    _ = try await Self.mark(running: Self.slow, in: screen)
    let fifth = try #require(try await Self.mark(running: quick, in: screen))
    #expect(fifth.hasPrefix("▼"))
    for _ in 1...3 { _ = try await Self.mark(running: quick, in: screen) }
    let again = try await screen.restarted()
    await again.idle()
    try await again.press("j", "j", "j", "j")
    #expect(await again.idle().contains("run 5 "))
    #expect(try Self.mark(again) == fifth)
  }

  @Test("a run that was stopped at once takes nothing away from what the steps gave last time")
  func gave() async throws {
    let screen = try await GroupScreen(file: Self.two)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("S")
    await bench.shows("paused before list")
    try await bench.press("Ctrl-C")
    await bench.shows("stopped")
    try await bench.press("Enter", "s")
    await bench.shows("gave last time")
    await bench.idle()
    #expect(try Self.row(of: "GET item/list", bench).contains("200  {"))
    #expect(try Self.row(of: "ƒ count", bench).contains("✓    2"))
  }

  @Test("lists without a name show what they gave, also behind a step that is new, and so do the steps in them")
  func unnamedLists() async throws {
    let lists = """
        - { local: ids, jq: '[1, 2]' }
        - each: '.'
          serial:
            - { local: double, jq: '. * 2' }
        - serial:
            - { local: sum, jq: 'add' }

      """
    let screen = try await GroupScreen(file: "serial:\n\(lists)")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try screen.folder.write("serial:\n  - { local: new, jq: '7' }\n\(lists)", to: "w/groups/shop.yaml")
    let again = try await screen.restarted()
    await again.idle()
    try await again.press("Enter")
    await again.shows("gave last time", "ƒ new")
    let gave = again.terminal.frame.lines
    for (step, value) in [("3   ⇶ serial", "✓ ×2  [2, 4]"), ("ƒ double", "✓ ×2  [2, 4]"), ("4   ⇶ serial", "✓    6")] {
      #expect(gave.contains { $0.contains(step) && $0.contains(value) }, "\(again.terminal.text)")
    }
  }

  @Test("a filter has a row like any other step, with its result, at every width", arguments: [80, 120, 160])
  func results(width: Int) async throws {
    let screen = try await GroupScreen(width, 30, file: Self.two)
    try await screen.bench.press("F5")
    await screen.bench.shows("✓ done")
    await screen.bench.idle()
    #expect(try Self.row(of: "ƒ count", screen.bench).contains("→ 2"))
  }

  @Test("what the last of many steps gave is shown too")
  func many() async throws {
    let steps = (1...300).map { "  - { local: s\($0), jq: '\($0)' }\n" }.joined()
    let screen = try await GroupScreen(file: "serial:\n\(steps)")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "s", "G")
    await bench.idle()
    #expect(try Self.row(of: "ƒ s300", bench).contains("✓    300"))
  }
}
