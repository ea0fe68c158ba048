internal import ParleyEngine
internal import SystemCalls

/// A request's file, and how its bytes are changed.
///
/// A save touches only the values that changed: comments, order and quotes around them stay as they are. After each
/// patch the file is read again; when anything else would have changed, nothing is written.
///
///     var edited = file.definition
///     edited.headers.append(Row("Accept", "text/plain"))
///     let saved = try file.save(edited)
package struct RequestFile: Sendable {
  /// Of the workspace, a real path.
  package let root: String
  package let id: String
  private let patch: DefinitionPatch<RequestDefinition>

  package var source: SourceText { patch.source }
  /// What the file says.
  package var definition: RequestDefinition { patch.before }

  /// A file as the workspace has read it.
  package init?(_ id: String, in workspace: Workspace) {
    guard let request = workspace.request(id), let source = workspace.sources[request.file] else { return nil }
    self.init(root: workspace.root, id: id, source: source)
  }

  /// A file that was read elsewhere.
  package init(root: String, id: String, source: SourceText) {
    self.root = root
    self.id = id
    patch = DefinitionPatch(RequestDefinition.form, of: source, blank: RequestDefinition())
  }

  /// Within the workspace, as in `requests/cart/add.yaml`.
  package var file: String { WorkspacePaths.file(ofRequest: id) }

  var path: String { root.appendingPath(file) }
}

// MARK: Patching

extension RequestFile {
  /// The file's bytes after an edit; nothing is written.
  package func patched(_ edited: RequestDefinition) throws(SaveError) -> [UInt8] {
    try patch.bytes(saying: edited)
  }

  /// The file's bytes after an edit that cannot be patched in: as much of the file as can stay does, and what goes is for a
  /// person to look at first.
  package func rewritten(_ edited: RequestDefinition) throws(SaveError) -> [UInt8] {
    try patch.bytesWrittenAnew(saying: edited)
  }

  /// A new file's bytes.
  package static func text(of definition: RequestDefinition) throws(SaveError) -> [UInt8] {
    try RequestFile(root: "", id: "new", source: SourceText(file: "", bytes: [])).patched(definition)
  }
}

/// A whole file before and after a change.
package struct FileChange: Sendable, Hashable {
  /// Within the workspace.
  package let file: String
  /// Its bytes as they are.
  package let before: [UInt8]
  /// Its bytes as they would be.
  package let after: [UInt8]
}

// MARK: Writing

extension RequestFile {
  /// Writes an edit, if the file still says what was read: looked at under a lock, at the moment of writing.
  /// - Parameter overwriting: write even when somebody else changed the file since it was read; their changes are lost.
  /// - Returns: the file as it is now.
  package func save(_ edited: RequestDefinition, overwriting: Bool = false) throws(SaveError) -> RequestFile {
    let bytes = try patched(edited)
    return try write(bytes, overwriting: overwriting)
  }

  /// Writes what `rewritten` gave, and a person has agreed to.
  package func rewrite(as bytes: [UInt8]) throws(SaveError) -> RequestFile {
    try write(bytes, overwriting: false)
  }

  private func write(_ bytes: [UInt8], overwriting: Bool) throws(SaveError) -> RequestFile {
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
    return RequestFile(root: root, id: id, source: SourceText(file: file, bytes: bytes))
  }

  /// Is the file on disk what was read?
  func checkUnchanged() throws(SaveError) {
    let onDisk = try writing { () throws(FileError) in
      try FileSystem.readIfPresent(path, limit: YAMLLimits.standard.size)
    }
    guard let onDisk else { throw .deletedOnDisk(file: file) }
    guard onDisk == source.bytes else { throw .changedOnDisk(file: file) }
  }

  /// Works while no other Parley writes a file of the same folder.
  func locked(_ work: () throws(SaveError) -> Void) throws(SaveError) {
    let lock = try writing { () throws(FileError) in try WriterLock(ofFilesIn: path.parentPath) }
    defer { lock.release() }
    try work()
  }

  func writing<Result: ~Copyable>(_ action: () throws(FileError) -> Result) throws(SaveError) -> Result {
    do throws(FileError) { return try action() } catch {
      throw error.isCollision ? .exists(file: file) : .file(error)
    }
  }
}
