import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench

@Suite("Giving a command another key", .timeLimit(.minutes(1)))
struct KeyJourneys {
  /// With the help open and the cursor on the command that filters requests.
  private func helped() async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(100, 40)
    await bench.idle()
    try await bench.press("?")
    for _ in 0..<20 where !(try await onFilter(bench)) { try await bench.press("j") }
    return bench
  }

  private func onFilter(_ bench: BenchUnderTest) async throws -> Bool {
    let frame = await bench.idleFrame()
    let width = frame.size.width
    return frame.lines.indices.contains { line in
      let cells = frame.cells[line * width..<(line + 1) * width]
      return cells.contains { $0.style.ground == .selection } && frame.lines[line].contains("Shows only requests")
    }
  }

  @Test("in the help: Enter, the key, Enter; it counts at once, stands in the help, and is kept")
  func rebinding() async throws {
    let bench = try await helped()
    try await bench.press("Enter")
    #expect(await bench.idle().contains("A key for “"))
    try await bench.press("F9")
    #expect(await bench.idle().contains("F9"))
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("F9") && text.contains("Shows only requests"))
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "F9"])
    try await bench.press("Esc", "F9")
    await bench.type("login")
    #expect(await bench.idle().contains("/ login"))
  }

  @Test("that means something else there is refused, and said so; Esc gives up")
  func conflict() async throws {
    let bench = try await helped()
    try await bench.press("Enter", "D", "Enter")
    let text = await bench.idle()
    #expect(text.contains("sidebar.delete") && text.contains("Give one of them another key."))
    try await bench.press("Esc", "Esc")
    #expect(bench.services.snapshot.keys.isEmpty)
  }

  @Test("one key after the other is a sequence")
  func sequence() async throws {
    let bench = try await helped()
    try await bench.press("Enter", "F8", "F9", "Backspace", "F7")
    // F8 alone lists mistakes everywhere.
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Give one of them another key."))
    try await bench.press("F9", "F7", "Enter")
    await bench.idle()
    #expect(bench.services.snapshot.keys == ["sidebar.filter": "F9 F7"])
  }
}
