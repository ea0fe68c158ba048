import Commands
import Foundation
import ParleyFiles
import ParleyWorkspace

/// The folder of this program, with everything that was built or installed beside it.
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

  /// Returns the demo workspace: the one that `make install` puts there, or that of the project's folder somewhere
  /// above.
  func demoWorkspace() throws -> DemoWorkspace {
    let installed = folder.deletingLastPathComponent().appending(path: "share/parley/demo")
    if let found = Self.workspace(at: installed) { return DemoWorkspace(original: found) }
    let project = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    guard let found = project.lazy.compactMap({ Self.workspace(at: $0.appending(path: "workspaces/demo")) }).first
    else {
      throw UsageError(
        "The demo workspace is not installed beside \(folder.path).",
        advice: "Install it with `make install`, or run parley from a clone of its project.")
    }
    return DemoWorkspace(original: found)
  }

  private static func workspace(at folder: URL) -> String? {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(WorkspacePaths.workspaceFile)") ? folder.path : nil
  }
}
