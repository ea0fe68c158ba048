import Foundation
import TestSupport

/// Somebody who has cloned the project and has `parley` in the path: a folder with the workspaces, a home of their own, and a
/// demo API, whose port the copied environments name in place of 8080.
struct Reader {
  let parley: ParleyProgram
  /// The clone's folder.
  let clone: String

  init(_ parley: ParleyProgram, port: UInt16) async throws {
    self.parley = parley
    clone = parley.home.path("clone")
    try parley.home.write("", to: "clone/.keep")
    let setUp =
      "cp -r \(Repository.root)/workspaces \(clone) && sed -i s/:8080/:\(port)/ \(clone)/workspaces/*/environments/*"
    let made = try await FinishedProcess.run("/bin/sh", ["-c", setUp])
    guard made.status == 0 else { throw SupportError(made.errorText) }
  }

  private func environment() throws -> [String: String] {
    let folder = try Executables.built("parley").split(separator: "/").dropLast().joined(separator: "/")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return parley.environment.merging(["PATH": "/\(folder):\(path)"]) { $1 }
  }

  /// Types a command line where nobody could be asked.
  func run(_ line: String, in folder: String) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      "/bin/bash", ["-c", "cd '\(folder)' && \(line)"], environment: environment(), input: [])
  }

  /// Types a command line in a terminal.
  func open(_ line: String, in folder: String, columns: Int = 100) async throws -> TmuxTerminal {
    let environment = try environment()
    return try await TmuxTerminal.open(
      // tmux takes its own PATH for what it starts.
      ["/bin/bash", "-c", "export PATH='\(environment["PATH"] ?? "")'; cd '\(folder)' && \(line)"], columns: columns,
      environment: environment)
  }
}
