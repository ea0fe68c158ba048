import Glibc
import TestSupport
import Testing

/// A value is being typed when the program is killed.
@Suite("The journey of a value that was not saved", .timeLimit(.minutes(2)))
struct KilledEditorJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("kill -9 in the middle of an edit: the next start offers what was typed, and saves it from its editor")
  func kill() async throws {
    try parley.home.write("parley: 1\nid: killed\n", to: "w/parley.yaml")
    let folder = parley.home.path("w")
    _ = try await parley.run("shared", "set", "note", "-w", folder, input: "before")
    let terminal = try await parley.open(["-w", folder])
    try await terminal.wait(for: "Requests")
    try await terminal.press("5")
    try await terminal.wait("the key") { $0.contains("note") && $0.contains("before") }
    try await terminal.press("Enter")
    try await terminal.wait(for: "editing text")
    try await terminal.type(" and after")
    try await terminal.wait(for: "before and after")
    while try await drafts(in: folder) == 0 {}
    #expect(Glibc.kill(try #require(terminal.processID), SIGKILL) == 0)
    #expect(try await terminal.waitForEnd() == 137)
    let again = try await parley.open(["-w", folder])
    try await again.wait("what was typed") {
      $0.contains("Typed when Parley ended") && $0.contains("the value of note")
    }
    try await again.press("Enter")
    try await again.wait(for: "Ctrl-T discard it")
    try await again.press("o")
    try await again.wait("the editor") { $0.contains("editing text") && $0.contains("before and after") }
    try await again.press("C-s")
    try await again.wait(for: "Saved note.")
    #expect(try await parley.run("shared", "get", "note", "-w", folder).outputText == "before and after")
    #expect(try await drafts(in: folder) == 0)
  }

  private func drafts(in folder: String) async throws -> Int {
    let sizes = try await parley.run("store", "size", "-w", folder).outputText
    let line = sizes.split(separator: "\n").first { $0.contains("drafts") }
    return line?.split(separator: " ").lazy.compactMap { Int($0) }.first ?? 0
  }
}
