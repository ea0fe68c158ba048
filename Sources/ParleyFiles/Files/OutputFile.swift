import SystemCalls

/// A file that somebody names for what is to be written: anywhere, but where its path leads through a workspace, no link leads it out
/// of that.
package enum OutputFile {
  /// Writes it, for nobody else to read; a file that is there keeps its permissions. Folders are made where they are missing. A
  /// terminal, a pipe or a device is written into.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    if let stream = try OpenFile.stream(at: path) { return try stream.append(bytes) }
    try PreparedFile(bytes, for: place(path), mode: 0o600).takeItsPlace()
  }

  /// Whether something would be replaced there.
  package static func isTaken(_ path: String) -> Bool { FileSystem.exists(path) && !StreamPlace.isOne(path) }

  /// The path that a writer of its own may use. A link at its end is followed.
  package static func checked(_ path: String) throws(FileError) -> String {
    if StreamPlace.isOne(path) { return path }
    guard let (root, file) = FilePlace.split(path, at: WorkspacePaths.workspaceFile) else {
      return StreamPlace.followingLinks(path)
    }
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
    return try FilePlace(StreamPlace.followingLinks(path))
  }
}
