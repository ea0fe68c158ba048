import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Runs that leave as files from screen 2, and come into it", .timeLimit(.minutes(1)))
struct RunTravelScreenTests {
  private static let short = "serial:\n  - request: item/list\n  - { local: first, jq: '.items[0]' }\n"

  /// A run has ended, and the cursor of the list is on it.
  private func ran() async throws -> GroupScreen {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("G")
    await screen.bench.idle()
    return screen
  }

  private func type(_ path: String, kind presses: Int, on screen: GroupScreen) async throws {
    try await screen.bench.press("x")
    for _ in 0..<presses { try await screen.bench.press("Right") }
    try await screen.bench.press("Enter", "Ctrl-U")
    await screen.bench.type(screen.folder.path(path))
    try await screen.bench.press("Enter")
    await screen.bench.idle()
  }

  @Test("x writes a run file; the status line has its path, and a name without an ending gets one")
  func export() async throws {
    let screen = try await ran()
    try await type("out", kind: 0, on: screen)
    #expect(screen.bench.terminal.text.contains("Wrote run 1 to \(screen.folder.path("out.parley"))".prefix(60)))
    let head = String(decoding: try screen.folder.read("out.parley").prefix(80), as: UTF8.self)
    #expect(head.contains(#""parley":"run""#) && head.contains(#""secrets":"masked""#))
  }

  @Test("the form suggests a name with the ending of a run file, and of a report where that is chosen")
  func suggests() async throws {
    let screen = try await ran()
    try await screen.bench.press("x")
    #expect(await screen.bench.idle().contains("shop-1.parley"))
    let export = RunExport("id", number: 1, group: "deep/shop")
    for (kind, name) in zip(RunExport.Kind.allCases, ["shop-1.parley", "shop-1.parley", "shop-1.html"]) {
      let wish = try export.typed(FormAnswers([kind.words, export.suggestedFile]))
      #expect(wish.path == name && wish.kind == kind)
      #expect(try export.typed(FormAnswers([kind.words, "mine.html"])).path == "mine.html")
    }
  }

  @Test("a file that is there is kept unless the person says otherwise")
  func overwriting() async throws {
    let screen = try await ran()
    try screen.folder.write("mine", to: "out.html")
    try await type("out.html", kind: 2, on: screen)
    #expect(screen.bench.terminal.text.contains("Overwrite the file?"))
    try await screen.bench.press("Enter")
    #expect(try screen.folder.read("out.html") == Array("mine".utf8))
    try await type("out.html", kind: 2, on: screen)
    try await screen.bench.confirm()
    await screen.bench.idle()
    let page = String(decoding: try screen.folder.read("out.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>") && page.contains("shop, run 1"))
  }

  @Test("a sealed file asks for the passphrase twice, and is opened by it again after the run was deleted")
  func sealed() async throws {
    let screen = try await ran()
    let bench = screen.bench
    try await type("out", kind: 1, on: screen)
    #expect(bench.terminal.text.contains("Passphrase of the file"))
    await bench.type("open sesame")
    try await bench.press("Enter")
    await bench.type("open other")
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("The passphrases differ."))
    try await bench.press("Ctrl-U")
    await bench.type("open sesame")
    try await bench.press("Enter")
    await bench.idle()
    #expect(String(decoding: try screen.folder.read("out.parley"), as: UTF8.self).contains("scrypt"))
    try await bench.press("D")
    try await bench.confirm()
    await bench.idle()
    #expect(try await screen.session.store.runs.groups().isEmpty)
    try await bench.press(":")
    await bench.type("import a run")
    try await bench.press("Enter")
    await bench.type(screen.folder.path("out.parley"))
    try await bench.press("Enter")
    await bench.idle()
    await bench.type("open sesame")
    try await bench.press("Enter")
    let shown = await bench.idle()
    #expect(shown.contains("⇣") && shown.contains("✓ done"))
    #expect(try await screen.newest().summary.imported != nil)
  }
}
