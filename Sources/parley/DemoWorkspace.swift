import Commands
import Foundation
import ParleyEditing
import ParleyFiles
import ParleyWorkspace

/// The workspace that `parley demo` opens.
struct DemoWorkspace {
  /// As it was shipped: an installation replaces it, and a clone has it in git.
  let original: String

  /// The copy that a person may edit. It is made the first time, and kept from then on.
  func folder(environment variables: [String: String]) throws -> String {
    let copy = try Self.ownFolder(variables)
    if !FileManager.default.fileExists(atPath: "\(copy.path)/\(WorkspacePaths.workspaceFile)") {
      try copyOriginal(to: copy)
    }
    return copy.path
  }

  /// `$XDG_DATA_HOME/parley/demo`, by default `~/.local/share/parley/demo`.
  private static func ownFolder(_ variables: [String: String]) throws -> URL {
    if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return URL(filePath: "\(data)/parley/demo") }
    guard let home = variables["HOME"], home.hasPrefix("/") else {
      throw UsageError("Cannot find a folder for the demo workspace: HOME is not set.")
    }
    return URL(filePath: "\(home)/.local/share/parley/demo")
  }

  /// Whole or not at all, and with an id of its own, so that its history is its own.
  private func copyOriginal(to folder: URL) throws {
    let files = FileManager.default
    let parent = folder.deletingLastPathComponent()
    let part = parent.appending(path: ".demo-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? files.removeItem(at: part) }
    do {
      try files.createDirectory(at: parent, withIntermediateDirectories: true)
      try copyFiles(to: part)
      try giveNewID(in: part)
      try files.moveItem(at: part, to: folder)
    } catch {
      throw UsageError(
        "Cannot copy the demo workspace to \(folder.path): \(error.localizedDescription)", place: original,
        advice: "Copy it to a folder of your own and open that with parley -w FOLDER.")
    }
  }

  /// File by file: copied as a whole, they would keep their owner, which is mostly the system, and its modes.
  private func copyFiles(to folder: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for path in try files.subpathsOfDirectory(atPath: original).sorted() {
      let source = "\(original)/\(path)"
      let target = folder.appending(path: path)
      if try files.attributesOfItem(atPath: source)[.type] as? FileAttributeType == .typeDirectory {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      } else {
        try Data(contentsOf: URL(filePath: source)).write(to: target)
        let mode = files.isExecutableFile(atPath: source) ? 0o755 : 0o644
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path)
      }
    }
  }

  private func giveNewID(in folder: URL) throws {
    let file = folder.appending(path: WorkspacePaths.workspaceFile)
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("id:") ? "id: \(WorkspaceScaffold.newID())" : String(line)
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}
