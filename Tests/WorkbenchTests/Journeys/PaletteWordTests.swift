import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The palette finds the words on the screen", .timeLimit(.minutes(3)))
struct PaletteWordTests {
  private func bench() async throws -> BenchUnderTest {
    let services = FakeServices()
    services.change { content in
      content.workspace.mistakes = [
        FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "odd", isWarning: true)
      ]
      (content.workspace.poolSize, content.workspace.isMocking, content.workspace.mocks) = (4, true, 1)
      content.workspace.trust = .granted
    }
    let bench = try BenchUnderTest(160, 48, services: services)
    await bench.idle()
    return bench
  }

  private func isFound(_ word: String, on bench: BenchUnderTest) async throws -> Bool {
    try await bench.press("Ctrl-P")
    await bench.type(word)
    let found = await bench.idle()
    try await bench.press("Esc")
    await bench.idle()
    return !found.contains("Nothing matches.")
  }

  @Test(
    "Errors and warnings of the files are found by what they are called",
    arguments: Sample.of(
      [
        "warning", "1 warning", "⚠ 1 warning", "problems", "diagnostics", "check", "mistakes", "errors", "lint",
      ], 4))
  func warnings(_ word: String) async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-P")
    await bench.type(word)
    #expect(await bench.idle().contains("Errors and warnings"))
  }

  @Test(
    "What other programs call a thing finds it",
    arguments: Sample.of(
      [
        ("ignore ssl", "options.verify"), ("skip certificate", "options.verify"), ("no redirect", "options.redirects"),
        ("user agent", "Show the headers"), ("dark mode", "Theme"), ("word wrap", "Wrap long lines"),
        ("keyboard", "Change a key"),
        ("fullscreen", "Zoom the pane"), ("retention", "History screen"), ("new tab", "New request"),
        ("disable", "Turn the row on or off"), ("download", "Save the body to a file"),
      ], 6))
  func otherPrograms(_ row: (typed: String, found: String)) async throws {
    let bench = try await bench()
    try await bench.press("Enter", "F5")
    await bench.idle()
    try await bench.press("Ctrl-P")
    await bench.type(row.typed)
    let found = await bench.idle()
    #expect(found.contains(row.found) && !found.contains("Nothing matches."), "\(found)")
  }

  @Test("A request is found by a part of its URL", arguments: ["/v2/users", "/users/:id", "{{base}}/v2", "users"])
  func urls(_ typed: String) throws {
    let request = RequestSummary("account/read", method: "GET", url: "{{base}}/v2/users/:id")
    #expect(PaletteEntry.request(request).item.isMeant(by: typed))
    #expect(!PaletteEntry.request(RequestSummary("health", url: "/health")).item.isMeant(by: typed))
  }

  @Test("A word of the first line and of the hints is found where it is shown first")
  func shown() async throws {
    let bench = try await bench()
    try await bench.press("F5")
    var known: Set = ["parley", "shop", "local", "cart", "pay"]
    for screen in ["1", "2", "3", "4", "5", "6"] {
      try await bench.press(screen)
      await bench.idle()
      let words = try words(on: bench)
      #expect(words.count > 10)
      for word in Sample.of(words.filter { known.insert($0).inserted }, 4) {
        let wasFound = try await isFound(word, on: bench)
        #expect(wasFound, "\(word) of screen \(screen)")
      }
    }
  }

  private func words(on bench: BenchUnderTest) throws -> [String] {
    let lines = bench.terminal.frame.lines
    let hints = try #require(lines.last).split(separator: "   ").flatMap { hint in
      hint.drop { $0 == " " }.drop { $0 != " " }.split { !$0.isLetter }
    }
    return (lines[0].split { !$0.isLetter } + hints).filter { $0.count > 2 }.map { $0.lowercased() }
  }

  @Test("Of what a word means, what can be done now stands first")
  func usable() async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-P")
    await bench.type("tls")
    let found = await bench.idle()
    let option = try #require(found.firstRange(of: "options.")?.lowerBound, "\(found)")
    let refused = try #require(found.firstRange(of: "Check certificates again")?.lowerBound)
    #expect(option < refused)
  }

  @Test(
    "What shows the edits of a draft is found by its usual words", arguments: ["diff", "draft", "unsaved", "chang"])
  func draft(_ word: String) async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-P")
    await bench.type(word)
    #expect(await bench.idle().contains("Compare the draft with the file"))
  }

  @Test("How keys are changed is found by its usual words", arguments: ["key", "binding", "rebind", "change a key"])
  func keys(_ word: String) async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-P")
    await bench.type(word)
    #expect(await bench.idle().contains("Change a key"))
  }

  @Test("Each tab of a request and of a response is found")
  func tabs() async throws {
    let bench = try await bench()
    try await bench.press("Enter", "F5")
    await bench.idle()
    for name in Sample.of(Composer.Tab.allCases.map(\.title) + ResponsePane.Tab.allCases.map(\.title), 6) {
      let wasFound = try await isFound(name, on: bench)
      #expect(wasFound, "\(name)")
    }
  }
}
