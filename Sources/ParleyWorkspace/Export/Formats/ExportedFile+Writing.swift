internal import ParleyEngine

extension ExportedFile {
  /// Writes the file, and those that belong beside it. Either all of them are written or none, where one is in the way.
  /// New ones can be read by nobody else: what they show of an API is for their maker to pass on.
  /// - Parameter replaces: whether they take the place of files that are there.
  /// - Returns: the paths that were written.
  @discardableResult
  package func write(to path: String, replacing replaces: Bool = false) throws -> [String] {
    let files = [(path, text)] + companions.map { ($0.path(beside: path), $0.text) }
    if !replaces, let there = files.map(\.0).first(where: FileSystem.exists) { throw ExportError.exists(there) }
    for (path, text) in files {
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.write(Array(text.utf8), to: path, mode: 0o600)
    }
    return files.map(\.0)
  }
}
