import Foundation
import TestSupport
import Testing

/// Typing in a real terminal.
@Suite("The journey of somebody who types", .serialized, .timeLimit(.minutes(2)))
struct EditingJourneyTests {
  @Test(
    "a header is completed by Tab, a response by its path with the last value, and F5 sends what stands in the field")
  func completion() async throws {
    let parley = try ParleyProgram()
    let shop = try ShopUnderTest(parley)
    #expect(try await shop.run("send", "one").status == 0)
    let terminal = try await parley.open(["-w", shop.folder])
    try await terminal.wait(for: "last response")
    try await terminal.wait("the earlier response in the log") { Self.responses(in: $0) == 1 }
    try await terminal.press("Enter", "]", "a")
    try await terminal.type("accep")
    try await terminal.wait(for: "types the response may have")
    try await terminal.press("Tab", "Enter")
    try await terminal.type("csv")
    try await terminal.wait(for: "text/csv")
    try await terminal.press("Tab", "Enter", "i", "End")
    try await terminal.type("?n={{resp")
    try await terminal.wait(for: "response(")
    try await terminal.press("Enter")
    try await terminal.type("one")
    try await terminal.wait(for: "response(\"one")
    try await terminal.press("Enter")
    try await terminal.wait("the paths with their values") { $0.contains(".n") && $0.contains("← ") }
    try await terminal.type("n")
    try await terminal.press("Enter")
    try await terminal.wait(for: "{{response(\"one\").n}}")
    try await terminal.press("F5")
    try await terminal.wait("the new response in the log") { Self.responses(in: $0) == 2 }
    try await terminal.press("Escape", "Escape", "q")
    try await terminal.waitForEnd()
    #expect(shop.asked == ["/one", "/one?n=1"])
  }

  /// How many responses to the request `one` the log strip lists.
  private static func responses(in screen: String) -> Int {
    screen.components(separatedBy: "response received  GET   one ").count - 1
  }

  /// Opens a request's body in a new terminal.
  private func openBody(of request: String, _ parley: ParleyProgram, _ shop: ShopUnderTest) async throws -> TmuxTerminal
  {
    let terminal = try await parley.open(["-w", shop.folder])
    try await terminal.wait(for: request)
    try await terminal.press(":")
    try await terminal.type(request)
    try await terminal.wait(for: "\(request)   request")
    try await terminal.press("Enter")
    try await terminal.wait(for: "┌ \(request) ")
    try await terminal.press("]", "]", "]")
    try await terminal.wait(for: "[Body")
    return terminal
  }

  @Test(
    "the keys of vi edit a body: a word of a line, as much of the next one by a dot, and an insertion that is undone")
  func vi() async throws {
    let parley = try ParleyProgram()
    let shop = try ShopUnderTest(parley)
    try shop.write(
      "method: POST\nurl: /x\nbody:\n  text: |\n    alpha beta\n    gamma delta\n", to: "requests/letter.yaml")
    let terminal = try await openBody(of: "letter", parley, shop)
    try await terminal.press(":")
    try await terminal.type("keys of vi")
    try await terminal.wait(for: "Keys of vi")
    try await terminal.press("Enter")
    try await terminal.wait("the palette closed") { !$0.contains("Commands, requests") }
    try await terminal.press("Down", "Down", "Enter")
    try await terminal.wait(for: "NORMAL")
    try await terminal.press("v", "e")
    try await terminal.wait(for: "VISUAL")
    try await terminal.press("d")
    try await terminal.wait("the word gone") { !$0.contains("alpha") && $0.contains("beta") }
    try await terminal.press("j", "0", ".")
    try await terminal.wait("as much of the next line gone") { !$0.contains("gamma") && $0.contains("delta") }
    try await terminal.press("i")
    try await terminal.wait(for: "INSERT")
    try await terminal.type("omega")
    try await terminal.press("Escape")
    try await terminal.wait("the insertion done") { $0.contains("omega") && $0.contains("NORMAL") }
    try await terminal.press("u")
    try await terminal.wait("the insertion undone") { !$0.contains("omega") }
    try await terminal.press("Escape", "C-s")
    try await terminal.wait(for: "Saved to requests/letter.yaml")
    try await terminal.press("q")
    try await terminal.waitForEnd()
  }

  @Test("F4 goes to the mistake in JSON, and the sizes of panes are there again after a restart")
  func mistakeAndSizes() async throws {
    let parley = try ParleyProgram()
    let shop = try ShopUnderTest(parley)
    try shop.write(
      "method: POST\nurl: /x\nbody:\n  json: |\n    {\n      \"a\": 1,\n      \"b\": oops\n    }\n",
      to: "requests/order.yaml")
    let terminal = try await openBody(of: "order", parley, shop)
    try await terminal.wait(for: "Line 3, column 8")
    try await terminal.press("F4")
    try await terminal.type("7")
    try await terminal.wait("what is typed, where the mistake is") { $0.contains("\"b\": 7oops") }
    try await terminal.press("Escape")
    let before = Self.row(of: "Response", on: terminal.screen)
    try await terminal.press("M-+")
    try await terminal.wait("a larger pane") { (Self.row(of: "Response", on: $0) ?? 0) > (before ?? 0) }
    let grown = Self.row(of: "Response", on: terminal.screen)
    try await terminal.press("q")
    try await terminal.waitForEnd()
    let again = try await parley.open(["-w", shop.folder])
    try await again.wait("the same sizes as before") { Self.row(of: "Response", on: $0) == grown }
    try await again.press("q")
    try await again.waitForEnd()
  }

  /// In which row a pane begins.
  private static func row(of pane: String, on screen: String) -> Int? {
    screen.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(" \(pane) ─") }
  }
}
