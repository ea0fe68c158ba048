import Foundation
import TestSupport
import Testing

/// A chain that is built by hand, in a real terminal.
@Suite("The journey of a chain", .serialized, .timeLimit(.minutes(2)))
struct AssemblingJourneyTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
  }

  private func text(_ file: String) -> String? {
    try? String(contentsOfFile: "\(shop.folder)/\(file)", encoding: .utf8)
  }

  /// On the screen of groups, with a new group whose steps have the focus.
  private func begin(_ terminal: TmuxTerminal) async throws {
    try await terminal.wait(for: "GET   one")
    try await terminal.press("2")
    try await terminal.wait(for: "No groups yet:")
    try await terminal.press("a")
    try await terminal.wait(for: "New group")
    try await terminal.type("chain")
    try await terminal.press("Enter")
    try await terminal.wait("the steps have the focus") {
      $0.contains("This group has no steps yet.") && $0.contains("a add")
    }
  }

  private func add(_ request: String, as step: String, _ terminal: TmuxTerminal) async throws {
    try await terminal.press("a")
    try await terminal.wait(for: "Add steps")
    try await terminal.type(request)
    try await terminal.press("Enter", "Escape")
    try await terminal.wait("the step \(step)") { $0.contains(step) && !$0.contains("Add steps") }
  }

  private func kill(_ terminal: TmuxTerminal) async throws {
    #expect(Glibc.kill(try #require(terminal.processID), SIGKILL) == 0)
    #expect(try await terminal.waitForEnd() == 137)
  }

  @Test("a group is made, gets two steps, is saved, run and exported, and another workspace imports the run")
  func purchase() async throws {
    let terminal = try await parley.open(["-w", shop.folder])
    try await begin(terminal)
    try await add("one", as: "GET one", terminal)
    try await add("two", as: "GET two", terminal)
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved to groups/chain.yaml.")
    #expect(text("groups/chain.yaml") == "serial:\n  - request: one\n  - request: two\n")
    try await terminal.press("F5")
    try await terminal.wait(for: "✓ done")
    #expect(shop.asked == ["/one", "/two"])
    try await export(terminal)
    let other = parley.home.path("other")
    try parley.home.write("parley: 1\nid: othershop\n", to: "other/parley.yaml")
    let imported = try await parley.run("runs", "import", "\(shop.folder)/chain.parley", "-w", other)
    #expect(imported.errorText.contains("Imported run 1 of chain from shop"), "\(imported.errorText)")
    let there = try await parley.open(["-w", other])
    try await there.wait(for: "Requests")
    try await there.press("2")
    try await there.wait("the imported run, below a group without a file") {
      $0.contains("chain no file") && $0.contains("⇣")
    }
  }

  private func export(_ terminal: TmuxTerminal) async throws {
    try await terminal.press("x")
    try await terminal.wait(for: "Export run 1 of chain")
    try await terminal.press("Enter", "C-u")
    try await terminal.type("\(shop.folder)/chain")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Wrote run 1 to ")
    #expect(text("chain.parley")?.hasPrefix(#"{"parley":"run""#) == true)
  }

  @Test("killed while a chain is assembled, it comes back with the step that was added, and nothing is in the file yet")
  func killedWhileAssembling() async throws {
    let terminal = try await parley.open(["-w", shop.folder])
    try await begin(terminal)
    try await add("one", as: "GET one", terminal)
    let state = parley.home.path("state")
    try await terminal.wait("the draft in the store") { _ in Self.holdsDraft(state) }
    try await kill(terminal)
    #expect(text("groups/chain.yaml") == "serial: []\n")
    let again = try await parley.open(["-w", shop.folder])
    try await again.wait(for: "GET   one")
    try await again.press("2")
    try await again.wait("the draft with its step") { $0.contains("chain ✎") && $0.contains("GET one") }
    try await again.press("Enter", "C-s")
    try await again.wait(for: "Saved to groups/chain.yaml.")
    #expect(text("groups/chain.yaml") == "serial:\n  - request: one\n")
  }

  /// Whether a file of the store has the key of the draft; the group's path in other texts goes on with a dot.
  private static func holdsDraft(_ state: String) -> Bool {
    let key = Data("/groups/chain".utf8)
    let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    return files.contains { file in
      guard let bytes = FileManager.default.contents(atPath: "\(state)/\(file)") else { return false }
      var rest = bytes[...]
      while let place = rest.range(of: key) {
        if place.upperBound < bytes.endIndex, bytes[place.upperBound] != UInt8(ascii: ".") { return true }
        rest = bytes[place.upperBound...]
      }
      return false
    }
  }

  @Test("killed while a chain runs, it has everything afterwards that was on the screen, as interrupted")
  func killedWhileRunning() async throws {
    try shop.write("serial: [{ request: one }, { local: slow, wait: 10m }]\n", to: "groups/chain.yaml")
    let terminal = try await parley.open(["-w", shop.folder])
    try await terminal.wait(for: "GET   one")
    try await terminal.press("2")
    try await terminal.wait(for: "GET one")
    try await terminal.press("F5")
    try await terminal.wait("the first response") { screen in
      screen.split(separator: "\n").contains { $0.contains("GET one") && $0.contains("200") }
    }
    try await kill(terminal)
    let again = try await parley.open(["-w", shop.folder])
    try await again.wait(for: "GET   one")
    try await again.press("2")
    try await again.wait(for: "⚡")
    try await again.press("j")
    try await again.wait("what was on the screen") { screen in
      screen.contains("interrupted")
        && screen.split(separator: "\n").contains { $0.contains("GET one") && $0.contains("200") }
    }
    #expect(shop.asked == ["/one"])
  }
}
