import ParleyEngine
package import ParleyFiles

/// `parley.yaml`, and how its bytes are changed: a save touches only the values that changed.
///
/// ```swift
/// try WorkspaceFile.change(of: workspace) { $0.shared.append(SharedDefinition(pattern: "token", cipher: "vault")) }
/// ```
package struct WorkspaceFile: Sendable {
  /// Of the workspace, a real path.
  package let root: String
  private let patch: DefinitionPatch<WorkspaceDefinition>

  /// As it is on disk now.
  package init(of workspace: Workspace) throws(SaveError) {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try FileSystem.readIfPresent(Self.path(in: workspace.root), limit: YAMLLimits.standard.size)
    } catch { throw .file(error) }
    try self.init(root: workspace.root, bytes)
  }

  private init(root: String, _ bytes: [UInt8]?) throws(SaveError) {
    guard let bytes else { throw .deletedOnDisk(file: WorkspacePaths.workspaceFile) }
    self.root = root
    let source = SourceText(file: WorkspacePaths.workspaceFile, bytes: bytes)
    patch = DefinitionPatch(WorkspaceDefinition.form, of: source, blank: WorkspaceDefinition())
  }

  package var bytes: [UInt8] { patch.source.bytes }
  /// The definition in the file.
  package var definition: WorkspaceDefinition { patch.before }

  /// The file's bytes after an edit; nothing is written.
  package func patched(_ edited: WorkspaceDefinition) throws(SaveError) -> [UInt8] {
    try patch.bytes(saying: edited)
  }

  private static func path(in root: String) -> String { root.appendingPath(WorkspacePaths.workspaceFile) }
}

extension WorkspaceFile {
  /// A change that was made, and can be taken back.
  package struct Change {
    fileprivate let root: String
    fileprivate let before: [UInt8]
    fileprivate let after: [UInt8]

    /// Puts back what the file said, unless somebody has changed it since.
    package func undo() throws {
      try FileUpdate.change(WorkspacePaths.workspaceFile, in: root, limit: YAMLLimits.standard.size) { now in
        now == nil || now == after ? before : now ?? []
      }
    }
  }

  /// Edits what the file says at that moment, so that nothing is lost of what another program writes at the same time.
  /// - Parameter edit: asked again when an editor wrote the file meanwhile.
  @discardableResult
  package static func change(of workspace: Workspace, _ edit: (inout WorkspaceDefinition) throws -> Void) throws
    -> Change
  {
    var before: [UInt8] = []
    let after = try FileUpdate.change(WorkspacePaths.workspaceFile, in: workspace.root, limit: YAMLLimits.standard.size)
    {
      bytes in
      let file = try WorkspaceFile(root: workspace.root, bytes)
      var edited = file.definition
      try edit(&edited)
      before = file.bytes
      return try file.patched(edited)
    }
    return Change(root: workspace.root, before: before, after: after)
  }
}
