import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("Screen 2: a step is filled in, field by field", .timeLimit(.minutes(1)))
struct StepFormScreenTests {
  /// In the form of the step `first`, a filter, after a run.
  private func atFilter(_ width: Int = 120, _ height: Int = 36) async throws -> GroupScreen {
    let screen = try await GroupScreen(width, height)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("g", "Enter", "g", "j", "Enter")
    await screen.bench.shows("2 first")
    return screen
  }

  @Test("a filter shows what it gives on the last run while it is typed, and is a change of the draft that u undoes")
  func types() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter")
    await bench.type(" | .total")
    #expect(await bench.shows("→ 99.5").contains("on 2 first · run 1"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains(".items[0] | .total"))
    #expect(bench.terminal.text.contains("edited, not saved") || bench.terminal.text.contains("✎"))
    try await bench.press("u")
    #expect(await !bench.idle().contains(".items[0] | .total"))
  }

  @Test("Esc leaves a field as it was; a number that is none stays with a sentence")
  func leaves() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter")
    await bench.type("xyz")
    try await bench.press("Esc", "Esc")
    #expect(await !bench.idle().contains("xyz"))
    try await bench.press("Enter", "G", "k", "k", "Enter")
    await bench.type("many")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Expected a number from 0 to 100"))
  }

  @Test("at 80×24 the field and what it gives are both in view")
  func small() async throws {
    let screen = try await atFilter(80, 24)
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains("→ { 2 }"))
  }

  @Test("with opens the composer's rows; Ctrl-S applies them to the draft, and the file keeps all else")
  func overrides() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Esc", "j", "Enter", "j", "j", "j", "Enter")
    #expect(await bench.idle().contains("3 pay · with"))
    try await bench.press("]", "[", "[", "a")
    await bench.type("X-Trace")
    try await bench.press("Tab")
    await bench.type("7")
    try await bench.press("Enter", "Ctrl-S")
    #expect(await bench.idle().contains("headers X-Trace"))
    try await bench.press("Ctrl-S")
    await bench.idle()
    let saved = String(decoding: try screen.folder.read("w/groups/shop.yaml"), as: UTF8.self)
    #expect(saved.contains("X-Trace") && saved.contains("- { local: first, jq: '.items[0]' }"))
  }
}
