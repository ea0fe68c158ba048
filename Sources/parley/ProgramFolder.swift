import Commands
import Foundation

/// Where this program is, and what was built or installed beside it.
struct ProgramFolder {
  private let folder: URL

  static func ofThisProgram() throws -> ProgramFolder {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return ProgramFolder(folder: URL(filePath: program).deletingLastPathComponent())
  }

  func demoProgram() throws -> String {
    let path = folder.appending(path: "parley-demo").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw UsageError(
        "parley-demo is not in \(folder.path).", advice: "Build or install it beside parley: make install")
    }
    return path
  }

  /// In the project's folder somewhere above, or where `make install` puts it.
  func demoWorkspace() throws -> String {
    let installed = folder.deletingLastPathComponent().appending(path: "share/parley")
    let candidates = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() } + [installed]
    let workspaces = candidates.map { $0.appending(path: "workspaces/demo").path }
    guard let found = workspaces.first(where: { FileManager.default.fileExists(atPath: "\($0)/parley.yaml") }) else {
      throw UsageError(
        "The demo workspace is not beside parley.", advice: "Run make install, or parley from its project.")
    }
    return found
  }
}
