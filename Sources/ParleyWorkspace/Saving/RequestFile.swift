/// A request's file, and how its bytes are changed.
///
/// A save touches only the values that changed: comments, order and quotes around them stay as they are. After each
/// patch the file is read again; when anything else would have changed, nothing is written.
///
///     var edited = file.definition
///     edited.headers.append(Row("Accept", "text/plain"))
///     let saved = try file.save(edited)
public struct RequestFile: Sendable {
  /// Of the workspace, a real path.
  public let root: String
  public let id: String
  public let source: SourceText
  /// What the file says.
  public let definition: RequestDefinition

  /// A file as the workspace has read it.
  public init?(_ id: String, in workspace: Workspace) {
    guard let request = workspace.request(id), let source = workspace.sources[request.file] else { return nil }
    self.init(root: workspace.root, id: id, source: source)
  }

  init(root: String, id: String, source: SourceText) {
    self.root = root
    self.id = id
    self.source = source
    definition = RequestDefinition.form.read(source).value ?? RequestDefinition()
  }

  /// Within the workspace, as in `requests/cart/add.yaml`.
  public var file: String { WorkspacePaths.file(ofRequest: id) }

  var path: String { root.appendingPath(file) }
}

// MARK: Patching

extension RequestFile {
  /// The file's bytes after an edit; nothing is written.
  public func patched(_ edited: RequestDefinition) throws(SaveError) -> [UInt8] {
    let document = YAMLDocument.parse(source)
    guard document.root != nil || document.diagnostics.isEmpty else { throw .notReadable(file: file) }
    let plan = RequestPatch(from: definition, to: edited, root: document.root)
    var patch = YAMLPatch(layout: FileLayout(source, root: document.root))
    if let root = document.root {
      try patch.change(root, to: .mapping(plan.entries, isFlow: false), isFlow: root.isFlow, indentation: 0)
    } else {
      patch.fill(with: plan.entries)
    }
    guard let bytes = patch.edits.applied(to: source.bytes) else {
      throw .cannotBePatched("two changes touch one another")
    }
    try check(bytes, against: edited, changed: plan.changedKeys, document)
    return bytes
  }

  /// Reads the patched file again.
  private func check(
    _ bytes: [UInt8], against edited: RequestDefinition, changed: Set<String>, _ before: YAMLDocument
  ) throws(SaveError) {
    let patched = SourceText(file: file, bytes: bytes)
    let known = Set(RequestDefinition.form.read(source).diagnostics.map(\.message))
    let result = RequestDefinition.form.read(patched)
    if let new = result.diagnostics.first(where: { $0.severity == .error && !known.contains($0.message) }) {
      throw .cannotBeWritten(new.sentence)
    }
    guard result.value ?? RequestDefinition() == edited else {
      throw .cannotBePatched("the file would not say what was meant")
    }
    let after = YAMLDocument.parse(patched).root
    guard before.root.rest(without: changed) == after.rest(without: changed) else {
      throw .cannotBePatched("other keys would change")
    }
  }

  /// A new file's bytes.
  public static func text(of definition: RequestDefinition) throws(SaveError) -> [UInt8] {
    try RequestFile(root: "", id: "new", source: SourceText(file: "", bytes: [])).patched(definition)
  }
}

extension YAMLNode? {
  /// What other keys say.
  fileprivate func rest(without keys: Set<String>) -> [String] {
    (self?.entries ?? []).filter { !keys.contains($0.key.value) }.map { "\($0.key.value): \($0.value.fingerprint)" }
  }
}

extension YAMLNode {
  /// The same for the same values, in whatever style they are written.
  fileprivate var fingerprint: String {
    switch content {
    case .scalar(let text, _): ScalarWriter.doubleQuoted(text)
    case .sequence(let items): "[\(items.map(\.fingerprint).joined(separator: ","))]"
    case .mapping(let entries):
      "{\(entries.map { ScalarWriter.doubleQuoted($0.key.value) + ":" + $0.value.fingerprint }.joined(separator: ","))}"
    }
  }
}

// MARK: Writing

extension RequestFile {
  /// Writes an edit.
  /// - Parameter overwriting: write even when somebody else changed the file since it was read; their changes are lost.
  /// - Returns: the file as it is now.
  public func save(_ edited: RequestDefinition, overwriting: Bool = false) throws(SaveError) -> RequestFile {
    let bytes = try patched(edited)
    if !overwriting { try checkUnchanged() }
    try writing { () throws(FileError) in
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.write(bytes, to: path)
    }
    return RequestFile(root: root, id: id, source: SourceText(file: file, bytes: bytes))
  }

  /// Is the file on disk what was read?
  public func checkUnchanged() throws(SaveError) {
    let onDisk = try writing { () throws(FileError) in
      try FileSystem.readIfPresent(path, limit: YAMLLimits.standard.size)
    }
    guard let onDisk else { throw .deletedOnDisk(file: file) }
    guard onDisk == source.bytes else { throw .changedOnDisk(file: file) }
  }

  func writing<Result>(_ action: () throws(FileError) -> Result) throws(SaveError) -> Result {
    do throws(FileError) { return try action() } catch {
      throw error.isCollision ? .exists(file: file) : .file(error)
    }
  }
}
