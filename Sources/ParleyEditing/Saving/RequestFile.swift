internal import ParleyEngine
package import ParleyFiles

/// A request's file, and how its bytes are changed.
///
/// A save touches only the values that changed: comments, order and quotes around them stay as they are. After each
/// patch the file is read again; when anything else would have changed, nothing is written.
///
///     var edited = file.definition
///     edited.headers.append(Row("Accept", "text/plain"))
///     let saved = try file.save(edited)
package struct RequestFile: Sendable {
  package let id: String
  let text: TextFile
  private let patch: DefinitionPatch<RequestDefinition>

  package var source: SourceText { text.source }
  /// The definition in the file.
  package var definition: RequestDefinition { patch.before }

  /// A file as the workspace has read it.
  package init?(_ id: String, in workspace: Workspace) {
    guard let request = workspace.request(id), let source = workspace.sources[request.file] else { return nil }
    self.init(root: workspace.root, id: id, source: source)
  }

  /// A file that was read elsewhere.
  package init(root: String, id: String, source: SourceText) {
    self.init(id, TextFile(root: root, source: source))
  }

  init(_ id: String, _ text: TextFile) {
    self.id = id
    self.text = text
    patch = DefinitionPatch(RequestDefinition.form, of: text.source, blank: RequestDefinition())
  }

  /// Within the workspace, as in `requests/cart/add.yaml`.
  package var file: String { text.file }
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

  package init(file: String, before: [UInt8], after: [UInt8]) {
    self.file = file
    self.before = before
    self.after = after
  }
}

// MARK: Writing

extension RequestFile {
  /// Writes an edit, if the file still says what was read: looked at under a lock, at the moment of writing.
  /// - Parameter overwriting: write even when somebody else changed the file since it was read; their changes are lost.
  /// - Returns: the file as it is now.
  package func save(_ edited: RequestDefinition, overwriting: Bool = false) throws(SaveError) -> RequestFile {
    let bytes = try patched(edited)
    return RequestFile(id, try text.write(bytes, overwriting: overwriting))
  }

  /// Writes what `rewritten` gave, and a person has agreed to.
  package func rewrite(as bytes: [UInt8]) throws(SaveError) -> RequestFile {
    RequestFile(id, try text.write(bytes))
  }
}
