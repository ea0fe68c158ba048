package import ParleyStore
internal import SystemCalls

/// The workspace of someone who has none yet: one request to play with, kept in the user's state folder.
package enum ScratchWorkspace {
  /// Makes it where it is missing.
  /// - Returns: its folder.
  package static func make(in state: StateFolder) throws -> String {
    let folder = state.path.appendingPath("scratch")
    let file = folder.appendingPath(Workspace.fileName)
    if !FileSystem.exists(file) {
      try FileSystem.makeDirectories(folder, mode: 0o700)
      try AtomicFile.write(Array("parley: 1\nid: scratch\n".utf8), to: file, mode: 0o600)
    }
    return folder
  }
}
