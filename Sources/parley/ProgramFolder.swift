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

  /// Where `make install` puts it, or in the project's folder somewhere above.
  func demoWorkspace() throws -> DemoWorkspace {
    let installed = folder.deletingLastPathComponent().appending(path: "share/parley")
    if let found = Self.demoWorkspace(in: installed) { return DemoWorkspace(original: found, isInstalled: true) }
    let project = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    guard let found = project.lazy.compactMap(Self.demoWorkspace).first else {
      throw UsageError(
        "The demo workspace is not installed beside \(folder.path).",
        advice: "Install it with `make install`, or run parley from a clone of its project.")
    }
    return DemoWorkspace(original: found, isInstalled: false)
  }

  private static func demoWorkspace(in folder: URL) -> String? {
    let path = folder.appending(path: "workspaces/demo").path
    return FileManager.default.fileExists(atPath: "\(path)/parley.yaml") ? path : nil
  }
}
