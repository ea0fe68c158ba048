package import Glibc
internal import SystemCalls

/// A file of a workspace as it was read. It is written only where it still says that: looked at under a lock, at the moment of
/// writing. No link on its path leads a write out of the workspace.
package struct TextFile: Sendable {
  /// Of the workspace, a real path.
  package let root: String
  package let source: SourceText

  package init(root: String, source: SourceText) {
    (self.root, self.source) = (root, source)
  }

  /// Within the workspace, as in `requests/cart/add.yaml`.
  package var file: String { source.file }

  private func copy(at file: String) -> TextFile {
    TextFile(root: root, source: SourceText(file: file, bytes: source.bytes))
  }
}

extension TextFile {
  /// - Parameter overwriting: write even when somebody else changed the file since it was read; their changes are lost.
  /// - Returns: the file as it is now.
  package func write(_ bytes: [UInt8], overwriting: Bool = false) throws(SaveError) -> TextFile {
    try locked { () throws(SaveError) in
      if !overwriting { try checkUnchanged() }
      let prepared = try writing { () throws(FileError) in
        try PreparedFile(bytes, for: place(making: overwriting ? Self.folderPermissions : nil))
      }
      if !overwriting { try checkUnchanged() }
      try writing { () throws(FileError) in try prepared.takeItsPlace() }
    }
    return TextFile(root: root, source: SourceText(file: file, bytes: bytes))
  }

  /// Writes a file that is not there yet.
  /// - Parameter permissions: as the person's mask says where none are given.
  package func create(permissions: mode_t? = nil) throws(SaveError) {
    try locked { () throws(SaveError) in
      try writing { () throws(FileError) in
        try AtomicFile.write(source.bytes, to: newPlace, permissions: permissions, existing: .refused)
      }
    }
  }

  package func move(to file: String) throws(SaveError) -> TextFile {
    let target = copy(at: file)
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try target.writing { () throws(FileError) in
        let (from, to) = (try FilePlace(self.file, beneath: root, isNew: true), try target.newPlace)
        try from.move(to: to, .refused)
        try to.folder.synchronize()
        try from.folder.synchronize()
      }
    }
    return target
  }

  /// - Parameter bytes: the contents of the copy; those of this file if nil.
  package func duplicate(as file: String, saying bytes: [UInt8]? = nil) throws(SaveError) -> TextFile {
    let target = TextFile(root: root, source: SourceText(file: file, bytes: bytes ?? source.bytes))
    try target.create()
    return target
  }

  package func delete() throws(SaveError) {
    try locked { () throws(SaveError) in
      try checkUnchanged()
      try writing { () throws(FileError) in
        let place = try FilePlace(file, beneath: root, isNew: true)
        try place.remove()
        try place.folder.synchronize()
      }
    }
  }

  private static let folderPermissions: mode_t = 0o777

  private func place(making permissions: mode_t? = nil) throws(FileError) -> FilePlace {
    try FilePlace(file, beneath: root, making: permissions)
  }

  /// Folders are made where they are missing.
  private var newPlace: FilePlace {
    get throws(FileError) { try FilePlace(file, beneath: root, isNew: true, making: Self.folderPermissions) }
  }

  /// Is the file on disk what was read?
  private func checkUnchanged() throws(SaveError) {
    let onDisk = try writing { () throws(FileError) in
      do throws(FileError) { return try place().readIfPresent(limit: ImportSource.limit) } catch {
        if error.isMissing { return nil }
        throw error
      }
    }
    guard let onDisk else { throw .deletedOnDisk(file: file) }
    guard onDisk == source.bytes else { throw .changedOnDisk(file: file) }
  }

  /// Works while no other Parley writes a file of the workspace.
  private func locked(_ work: () throws(SaveError) -> Void) throws(SaveError) {
    let lock = try writing { () throws(FileError) in try WorkspaceLock(root) }
    defer { lock.release() }
    try work()
  }

  private func writing<Result: ~Copyable>(_ action: () throws(FileError) -> Result) throws(SaveError) -> Result {
    do throws(FileError) { return try action() } catch {
      throw error.isCollision ? .exists(file: file) : .file(error)
    }
  }
}
