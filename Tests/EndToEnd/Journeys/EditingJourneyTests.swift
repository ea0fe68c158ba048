import TestSupport
import Testing

/// Typing in a real terminal.
@Suite("The journey of somebody who types", .serialized)
struct EditingJourneyTests {
  @Test(
    "a header is completed by Tab, a response by its path with the last value, and F5 sends what stands in the field")
  func completion() async throws {
    let parley = try ParleyProgram()
    let shop = try ShopUnderTest(parley)
    #expect(try await shop.run("send", "one").status == 0)
    let terminal = try await parley.open(["-w", shop.folder])
    try await terminal.wait(for: "last response")
    try await terminal.press("Enter", "]", "a")
    try await terminal.type("accep")
    try await terminal.wait(for: "types the response may have")
    try await terminal.press("Tab", "Enter")
    try await terminal.type("csv")
    try await terminal.wait(for: "text/csv")
    try await terminal.press("Tab", "Enter", "i")
    try await terminal.type("?n={{resp")
    try await terminal.wait(for: "response(")
    try await terminal.press("Enter")
    try await terminal.type("one")
    try await terminal.press("Enter")
    try await terminal.wait("the paths with their values") { $0.contains(".n") && $0.contains("← ") }
    try await terminal.type("n")
    try await terminal.press("Enter")
    try await terminal.wait(for: "{{response(\"one\").n}}")
    try await terminal.press("F5")
    try await terminal.wait("the response in the log") { $0.contains("response received  GET   one ") }
    try await terminal.press("Escape", "Escape", "q")
    try await terminal.waitForEnd()
  }
}
