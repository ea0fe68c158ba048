import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: to a moment, from step to step, from write to write; what is watched", .timeLimit(.minutes(2)))
struct TimeByHandTests {
  private static let file = """
    serial:
      - request: item/list
      - { local: keep, set: { cart: '42' } }
      - { request: cart/pay }
      - { local: end, jq: '.state' }

    """

  private func ran(_ width: Int = 120) async throws -> GroupScreen {
    let screen = try await GroupScreen(width, 36, file: Self.file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab")
    await screen.bench.idle()
    return screen
  }

  private func shown(_ screen: GroupScreen, after keys: String...) async throws -> String {
    for key in keys { try await screen.bench.press(key) }
    return await screen.bench.idle()
  }

  @Test("steps and writes are gone to one after the other, and beyond the last there is none")
  func landmarks() async throws {
    let screen = try await ran()
    #expect(try await shown(screen, after: "Alt-{").contains("4 end"))
    #expect(try await shown(screen, after: "Alt-{").contains("3 pay begins"))
    #expect(try await shown(screen, after: "Alt-(").contains("2 keep done, writes cart"))
    #expect(try await shown(screen, after: "Alt-(").contains("No shared key is written before this moment."))
    #expect(try await shown(screen, after: "Alt-{", "Alt-{").contains("1 list begins"))
    #expect(try await shown(screen, after: "Alt-)").contains("2 keep done, writes cart"))
    #expect(try await shown(screen, after: "Esc", "Alt-(").contains("2 keep done, writes cart"))
  }

  @Test(
    "a moment is named by a step, the time since the start, the time of day, or its number",
    arguments: [
      ("pay", "3 pay begins"), ("1", "1 list begins"), ("#1", "· 1 of "), ("+0 ms", "· 1 of "), ("00:00", "· 1 of "),
    ])
  func named(_ text: String, _ words: String) async throws {
    let screen = try await ran()
    #expect(try await shown(screen, after: "@").contains("Go to a moment"))
    await screen.bench.type(text)
    #expect(try await shown(screen, after: "Enter").contains(words))
  }

  @Test("what is no moment is refused, and the run stays as it is shown")
  func unknown() async throws {
    let screen = try await ran()
    try await screen.bench.press("@")
    for text in ["nothing", "#0", "#99", "+x", ""] {
      try await screen.bench.press("Ctrl-U")
      await screen.bench.type(text)
      #expect(try await shown(screen, after: "Enter").contains("No moment of this run is called so."), "\(text)")
    }
    #expect(try await !shown(screen, after: "Esc").contains("  at "))
  }

  @Test("a click on the axis goes to the moment there, and where the button is let go")
  func mouse() async throws {
    let screen = try await ran(160)
    let bench = screen.bench
    let lines = bench.terminal.frame.lines
    let row = try #require(lines.firstIndex { $0.contains(" state ") && $0.contains(" time ") })
    let time = try #require(lines[row].firstRange(of: " time "))
    let left = lines[row].distance(from: lines[row].startIndex, to: time.upperBound) + 12
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: left, y: row))))
    let first = await bench.idle()
    #expect(first.contains("  at "))
    bench.terminal.send(.mouse(Mouse(.release, at: Point(x: 150, y: row))))
    let last = await bench.idle()
    #expect(last.contains("  at ") && number(in: last) > number(in: first))
  }

  private func number(in text: String) -> Int { text.firstMatch(of: /(\d+) of \d+/).flatMap { Int($0.1) } ?? 0 }

  @Test("watched expressions show what they give now and at each moment, and are kept for the group")
  func watch() async throws {
    let screen = try await ran()
    let bench = screen.bench
    #expect(try await shown(screen, after: "a").contains("Watch"))
    await bench.type("$steps.list.items | length")
    #expect(try await shown(screen, after: "Enter").contains(#""$steps.list.items | length": 2"#))
    try await bench.press("a")
    await bench.type("$shared.cart")
    #expect(try await shown(screen, after: "Enter").contains(/"\$shared.cart": "?42/))
    let begin = try await shown(screen, after: "@", "Ctrl-U")
    #expect(begin.contains("Go to a moment"))
    await bench.type("#1")
    let then = try await shown(screen, after: "Enter")
    #expect(then.contains(#""$shared.cart": null"#) && then.contains(": 0"), "\(then)")
    #expect(try screen.session.runs.watched.lines(of: "shop") == ["$steps.list.items | length", "$shared.cart"])
  }

  @Test("an expression that is no jq is refused; one that fails says why")
  func mistakes() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("a")
    await bench.type(".a |")
    #expect(try await shown(screen, after: "Enter").contains("is no jq"))
    try await bench.press("Ctrl-U")
    await bench.type("$steps.list.items.total")
    #expect(try await shown(screen, after: "Enter").contains("✗ "))
    try await bench.press("a", "Up", "Ctrl-U", "Enter")
    #expect(try await shown(screen, after: "Enter").contains("Nothing is watched"))
  }

  @Test("while a run is paused, watched expressions show what is known until then")
  func paused() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await bench.press("a")
    await bench.type("$steps | length")
    _ = try await shown(screen, after: "Enter")
    try await bench.press("S")
    await bench.shows("paused before list", #""$steps | length": 0"#)
    try await bench.press(".", ".")
    await bench.shows("paused before pay", #""$steps | length": 2"#)
  }
}
