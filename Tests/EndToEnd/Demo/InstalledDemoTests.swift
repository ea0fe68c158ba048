import TestSupport
import Testing

/// As `make run` starts it.
@Suite("The demo of a clone", .timeLimit(.minutes(1)))
struct ClonedDemoTests {
  @Test("opens a copy of its workspace that is the person's own, so that the clone stays as it is")
  func copy() async throws {
    let parley = try ParleyProgram()
    let terminal = try await parley.open(
      ["demo", "--port", "0"], columns: 160, environment: ["XDG_DATA_HOME": parley.home.path("data")])
    try await terminal.wait("the workbench, and where all is") {
      $0.contains("Requests") && $0.contains("Workspace: ~/data/parley/demo (README.md is the tour).")
    }
    #expect(try !parley.home.read("data/parley/demo/parley.yaml").isEmpty)
  }

  @Test("is opened from within, too, with its API")
  func fromWithin() async throws {
    let parley = try ParleyProgram()
    let terminal = try await parley.open([], columns: 160, environment: ["XDG_DATA_HOME": parley.home.path("data")])
    _ = try await terminal.wait(for: "opens a demo with a tour")
    try await terminal.press(":")
    _ = try await terminal.wait(for: "Commands, requests")
    try await terminal.type("demo")
    _ = try await terminal.wait(for: "Open the demo")
    try await terminal.press("Enter")
    try await terminal.wait("the demo, and where all is") {
      $0.contains("Demo API: http://127.0.0.1:") && $0.contains("Workspace: ~/data/parley/demo")
    }
  }
}

/// As `make install` installs it, by the same script, in a folder of each test's own.
@Suite("The demo of an installed program", .timeLimit(.minutes(2)))
struct InstalledDemoTests {
  private let parley: ParleyProgram
  private let prefix: String

  init() async throws {
    parley = try ParleyProgram()
    prefix = parley.home.path("opt")
    let layout = try await InstalledLayout.make()
    // The programs are large: where the file system is the same, links to them will do.
    let copied = try await FinishedProcess.run(
      "/bin/sh", ["-c", "cp -al \"$0\" \"$1\" 2>/dev/null || cp -a \"$0/.\" \"$1\"", layout.prefix, prefix])
    guard copied.status == 0 else { throw SupportError("cp: \(copied.errorText)") }
  }

  private func open(_ line: String) async throws -> TmuxTerminal {
    try await TmuxTerminal.open(
      ["/bin/sh", "-c", "cd / && \(line)"], columns: 160,
      environment: parley.environment.merging(["XDG_DATA_HOME": ""]) { $1 })
  }

  @Test("opens a copy of its workspace that is the person's own, from any folder, says where it is, and keeps it")
  func copy() async throws {
    let own = parley.home.path(".local/share/parley/demo")
    let terminal = try await open("\(prefix)/bin/parley demo --port 0")
    try await terminal.wait("the workbench, and where all is") {
      $0.contains("Requests") && $0.contains("Demo API: http://127.0.0.1:")
        && $0.contains("Workspace: ~/.local/share/parley/demo (README.md is the tour).")
    }
    try await terminal.press("q", "q", "q")
    try await terminal.waitForEnd()
    let changed = try await FinishedProcess.run("/usr/bin/diff", ["-rq", ParleyProgram.demoWorkspace(), own])
    #expect(
      changed.outputText.split(separator: "\n").filter { !$0.contains("Only in \(ParleyProgram.demoWorkspace())") }
        .map { $0.contains("parley.yaml") } == [true], "\(changed.outputText)")
    try parley.home.write("url: /items\n", to: ".local/share/parley/demo/requests/aaa/one.yaml")
    let again = try await open("\(prefix)/bin/parley demo --port 0")
    try await again.wait(for: "aaa")
  }

  @Test("a copy is another workspace: its history is its own, and nobody is asked whether it was moved")
  func identity() async throws {
    let folder = try await parley.copyOfDemo()
    #expect(try await parley.run("send", "item/page", "-w", folder, "--mock").status == 0)
    let terminal = try await open("\(prefix)/bin/parley demo --port 0")
    try await terminal.wait("the workbench, and no question") { $0.contains("Requests") && !$0.contains("Moved") }
  }

  @Test("says what to do where its workspace is not installed")
  func missing() async throws {
    _ = try await FinishedProcess.run("/bin/rm", ["-r", "\(prefix)/share"])
    let demo = try await FinishedProcess.run("\(prefix)/bin/parley", ["demo"], environment: parley.environment)
    #expect(demo.status == 3 && demo.errorText.contains("`make install`"))
  }
}
