import Foundation
import TestSupport
import Testing

/// Steps of the demo's purchase filled in, in a real terminal.
@Suite("The journey of a step that is edited", .serialized, .timeLimit(.minutes(2)))
struct StepFormJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test(
    "after a run, a filter is changed while its output is looked at, and what a request is sent with; the rest of the file stays"
  )
  func edits() async throws {
    let folder = try await parley.copyOfDemo()
    let file = "\(folder)/groups/checkout.yaml"
    let before = try String(contentsOfFile: file, encoding: .utf8)
    let terminal = try await parley.openGroups(of: folder)
    try await run(terminal)
    try await editFilter(terminal)
    try await editOverrides(terminal)
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved to")
    let saved = try String(contentsOfFile: file, encoding: .utf8)
    #expect(saved == Self.expected(from: before), "\(saved)")
    try await terminal.press("q", "q", "q")
    try await terminal.waitForEnd()
  }

  private static func expected(from before: String) -> String {
    before.replacing("{ id, name, price }' }", with: "{ id, name, price } | .id' }").replacing(
      "      headers: { X-Signature: \"{{steps.sign.signature}}\" }\n",
      with: "      headers: { X-Signature: \"{{steps.sign.signature}}\", X-Trace: 7 }\n")
  }

  private func run(_ terminal: TmuxTerminal) async throws {
    try await terminal.runCheckout()
    try await terminal.wait("the end of the run") { $0.contains("✗ failed") && $0.contains("tools/teapot") }
  }

  private func editFilter(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("g", "Enter", "g", "j", "j", "Enter")
    try await terminal.wait(for: "3 cheapest")
    // A field opens selected: a key that moves keeps what is there.
    try await terminal.press("Enter", "End")
    try await terminal.type(" | .i")
    try await terminal.wait("what can follow, with its value") { $0.contains("← 3 cheapest · run 1") }
    try await terminal.press("Tab")
    try await terminal.wait("what the filter gives") { $0.contains("on 3 cheapest · run 1") && $0.contains("| .id") }
    try await terminal.press("Enter")
    try await terminal.wait(for: "✎")
  }

  private func editOverrides(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("Escape")
    try await terminal.wait(for: "a add")
    for _ in 0..<9 { try await terminal.press("j") }
    try await terminal.wait(for: "8 pay")
    try await terminal.press("Enter", "j", "j", "j", "Enter")
    try await terminal.wait(for: "8 pay · with")
    try await terminal.press("]")
    try await terminal.wait(for: "X-Signature")
    try await terminal.press("a")
    try await terminal.type("X-Trace")
    try await terminal.press("Tab")
    try await terminal.type("7")
    try await terminal.press("Enter", "Escape")
    try await terminal.wait(for: "headers X-Signature, X-Trace")
  }
}
