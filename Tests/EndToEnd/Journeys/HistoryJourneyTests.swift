import TestSupport
import Testing

/// The history in a real terminal.
@Suite("The journey through the history", .serialized, .timeLimit(.minutes(2)))
struct HistoryJourneyTests {
  @Test("sent three times, searched while one types, opened, compared, pinned, and there again after a restart")
  func history() async throws {
    let parley = try ParleyProgram()
    let shop = try ShopUnderTest(parley)
    for name in ["one", "two", "two"] { #expect(try await shop.run("send", name).status == 0) }
    let terminal = try await parley.open(["-w", shop.folder])
    try await terminal.wait(for: "last response")
    try await terminal.press("6")
    try await terminal.wait(for: "3 exchanges")
    try await terminal.press("/")
    try await terminal.type("/TWO status:200")
    try await terminal.wait("the two that match") { $0.contains("2 found") && !$0.contains("/one") }
    try await terminal.press("Enter", "=")
    try await terminal.wait("both responses") { $0.contains("Two responses: 1 difference") && $0.contains("3") }
    try await terminal.press("Escape")
    try await terminal.wait(for: "2 found")
    try await terminal.press("j", "Enter")
    try await terminal.wait("the older one") { $0.contains("older response") && $0.contains("\"n\": 2") }
    try await terminal.press("P")
    try await terminal.wait(for: "pinned")
    try await terminal.press("q", "q", "q", "q", "q")
    try await terminal.waitForEnd()
    let again = try await parley.open(["-w", shop.folder])
    try await again.wait(for: "last response")
    try await again.press("6")
    try await again.wait(for: "pinned")
    try await again.press("q", "q", "q")
    try await again.waitForEnd()
  }
}
