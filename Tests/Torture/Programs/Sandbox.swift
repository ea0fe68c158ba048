import ParleyStore
import TestSupport

/// A workspace, and a state folder of its own for the program.
struct Sandbox: Sendable {
  static let workspaceID = "torture"

  let home: TemporaryDirectory
  /// Set for every program beside what this process has.
  var environment: [String: String]

  init(server url: String = "http://127.0.0.1:9") throws {
    home = try TemporaryDirectory()
    environment = [
      "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path("config"), "HOME": home.path,
      "LC_ALL": "C.UTF-8",
    ]
    try write("parley: 1\nid: \(Self.workspaceID)\nservers: { api: '\(url)' }\n", to: "parley.yaml")
    try write("vars: {}\n", to: "environments/local.yaml")
  }

  var workspace: String { home.path("workspace") }
  var state: String { home.path("state/parley") }

  func write(_ text: String, to file: String) throws { try write(Array(text.utf8), to: file) }

  func write(_ bytes: [UInt8], to file: String) throws { try home.write(bytes, to: "workspace/\(file)") }

  /// Runs the program in the workspace.
  func parley(
    _ words: [String], input: String = "", limit: Duration = .seconds(60)
  ) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), words + ["-w", workspace], environment: environment, input: Array(input.utf8),
      limit: limit)
  }

  /// Opens the workbench, or a command, in a terminal.
  func terminal(_ words: [String] = ["open"], columns: Int = 100, rows: Int = 30) throws -> TerminalProcess {
    try TerminalProcess.start(
      Executables.built("parley"), words + ["-w", workspace], environment: environment, columns: columns, rows: rows)
  }

  /// What the program has kept.
  func store() throws -> Store {
    Store(at: try StateFolder(path: state).location(ofWorkspace: Self.workspaceID, at: workspace))
  }
}
