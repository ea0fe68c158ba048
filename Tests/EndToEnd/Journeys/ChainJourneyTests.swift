import TestSupport
import Testing

/// A login and a request that needs it, sent by hand, become a group that runs.
@Suite("The journey from what happened to a group", .serialized, .timeLimit(.minutes(2)))
struct ChainJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("sent by hand, marked, made into a group, and run with another token")
  func chain() async throws {
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      let address = ["-w", folder, "--set", "baseUrl=\(server.url)"]
      let terminal = try await parley.open(address)
      try await terminal.wait(for: "nobody")
      try await send("user/login-form", "200", asking: true, terminal)
      try await send("cart/create", "201", asking: false, terminal)
      try await send("cart/read", "200", asking: false, terminal)
      try await terminal.wait(for: "◆3")
      try await terminal.press("M-g")
      try await terminal.wait("the links") { $0.contains("3 steps") && $0.contains("← create .result.id") }
      try await terminal.press("Enter")
      try await terminal.wait(for: "New group")
      try await terminal.press("C-u")
      try await terminal.type("bought")
      try await terminal.press("Enter")
      try await terminal.wait("the group") { $0.contains("cart/create") && $0.contains("as defined in its file") }
      try await terminal.press("q", "q", "q")
      try await terminal.waitForEnd()
      let checked = try await parley.run("check", "-w", folder)
      #expect(checked.status == 0, "\(checked.errorText)")
      let run = try await parley.run(["run", "bought", "--set", "password=secret"] + address)
      #expect(run.status == 0, "\(run.errorText)")
    }
  }

  private func send(_ id: String, _ status: String, asking: Bool, _ terminal: TmuxTerminal) async throws {
    try await terminal.press("Escape", "/")
    try await terminal.type(id)
    try await terminal.press("Enter", "F5")
    if asking {
      try await terminal.wait(for: "password")
      try await terminal.type("secret")
      try await terminal.press("Enter")
    }
    try await terminal.wait("the response in the log") { screen in
      screen.split(separator: "\n").contains {
        $0.contains("response received") && $0.contains(" \(id) ") && $0.contains(" \(status) ")
      }
    }
    // After the request is sent: the key marks it and goes on to the next.
    try await terminal.press("m")
  }
}
