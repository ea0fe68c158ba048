import TestSupport
import Testing

/// A purchase stopped before it is paid, in a real terminal.
@Suite("The journey of a purchase", .serialized, .timeLimit(.minutes(2)))
struct GroupJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("run with mocks, paused before the payment, its input edited, continued, kept, and run again from there")
  func purchase() async throws {
    let folder = try await parley.copyOfDemo()
    let terminal = try await parley.openGroups(of: folder)
    try await pause(terminal)
    try await edit(terminal)
    try await terminal.press("c")
    // Its last request but one fails on purpose.
    try await terminal.wait("the end of the run") { $0.contains("✗ failed") && $0.contains("tools/teapot") }
    try await terminal.press("g")
    for _ in 0..<11 { try await terminal.press("j") }
    try await terminal.wait("what was done by hand, and the run in the list") {
      $0.contains("was edited by hand") && $0.contains("\"note\": 1") && $0.contains("1 ✗")
    }
    try await terminal.press("q", "q", "q")
    try await terminal.waitForEnd()
    let again = try await parley.run(
      "run", "checkout", "-w", folder, "--mock", "--from", "pay", "--of", "last", "--set", "password=secret")
    #expect(again.errorText.contains("pay") && again.errorText.contains("teapot failed"), "\(again.errorText)")
  }

  private func pause(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("Enter", "g")
    for _ in 0..<11 { try await terminal.press("j") }
    try await terminal.press("b")
    try await terminal.wait(for: "● 8")
    try await terminal.runCheckout()
    try await terminal.wait("the pause") { $0.contains("paused before pay") && $0.contains("\"signature\"") }
  }

  private func edit(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("i")
    try await terminal.wait(for: "editing json")
    try await terminal.press("C-Home", "Right")
    try await terminal.type("\"note\": 1,")
    try await terminal.press("C-s")
    try await terminal.wait("the edited input, and the step still waiting") {
      $0.contains("✎ edited") && $0.contains("\"note\": 1") && $0.contains("paused before pay")
    }
  }
}
