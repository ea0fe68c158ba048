internal import ParleyEngine
package import ParleyFiles

/// A group's file, and the way it is written. Edits are made to the text itself: see ``GroupText``.
///
/// ```swift
/// let changed = try GroupText(file.source).setting(disabled: true, at: [path])
/// let saved = try GroupFile("checkout", in: workspace)?.save(changed.text.source.bytes)
/// ```
package struct GroupFile: Sendable {
  package let id: String
  private let text: TextFile

  package var source: SourceText { text.source }
  /// Within the workspace, as in `groups/checkout.yaml`.
  package var file: String { text.file }

  /// A file as the workspace has read it.
  package init?(_ id: String, in workspace: Workspace) {
    guard let group = workspace.group(id), let source = workspace.sources[group.file] else { return nil }
    self.init(id, TextFile(root: workspace.root, source: source))
  }

  private init(_ id: String, _ text: TextFile) {
    self.id = id
    self.text = text
  }

  /// Writes a text in place of what was read, if the file still says that.
  package func save(_ bytes: [UInt8]) throws(SaveError) -> GroupFile {
    GroupFile(id, try text.write(bytes))
  }

  /// Writes a group that has no file yet.
  package static func create(_ bytes: [UInt8], id: String, in root: String) throws(SaveError) -> GroupFile {
    try WorkspaceFileName.check(id, isRequest: false)
    let text = TextFile(root: root, source: SourceText(file: WorkspacePaths.file(ofGroup: id), bytes: bytes))
    try text.create()
    return GroupFile(id, text)
  }

  /// Gives the group another name, or moves it to another folder.
  package func move(to id: String) throws(SaveError) -> GroupFile {
    try WorkspaceFileName.check(id, isRequest: false)
    return GroupFile(id, try text.move(to: WorkspacePaths.file(ofGroup: id)))
  }

  /// Writes the same file again under another name.
  package func duplicate(as id: String, saying bytes: [UInt8]? = nil) throws(SaveError) -> GroupFile {
    try WorkspaceFileName.check(id, isRequest: false)
    return GroupFile(id, try text.duplicate(as: WorkspacePaths.file(ofGroup: id), saying: bytes))
  }

  /// Removes the file. A folder that becomes empty stays.
  package func delete() throws(SaveError) {
    try text.delete()
  }
}
