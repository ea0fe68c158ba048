import TerminalKit
import TestSupport
import Testing

@Suite("Choosing a theme", .timeLimit(.minutes(1)))
struct ThemeJourneys {
  private func picking() async throws -> BenchUnderTest {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(":")
    await bench.type("theme")
    try await bench.press("Enter")
    return bench
  }

  @Test("the one under the cursor shows at once, and is kept by Enter")
  func choosing() async throws {
    let bench = try await picking()
    #expect(bench.terminal.text.contains("● dark") && bench.terminal.text.contains("color-blind"))
    try await bench.press("j", "j")
    #expect(bench.terminal.theme.name == "nord")
    #expect(bench.services.snapshot.settings.isEmpty)
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.settings == [.theme: "nord"])
    #expect(bench.terminal.theme.name == "nord")
  }

  @Test("Esc brings back the one before")
  func leaving() async throws {
    let bench = try await picking()
    try await bench.press("G")
    try await bench.press("Down", "Esc")
    await bench.idle()
    #expect(bench.terminal.theme.name == "dark")
    #expect(bench.services.snapshot.settings.isEmpty)
  }
}
