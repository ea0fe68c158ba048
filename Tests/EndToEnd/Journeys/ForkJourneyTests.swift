import TestSupport
import Testing

/// A purchase stopped on a condition, changed, forked and compared, in a real terminal.
@Suite("The journey of a fork", .serialized, .timeLimit(.minutes(2)))
struct ForkJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("stopped where a condition holds, its request edited, continued, forked from an earlier step, and compared")
  func fork() async throws {
    let folder = try await parley.copyOfDemo()
    let terminal = try await parley.openGroups(of: folder)
    try await breakOnCondition(terminal)
    try await editRequest(terminal)
    try await terminal.press("B", "D", "Escape", "c")
    try await terminal.wait("the end of the run") { $0.contains("✗ failed") && $0.contains("tools/teapot") }
    try await fork(terminal)
    try await compare(terminal)
    try await terminal.press("q", "q", "q")
    try await terminal.waitForEnd()
    let compared = try await parley.run("runs", "compare", "1", "2", "-w", folder, "--ignore", "steps.cheapest")
    #expect(compared.status == 1 && compared.outputText.contains("ignored: .headers.date, steps.cheapest"))
    #expect(compared.outputText.contains("= 3  cheapest") && compared.outputText.contains("≠ 8  pay"))
  }

  private func breakOnCondition(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("Enter", "g")
    for _ in 0..<11 { try await terminal.press("j") }
    try await terminal.press("B", "a")
    try await terminal.wait(for: "New breakpoint")
    try await terminal.press("Tab", "Tab", "Tab")
    try await terminal.type("$steps.bill.total > 10")
    try await terminal.press("Enter")
    try await terminal.wait("the breakpoint in the list") { $0.contains("Breakpoints of") && $0.contains("> 10") }
    try await terminal.press("Escape")
    try await terminal.wait(for: "◐ 8")
    try await terminal.runCheckout()
    try await terminal.wait(for: "paused before pay")
  }

  private func editRequest(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("I")
    try await terminal.wait(for: "Request of pay")
    try await terminal.press("]", "a")
    try await terminal.type("X-Note")
    try await terminal.press("Enter")
    try await terminal.type("by hand")
    try await terminal.press("Enter", "C-s")
    try await terminal.wait("the edited request, still waiting") {
      $0.contains("✎ edited") && $0.contains("paused before pay")
    }
  }

  private func fork(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("g", "j", "j", "F")
    try await terminal.wait("the fork, waiting") {
      $0.contains("paused before cheapest") && $0.contains("fork of 1")
    }
    try await terminal.press("t")
    try await terminal.wait(for: "Result of the step")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Result for cheapest")
    try await terminal.type(#"{ "id": 9, "name": "other", "price": 2 }"#)
    try await terminal.press("C-s")
    try await terminal.wait(for: "paused before")
    try await terminal.press("c")
    try await terminal.wait("the end of the fork") { $0.contains("run 2   ✗ failed") && $0.contains("↳  2 ✗") }
  }

  private func compare(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("=")
    try await terminal.wait("both runs, and the step that was changed") {
      $0.contains("- run 1   + run 2") && $0.contains("~ 3")
    }
    try await terminal.press("n")
    try await terminal.wait("the next difference") { $0.contains("~ different") }
    try await terminal.press("Escape")
    try await terminal.wait(for: "run 2   ✗ failed")
  }
}
