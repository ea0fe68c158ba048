import SystemCalls

/// A file that somebody names for what is to be written: anywhere, but where its path leads through a workspace, no link leads it out
/// of that.
package enum OutputFile {
  /// Writes it, for nobody else to read; a file that is there keeps its permissions. Folders are made where they are missing.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try PreparedFile(bytes, for: place(path), mode: 0o600).takeItsPlace()
  }

  /// The path that a writer of its own may use.
  package static func checked(_ path: String) throws(FileError) -> String {
    guard let (root, file) = FilePlace.split(path, at: WorkspacePaths.workspaceFile) else { return path }
    do throws(FileError) { return try FilePlace(file, beneath: root).path } catch {
      // The writer says what is missing.
      if error.isMissing { return path }
      throw error
    }
  }

  private static func place(_ path: String) throws(FileError) -> FilePlace {
    if let (root, file) = FilePlace.split(path, at: WorkspacePaths.workspaceFile) {
      return try FilePlace(file, beneath: root, making: 0o777)
    }
    try FileSystem.makeDirectories(path.parentPath)
    return try FilePlace((try? FileSystem.realPath(path)) ?? path)
  }
}
