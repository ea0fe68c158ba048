import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

/// Everything that looks like something to click does what its key does, at every size.
@Suite("What looks like a button is one", .timeLimit(.minutes(3)))
struct MouseTargetTests {
  private static let sizes = [(80, 24), (100, 30), (160, 48)]
  /// Each screen, of one size.
  private static let screens = Sample.of(
    ["1", "2", "3", "4", "5", "6"].flatMap { screen in sizes.map { Shown(size: $0, screen: screen) } }, 2)

  struct Shown: Sendable, CustomTestStringConvertible {
    let size: (Int, Int)
    let screen: String

    var testDescription: String { "screen \(screen) of \(size.0)×\(size.1)" }
  }

  private func bench(_ size: (Int, Int), on screen: String) async throws -> BenchUnderTest {
    let services = FakeServices()
    services.change { content in
      content.sharedNames = ["token", "user.name"]
      content.workspace.mistakes = [
        FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "odd", isWarning: true)
      ]
    }
    let bench = try BenchUnderTest(size.0, size.1, services: services)
    await bench.idle()
    try await bench.press("F5", screen)
    await bench.idle()
    return bench
  }

  private func click(_ x: Int, _ y: Int, on bench: BenchUnderTest) async {
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: x, y: y))))
    await bench.idle()
  }

  /// The column of the middle of a text in a line.
  private func column(of text: Substring, in line: String) -> Int {
    CellWidth.columns(of: String(line[..<text.startIndex])) + CellWidth.columns(of: String(text)) / 2
  }

  @Test("A click on a hint is its key", arguments: screens)
  func hints(on shown: Shown) async throws {
    let (size, screen) = (shown.size, shown.screen)
    let first = try await bench(size, on: screen)
    let line = try #require(first.terminal.frame.lines.last)
    let hints = line.split(separator: "   ").filter { $0.contains(" ") }
    for hint in hints {
      let key = hint.drop { $0 == " " }.prefix { $0 != " " }
      let (clicked, pressed) = (try await bench(size, on: screen), try await bench(size, on: screen))
      await click(column(of: hint, in: line), size.1 - 1, on: clicked)
      try await pressed.press(String(key))
      let (one, other) = (await clicked.idle(), await pressed.idle())
      #expect(one == other, "\(hint)")
    }
  }

  @Test("A click on anything in the first line does something", arguments: screens)
  func topBar(on shown: Shown) async throws {
    let (size, screen) = (shown.size, shown.screen)
    let first = try await bench(size, on: screen)
    let line = first.terminal.frame.lines[0]
    let title = try #require(
      Screens.all.indices.contains((Int(screen) ?? 1) - 1) ? Screens.all[(Int(screen) ?? 1) - 1] : nil)
    for word in line.split(separator: " ") where word.contains(where: \.isLetter) {
      // The screen that is shown already is itself; the sign between place and environment is part of it.
      guard !title.title.contains(word), !title.shortTitle.contains(word) else { continue }
      let clicked = try await bench(size, on: screen)
      let before = clicked.terminal.frame.text
      await click(column(of: word, in: line), 0, on: clicked)
      #expect(await clicked.idle() != before, "\(word)")
    }
  }

  @Test("A click on the name of a tab shows it", arguments: sizes)
  func tabs(size: (Int, Int)) async throws {
    let names = [
      "Params", "Headers", "Auth", "Body", "Expect", "Capture", "Options", "Docs", "Cookies", "Timing", "Wire",
      "History",
    ]
    let first = try await bench(size, on: "1")
    var found = 0
    for (y, line) in first.terminal.frame.lines.enumerated()
    where line.contains("[") && names.count(where: line.contains) > 2 {
      for name in names {
        for range in line.ranges(of: name) {
          found += 1
          let clicked = try await bench(size, on: "1")
          await click(column(of: line[range], in: line), y, on: clicked)
          #expect(await clicked.idle().contains("[\(name)"), "\(name)")
        }
      }
    }
    #expect(found > 8)
  }

  @Test("A click on a pane's border goes to the pane whose title it is", arguments: screens)
  func borders(on shown: Shown) async throws {
    let (size, screen) = (shown.size, shown.screen)
    let first = try await bench(size, on: screen)
    for (y, line) in first.terminal.frame.lines.enumerated() {
      for match in line.matches(of: /[┌┬├]─* ?([A-Z][A-Za-z]+)/) {
        let clicked = try await bench(size, on: screen)
        await click(column(of: match.1, in: line), y, on: clicked)
        try await clicked.press("?")
        let help = await clicked.idle()
        #expect(help.contains("Keys: "), "\(match.1)")
      }
    }
  }

  @Test("A click on the name of a column sorts by it, and again the other way round", arguments: sizes)
  func heads(size: (Int, Int)) async throws {
    let bench = try await bench(size, on: "5")
    let (y, line) = try #require(
      bench.terminal.frame.lines.enumerated().first { $1.contains("key") && $1.contains("value") })
    let when = try #require(line.firstRange(of: "when"))
    await click(column(of: line[when], in: line), y, on: bench)
    #expect(await bench.idle().contains("when ▼"))
    await click(column(of: line[when], in: line), y, on: bench)
    #expect(await bench.idle().contains("when ▲"))
  }

  @Test("The first click on a line of the log strip selects it, and the second opens it", arguments: sizes)
  func strip(size: (Int, Int)) async throws {
    let bench = try await bench(size, on: "1")
    let y = size.1 - 2
    await click(10, y, on: bench)
    let once = await bench.idle()
    await click(10, y, on: bench)
    #expect(await bench.idle() != once)
  }
}
