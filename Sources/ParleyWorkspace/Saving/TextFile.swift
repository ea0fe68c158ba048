internal import SystemCalls

/// A file of a workspace as it was read. It is written only where it still says that: looked at under a lock, at the moment of
/// writing.
struct TextFile: Sendable {
  /// Of the workspace, a real path.
  let root: String
  let source: SourceText

  /// Within the workspace, as in `requests/cart/add.yaml`.
  var file: String { source.file }
  private var path: String { root.appendingPath(file) }

  private func copy(at file: String) -> TextFile {
    TextFile(root: root, source: SourceText(file: file, bytes: source.bytes))
  }
}

extension TextFile {
  /// - Parameter overwriting: write even when somebody else changed the file since it was read; their changes are lost.
  /// - Returns: the file as it is now.
  func write(_ bytes: [UInt8], overwriting: Bool = false) throws(SaveError) -> TextFile {
    if overwriting {
      try writing { () throws(FileError) in try FileSystem.makeDirectories(path.parentPath) }
    } else {
      try checkUnchanged()
    }
    try locked { () throws(SaveError) in
      let prepared = try writing { () throws(FileError) in try PreparedFile(bytes, for: path) }
      if !overwriting { try checkUnchanged() }
      try writing { () throws(FileError) in try prepared.takeItsPlace() }
    }
    return TextFile(root: root, source: SourceText(file: file, bytes: bytes))
  }

  /// Writes a file that is not there yet.
  func create() throws(SaveError) {
    try writing { () throws(FileError) in
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.create(source.bytes, at: path)
    }
  }

  func move(to file: String) throws(SaveError) -> TextFile {
    try checkUnchanged()
    let target = copy(at: file)
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try target.writing { () throws(FileError) in
        try FileSystem.makeDirectories(target.path.parentPath)
        try FileSystem.move(path, to: target.path)
      }
    }
    return target
  }

  /// - Parameter bytes: what the other file says in place of the same.
  func duplicate(as file: String, saying bytes: [UInt8]? = nil) throws(SaveError) -> TextFile {
    let target = TextFile(root: root, source: SourceText(file: file, bytes: bytes ?? source.bytes))
    try target.create()
    return target
  }

  func delete() throws(SaveError) {
    try checkUnchanged()
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try writing { () throws(FileError) in try FileSystem.delete(path) }
    }
  }

  /// Is the file on disk what was read?
  private func checkUnchanged() throws(SaveError) {
    let onDisk = try writing { () throws(FileError) in
      try FileSystem.readIfPresent(path, limit: YAMLLimits.standard.size)
    }
    guard let onDisk else { throw .deletedOnDisk(file: file) }
    guard onDisk == source.bytes else { throw .changedOnDisk(file: file) }
  }

  /// Works while no other Parley writes a file of the same folder.
  private func locked(_ work: () throws(SaveError) -> Void) throws(SaveError) {
    let lock = try writing { () throws(FileError) in try WriterLock(ofFilesIn: path.parentPath) }
    defer { lock.release() }
    try work()
  }

  private func writing<Result: ~Copyable>(_ action: () throws(FileError) -> Result) throws(SaveError) -> Result {
    do throws(FileError) { return try action() } catch {
      throw error.isCollision ? .exists(file: file) : .file(error)
    }
  }
}
