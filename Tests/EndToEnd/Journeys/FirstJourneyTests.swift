import Glibc
import TestSupport
import Testing

/// What a newcomer does in the first minutes, in a real terminal. One after the other: each is a whole program at work.
@Suite("Journeys in a real terminal", .serialized, .timeLimit(.minutes(2)))
struct FirstJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  /// Opens the demo workspace against a demo server of the test's own.
  private func openDemo(_ server: DemoServer, columns: Int = 100, rows: Int = 30) async throws -> TmuxTerminal {
    let folder = try await parley.copyOfDemo()
    let terminal = try await parley.open(
      ["-w", folder, "--set", "baseUrl=\(server.url)"], columns: columns, rows: rows)
    try await terminal.wait(for: "nobody")
    return terminal
  }

  @Test("start, open a request, send it, see its response and its line in the log, quit")
  func sendAndSee() async throws {
    try await withDemoServer { server in
      let terminal = try await openDemo(server)
      try await terminal.press("/")
      try await terminal.type("user/list")
      try await terminal.press("Enter", "Enter", "F5")
      try await terminal.wait(for: "200 OK")
      try await terminal.wait(for: "user/list")
      try await terminal.press("3")
      try await terminal.wait("the event log") { $0.contains("response received") && $0.contains("user/list") }
      try await terminal.press("q", "q", "q")
      try await terminal.waitForEnd()
    }
  }

  @Test("a secret is asked, masked while it is typed, and nowhere on the screen afterwards")
  func secret() async throws {
    try await withDemoServer { server in
      let terminal = try await openDemo(server)
      try await terminal.press("/")
      try await terminal.type("user/login-form")
      try await terminal.press("Enter", "Enter", "F5")
      try await terminal.wait("the question") { $0.contains("password") && $0.contains("Enter") }
      try await terminal.type("hunter2hunter2")
      try await terminal.wait("dots") { $0.contains("•••") }
      #expect(!terminal.screen.contains("hunter2"))
      try await terminal.press("Enter")
      try await terminal.wait(for: "401")
      #expect(!terminal.screen.contains("hunter2"))
    }
  }

  @Test("the terminal may be of any size, down to one that has room for a line")
  func resize() async throws {
    try await withDemoServer { server in
      let terminal = try await openDemo(server, columns: 200, rows: 60)
      try await terminal.resize(columns: 80, rows: 24)
      try await terminal.wait("the workspace's name at 80×24") { $0.contains("demo") }
      try await terminal.resize(columns: 20, rows: 5)
      try await terminal.wait("something sensible at 20×5") { !$0.trimmingBlanks.isEmpty }
      try await terminal.resize(columns: 120, rows: 40)
      try await terminal.wait(for: "Requests")
    }
  }

  @Test("suspended and continued, it comes back as it was")
  func suspend() async throws {
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      let command = "\(try Executables.built("parley")) -w \(folder) --set baseUrl=\(server.url)"
      let terminal = try await TmuxTerminal.open(
        ["/bin/bash", "--norc", "-i"], environment: parley.environment.merging(["PS1": "shell> "]) { $1 })
      try await terminal.type(command)
      try await terminal.press("Enter")
      try await terminal.wait(for: "Requests")
      try await terminal.press("C-z")
      try await terminal.wait(for: "Stopped")
      try await terminal.type("fg")
      try await terminal.press("Enter")
      try await terminal.wait("the workbench again") { $0.contains("Requests") && !$0.contains("Stopped") }
    }
  }

  @Test("killed in the middle, it leaves the request files as they were and finds the draft again")
  func kill() async throws {
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      let arguments = ["-w", folder, "--set", "baseUrl=\(server.url)"]
      let terminal = try await parley.open(arguments)
      try await terminal.wait(for: "nobody")
      try await terminal.press("/")
      try await terminal.type("user/list")
      try await terminal.press("Enter", "Enter", "F5")
      try await terminal.wait(for: "200 OK")
      try await terminal.wait("its line in the log strip") { $0.contains("response received") }
      let process = try #require(terminal.processID)
      #expect(Glibc.kill(process, SIGKILL) == 0)
      try await terminal.waitForEnd()
      let again = try await parley.open(arguments)
      try await again.wait("what was on the screen") { $0.contains("response received") && $0.contains("user/list") }
      let changed = try await FinishedProcess.run(
        "/usr/bin/diff", ["-r", ParleyProgram.demoWorkspace(), folder])
      #expect(changed.status == 0, "\(changed.outputText)")
    }
  }

  @Test("escape sequences in a response are shown, not obeyed")
  func evil() async throws {
    try await withDemoServer { server in
      let terminal = try await openDemo(server)
      try await terminal.press("/")
      try await terminal.type("tools/evil")
      try await terminal.press("Enter", "Enter", "F5")
      try await terminal.wait(for: "200 OK")
      #expect(terminal.screen.contains("Requests"))
      try await terminal.press("3")
      try await terminal.wait(for: "tools/evil")
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0.isWhitespace })
  }
}

/// What somebody sees who opens a copy.
@Suite("A copied workspace in a real terminal", .timeLimit(.minutes(1)))
struct CopyJourneyTests {
  @Test("called moved while the original is open, it is asked about again, with the reason, and opens as a copy")
  func notMoved() async throws {
    let parley = try ParleyProgram()
    #expect(try await parley.run("new", parley.home.path("shop")).status == 0)
    let original = try await parley.open(["-w", parley.home.path("shop")])
    try await original.wait(for: "? help")
    let made = try await FinishedProcess.run("/bin/cp", ["-r", parley.home.path("shop"), parley.home.path("copy")])
    try #require(made.status == 0)
    let copy = try await parley.open(["-w", parley.home.path("copy")])
    try await copy.wait(for: "Moved, or a copy?")
    try await copy.press("Tab", "Enter")
    try await copy.wait(for: "is open.")
    try await copy.press("Enter")
    try await copy.wait(for: "? help")
  }
}
