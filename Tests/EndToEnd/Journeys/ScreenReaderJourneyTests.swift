import TestSupport
import Testing

/// What a screen reader reads out is the first line, the line of the terminal's own cursor, and what changes.
@Suite("The journey with a screen reader", .serialized, .timeLimit(.minutes(2)))
struct ScreenReaderJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    try parley.home.write(
      "parley: 1\nid: shop0000\nservers: { api: 'http://127.0.0.1:1' }\n", to: "shop/parley.yaml")
    for name in ["apples", "bread"] { try parley.home.write("url: /of/\(name)\n", to: "shop/requests/\(name).yaml") }
  }

  private static func hasFrames(_ screen: String) -> Bool {
    screen.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }
  }

  @Test("one pane at a time without frames, the cursor on what is selected; the next start is as before")
  func journey() async throws {
    let terminal = try await parley.open(["open", "--screen-reader", "-w", parley.home.path("shop")])
    try await terminal.wait(for: "Requests, Requests")
    try await terminal.wait(forCursorOn: "apples")
    try await terminal.press("j")
    try await terminal.wait(forCursorOn: "bread")
    try await terminal.press("F5")
    let failed = try await terminal.wait("the response alone") {
      $0.contains("Requests, Response") && !$0.contains("apples")
    }
    #expect(!Self.hasFrames(failed), "\(failed)")
    try await terminal.wait(for: "failed: network")
    try await terminal.press("?")
    let help = try await terminal.wait("the help alone") { !$0.contains("failed: network") }
    #expect(!Self.hasFrames(help), "\(help)")
    try await terminal.press("Escape", "Escape", "q")
    #expect(try await terminal.waitForEnd() == 0)
    let usual = try await parley.open(["-w", parley.home.path("shop")])
    #expect(Self.hasFrames(try await usual.wait(for: "bread")))
    try await usual.press("q")
    #expect(try await usual.waitForEnd() == 0)
  }
}
