import TestSupport
import Testing

/// Shared data in a real terminal: from a token that a passphrase protects to a wrong passphrase.
@Suite("The journey of a token", .serialized, .timeLimit(.minutes(2)))
struct SharedJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test(
    "captured and sealed, revealed, edited by hand, undone, lit up by a second process, and safe from a wrong passphrase"
  )
  func token() async throws {
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      let arguments = ["-w", folder, "--set", "baseUrl=\(server.url)"]
      let terminal = try await parley.open(arguments)
      try await terminal.wait(for: "Requests")
      try await signIn(in: terminal)
      try await terminal.press("5")
      try await terminal.wait("the token, masked") {
        $0.contains("vaultToken") && $0.contains("••••••••") && $0.contains("vault") && $0.contains("user/login-vault")
      }
      let token = try await kept(in: folder)
      #expect(token.count >= 8 && !terminal.screen.contains(token))
      try await edit(token, in: terminal, folder)
      try await lightUp(terminal, from: folder)
      try await terminal.press("q", "q", "q")
      try await terminal.waitForEnd()
      try await refuse(arguments, token)
      let found = try await FinishedProcess.run("/bin/grep", ["-rlaF", token, parley.home.path("state")])
      #expect(found.status == 1, "\(found.outputText)")
    }
  }

  private func signIn(in terminal: TmuxTerminal) async throws {
    try await terminal.press("/")
    try await terminal.type("user/login-vault")
    try await terminal.press("Enter", "Enter", "F5")
    try await terminal.wait(for: "Before sending user/login-vault")
    try await terminal.type("secret")
    try await terminal.press("Enter")
    try await terminal.wait(for: "passphrase of vault, again")
    try await terminal.type("open sesame")
    try await terminal.press("Enter")
    try await terminal.type("open sesame")
    try await terminal.press("Enter")
    try await terminal.wait(for: "200 OK")
  }

  private func edit(_ token: String, in terminal: TmuxTerminal, _ folder: String) async throws {
    try await terminal.press("v")
    try await terminal.wait(for: token)
    try await terminal.press("Enter")
    try await terminal.wait(for: "editing text")
    try await terminal.press("End")
    try await terminal.type("-by-hand")
    try await terminal.press("C-s")
    try await terminal.wait(for: "by hand")
    #expect(try await kept(in: folder) == "\(token)-by-hand")
    try await terminal.press("u")
    try await terminal.wait(for: "↶ ••••••••")
    #expect(try await kept(in: folder) == token)
  }

  private func lightUp(_ terminal: TmuxTerminal, from folder: String) async throws {
    #expect(!terminal.screen.contains("~ vaultToken"))
    let command = "printf another | \(try Executables.built("parley")) shared set vaultToken -w \(folder)"
    let second = try await TmuxTerminal.open(["/bin/sh", "-c", command], environment: parley.environment)
    try await second.wait(for: "passphrase of vault")
    try await second.type("open sesame")
    try await second.press("Enter")
    try await terminal.wait(for: "~ vaultToken")
    #expect(try await kept(in: folder) == "another")
  }

  private func refuse(_ arguments: [String], _ token: String) async throws {
    let terminal = try await parley.open(arguments, columns: 80, rows: 24)
    try await terminal.wait(for: "Requests")
    try await terminal.press("5")
    // The request that is open again may have a masked value, too.
    try await terminal.wait("the key") { $0.contains("Shared data") && $0.contains("•••••••• locked") }
    try await terminal.press("v")
    try await terminal.wait(for: "passphrase of vault")
    try await terminal.type("close sesame")
    try await terminal.press("Enter")
    try await terminal.wait(for: "does not unlock the cipher")
    try await terminal.press("Escape")
    try await terminal.wait("the question gone") { !$0.contains("For the shared key vaultToken") }
    try await terminal.press("v")
    try await terminal.wait(for: "passphrase of vault")
    try await terminal.type("open sesame")
    try await terminal.press("Enter")
    try await terminal.wait(for: "another")
  }

  /// The token as it is kept, asked for by another process.
  private func kept(in folder: String) async throws -> String {
    try await parley.run("shared", "get", "vaultToken", "--reveal", "-w", folder, input: "open sesame\n").outputText
  }
}
