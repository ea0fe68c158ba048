internal import ParleyFiles
package import ParleyStore
internal import SystemCalls

/// The workspace of someone who has none yet: one request to play with, kept in the user's state folder.
package enum ScratchWorkspace {
  /// Makes it where it is missing.
  /// - Returns: its folder.
  package static func make(in state: StateFolder) throws -> String {
    let folder = state.path.appendingPath("scratch")
    let file = folder.appendingPath(WorkspacePaths.workspaceFile)
    if !FileSystem.exists(file) {
      try FileSystem.makeDirectories(folder, mode: 0o700)
      try AtomicFile.write(blank, to: file, mode: 0o600)
    }
    return folder
  }

  private static let blank = Array("parley: 1\nid: scratch\n".utf8)

  /// Takes everything out of it.
  static func clear(_ folder: String) throws {
    for environment in try Workspace.load(at: folder).environments {
      try FileSystem.delete(folder.appendingPath(WorkspacePaths.file(ofEnvironment: environment.name)))
    }
    try AtomicFile.write(blank, to: folder.appendingPath(WorkspacePaths.workspaceFile), mode: 0o600)
  }
}
