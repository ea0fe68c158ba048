import Foundation
import Testing

@testable import TestSupport

@Suite("No canary gets out", .timeLimit(.minutes(15)))
struct CanaryTests {
  private let workspace: CanaryWorkspace

  init() throws {
    workspace = try CanaryWorkspace()
  }

  /// What is asked is answered from standard input: a passphrase, twice the first time.
  private func run(_ arguments: [String], _ given: [String] = []) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), arguments + ["-w", workspace.folder] + given, environment: workspace.environment,
      input: Array("\(Canaries.passphrase)\n\(Canaries.passphrase)\n".utf8))
  }

  /// Everything that was printed but the body of a response, which is printed as it came.
  private func expectNothing(in process: FinishedProcess, _ what: String, isBody: Bool = false) {
    #expect(Canaries.found(in: process.errors) == [], "standard error of \(what)")
    if !isBody { #expect(Canaries.found(in: process.output) == [], "standard output of \(what)") }
  }

  private func expectNothingOnDisk(after what: String) throws {
    #expect(try Canaries.found(below: workspace.parley.home.path) == [], "on disk after \(what)")
  }

  @Test("from any source, through success, failure, retry, redirect, run and cache, to any file or output")
  func commands() async throws {
    #expect(try await run(["trust", "--yes"]).status == 0)
    let requests = [
      "echo", "key", "token", "login", "shared", "redirect", "cookies", "again", "missed", "retried", "refused",
      "invalid", "cached", "hit",
    ]
    for request in requests {
      for more in [[], ["--json"], ["--curl"]] {
        let what = "send \(request) \(more.joined())"
        let process = try await run(["send", request] + more, CanaryWorkspace.given)
        #expect(!process.errorText.contains("No terminal to ask"), "\(process.errorText)")
        expectNothing(in: process, what, isBody: more.isEmpty)
      }
    }
    try expectNothingOnDisk(after: "sending")
    let report = workspace.parley.home.path("report.xml")
    let ran = try await run(["run", "all", "--json", "--junit", report], CanaryWorkspace.given)
    #expect(ran.status == 1, "\(ran.errorText)")
    expectNothing(in: ran, "run")
    #expect(FileManager.default.fileExists(atPath: report))
    for arguments in [
      ["runs", "list"], ["runs", "show", "last"], ["runs", "show", "last", "--json"],
      ["runs", "check", "last"], ["runs", "check", "last", "--json"], ["runs", "compare", "last", "last", "--json"],
      ["shared", "list"], ["shared", "list", "--json"], ["shared", "history", "order"],
      ["shared", "history", "copied"],
      ["shared", "history", "element", "--json"], ["cache", "list"], ["cache", "list", "--json"],
      ["cache", "show", "1", "--json"], ["check"],
    ] {
      expectNothing(in: try await run(arguments), arguments.joined(separator: " "))
    }
    try expectNothingOnDisk(after: "running")
  }

  @Test("nor through a crash in the middle of a request, which leaves no core file", arguments: [SIGKILL, SIGSEGV])
  func crash(signal: Int32) async throws {
    #expect(try await run(["trust", "--yes"]).status == 0)
    let home = workspace.parley.home
    // Core files go to the folder a program runs in, unless the system says otherwise.
    let script = "cd '\(home.path)' && ulimit -c unlimited && exec \"$@\""
    let process = try ChildProcess.start(
      "/bin/sh",
      ["-c", script, "sh", Executables.built("parley"), "send", "hanging", "-w", workspace.folder]
        + CanaryWorkspace.given,
      environment: workspace.environment, errorFile: home.path("errors"))
    _ = try await workspace.server.requests(atLeast: 1)
    process.send(signal: signal)
    #expect(try await blocking { process.waitForExit() } == 128 + signal)
    try expectNothingOnDisk(after: "the crash")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy { !$0.hasPrefix("core") })
    expectNothing(in: try await run(["cache", "list"]), "what follows")
  }

  @Test("nor onto a screen of the workbench")
  func screens() async throws {
    #expect(try await run(["trust", "--yes"]).status == 0)
    let terminal = try await workspace.parley.open(
      ["-w", workspace.folder] + CanaryWorkspace.given, environment: ["CANARY": Canaries.variable])
    try await terminal.wait(for: "missed")
    try await look(at: terminal, "missed", until: "Expected")
    try await look(at: terminal, "redirect", until: "response received  GET   redirect")
    try await look(at: terminal, "cookies", until: "response received  GET   cookies")
    for screen in ["2", "3", "4", "5", "1"] {
      try await terminal.press(screen)
      try await terminal.wait("screen \(screen)") { !$0.isEmpty }
      #expect(Canaries.found(in: Array(terminal.screen.utf8)) == [], "screen \(screen)")
    }
    try await terminal.press("q")
    try await terminal.waitForEnd()
    try expectNothingOnDisk(after: "the workbench")
  }

  /// Opens a request, sends it, and looks at every tab of its response.
  private func look(at terminal: TmuxTerminal, _ request: String, until shown: String) async throws {
    try await terminal.press("Escape", "Escape", "Escape", "/")
    try await terminal.type(request)
    try await terminal.press("Enter", "Enter", "F5")
    try await terminal.wait(for: shown)
    for _ in 0..<7 {
      #expect(Canaries.found(in: Array(terminal.screen.utf8)) == [], "\(terminal.screen)")
      try await terminal.press("]")
    }
  }
}
