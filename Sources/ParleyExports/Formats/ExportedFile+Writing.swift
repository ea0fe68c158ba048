internal import ParleyEngine
internal import ParleyFiles
internal import SystemCalls

extension ExportedFile {
  /// Writes the file, and those that belong beside it: all of them, or none.
  /// New ones can be read by nobody else: what they show of an API is for their maker to pass on.
  /// - Parameter replaces: whether they take the place of files that are there.
  /// - Returns: the paths that were written.
  @discardableResult
  package func write(to path: String, replacing replaces: Bool = false) throws -> [String] {
    let files = [(path, text)] + companions.map { ($0.path(beside: path), $0.text) }
    if !replaces, let there = files.map(\.0).first(where: OutputFile.isTaken) { throw ExportError.exists(there) }
    if companions.isEmpty {
      try OutputFile.write(Array(text.utf8), to: path)
    } else {
      let (root, folder) = try Self.place(of: path)
      try FilesChange(
        files.map { try Self.item(folder.appendingPath($0.0.lastPathPart), saying: $0.1, in: root) }
      ).make(in: root)
    }
    return files.map(\.0)
  }

  /// The workspace in which a file is to be, and its folder there; outside of workspaces, its folder alone.
  private static func place(of path: String) throws -> (root: String, folder: String) {
    if let (root, file) = FilePlace.split(path, at: WorkspacePaths.workspaceFile) {
      return (root, file.contains("/") ? file.parentPath : "")
    }
    try FileSystem.makeDirectories(path.parentPath)
    return (try FileSystem.realPath(path.parentPath), "")
  }

  private static func item(_ file: String, saying text: String, in root: String) throws -> FilesChange.Item {
    let before = try FileSystem.readIfPresent(root.appendingPath(file), limit: ImportSource.limit)
    return FilesChange.Item(
      file: file, before: before, after: Array(text.utf8), permissions: before == nil ? 0o600 : nil)
  }
}
