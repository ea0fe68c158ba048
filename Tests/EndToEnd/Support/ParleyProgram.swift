import TestSupport

/// The built program, with a state folder and a home of its own.
struct ParleyProgram {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  var environment: [String: String] {
    ["XDG_STATE_HOME": home.path("state"), "HOME": home.path, "LC_ALL": "C.UTF-8"]
  }

  static func demoWorkspace() -> String { "\(Repository.root)/workspaces/demo" }

  /// Runs a command to its end.
  func run(_ arguments: String..., input: String = "") async throws -> FinishedProcess {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), arguments, environment: environment, input: Array(input.utf8))
  }

  /// Opens the workbench in a terminal.
  func open(
    _ arguments: [String], columns: Int = 100, rows: Int = 30, environment more: [String: String] = [:]
  ) async throws -> TmuxTerminal {
    try await TmuxTerminal.open(
      [try Executables.built("parley")] + arguments, columns: columns, rows: rows,
      environment: environment.merging(more) { $1 })
  }

  /// Copies the demo workspace, so that a test may write into it, and allows the program in it, so that no run asks.
  func copyOfDemo() async throws -> String {
    let folder = home.path("demo")
    let copy = try await FinishedProcess.run("/bin/cp", ["-r", Self.demoWorkspace(), folder])
    guard copy.status == 0 else { throw SupportError("cp: \(copy.errorText)") }
    let trust = try await run("trust", "-w", folder, "--yes")
    guard trust.status == 0 else { throw SupportError("parley trust: \(trust.errorText)") }
    return folder
  }
}
