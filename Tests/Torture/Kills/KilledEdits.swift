import ParleyStore
import TestSupport

/// The workbench, while somebody types into a URL: what was in the draft on disk stays, and the file is untouched.
struct KilledEdits: KillKind {
  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("url: /one\n", to: "requests/one.yaml")
    let terminal = try sandbox.terminal()
    try await Self.begin(in: terminal)
    try await Self.waitForDraft("xxxx", in: sandbox)
    terminal.type(Array(repeating: UInt8(ascii: "z"), count: trial.int(1..<40)))
    let time = trial.milliseconds(0..<400)
    trial.step("typed on, killed after \(time)")
    try await blocking {
      _ = terminal.waitForExit(time)
      terminal.send(signal: 9)
      _ = terminal.waitForExit(.seconds(20))
    }
    let file = String(decoding: try sandbox.home.read("workspace/requests/one.yaml"), as: UTF8.self)
    trial.expect(file == "url: /one\n", "The file was changed: \(file)")
    try await Killed.look(into: sandbox.store(), trial) { store in
      let draft = try await Self.draft(in: store)
      trial.expect(draft.contains("xxxx"), "The draft held xxxx, and is '\(draft)'")
    }
  }

  /// Opens the request, and types into its URL.
  private static func begin(in terminal: TerminalProcess) async throws {
    let isThere = try await blocking { terminal.wait { String(decoding: $0, as: UTF8.self).contains("one") } }
    guard isThere else { throw SupportError("The workbench does not show the request.") }
    terminal.type(Array("\rixxxx".utf8))
  }

  private static func waitForDraft(_ text: String, in sandbox: Sandbox) async throws {
    let store = try sandbox.store()
    try await store.open()
    let deadline = ContinuousClock.now + .seconds(patience)
    while try await !draft(in: store).contains(text) {
      guard .now < deadline else { throw SupportError("What was typed is not in a draft.") }
      try await Task.sleep(for: .milliseconds(10))
    }
    await store.close()
  }

  private static func draft(in store: Store) async throws -> String {
    String(decoding: try await store.drafts.load("one")?.content ?? [], as: UTF8.self)
  }
}
