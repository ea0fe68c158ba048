import TestSupport
import Testing

/// The real program at a terminal, asked something, and interrupted there.
@Suite("A question at the terminal", .timeLimit(.minutes(2)))
struct PromptTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    try parley.home.write(
      """
      parley: 1
      id: prompts
      servers: { api: 'http://127.0.0.1:1' }
      ciphers: { vault: { passphrase: prompt } }
      shared: { token: { cipher: vault } }

      """, to: "w/parley.yaml")
    try parley.home.write("vars: { key: { secret: prompt } }\n", to: "w/environments/local.yaml")
    try parley.home.write("url: /me\nheaders: { X-Key: '{{key}}' }\n", to: "w/requests/me.yaml")
    try parley.home.write("serial: [{ local: nap, wait: 1ms }, { request: me }]\n", to: "w/groups/g.yaml")
  }

  /// A shell that outlives Ctrl-C, runs the program, and then says how the terminal is.
  private func open(_ arguments: String) async throws -> TmuxTerminal {
    let program = try Executables.built("parley")
    let input = arguments.hasPrefix("shared") ? "printf x | " : ""
    let command = "\(input)'\(program)' \(arguments) -w '\(parley.home.path("w"))'"
    let script = "trap : INT; \(command); echo status $?; stty -a; sleep 600"
    return try await TmuxTerminal.open(["/bin/sh", "-c", script], environment: parley.environment)
  }

  @Test(
    "Ctrl-C ends it at once, with the status of a shell, and what is typed is shown again",
    arguments: ["send me", "shared set token", "run g"])
  func interrupted(command: String) async throws {
    let terminal = try await open(command)
    try await terminal.wait(for: command.hasPrefix("shared") ? "vault:" : "not stored):")
    try await terminal.type("half a sec")
    try await terminal.press("C-c")
    let screen = try await terminal.wait(for: "status 130")
    #expect(!screen.contains("half a sec"))
    let settings = try await terminal.wait(for: "echoctl")
    #expect(settings.contains(" echo "), "\(settings)")
  }

  @Test("Ctrl-C ends it at a second question, too")
  func interruptedLater() async throws {
    let terminal = try await open("shared set token")
    try await terminal.wait(for: "vault:")
    try await terminal.type("hunter22\n")
    try await terminal.wait(for: "again:")
    try await terminal.press("C-c")
    try await terminal.wait(for: "status 130")
  }

  @Test("an answer is not shown, and what is typed afterwards is")
  func answered() async throws {
    let terminal = try await open("send me")
    try await terminal.wait(for: "not stored):")
    try await terminal.type("hunter22\n")
    try await terminal.wait(for: "status 21")
    #expect(try await !terminal.wait(for: "echoctl").contains("hunter22") && terminal.screen.contains(" echo "))
  }
}
