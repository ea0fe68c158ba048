import ParleyEngine

/// `parley.yaml`, and how its bytes are changed: a save touches only the values that changed.
///
/// ```swift
/// var edited = file.definition
/// edited.shared.append(SharedDefinition(pattern: "token", cipher: "vault"))
/// try file.save(edited)
/// ```
public struct WorkspaceFile: Sendable {
  /// Of the workspace, a real path.
  public let root: String
  private let patch: DefinitionPatch<WorkspaceDefinition>

  /// As it is on disk now.
  public init(of workspace: Workspace) throws(SaveError) {
    root = workspace.root
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try FileSystem.readIfPresent(
        workspace.root.appendingPath(Workspace.fileName), limit: YAMLLimits.standard.size)
    } catch { throw .file(error) }
    guard let bytes else { throw .deletedOnDisk(file: Workspace.fileName) }
    let source = SourceText(file: Workspace.fileName, bytes: bytes)
    patch = DefinitionPatch(WorkspaceDefinition.form, of: source, blank: WorkspaceDefinition())
  }

  public var bytes: [UInt8] { patch.source.bytes }
  /// What the file says.
  public var definition: WorkspaceDefinition { patch.before }

  /// The file's bytes after an edit; nothing is written.
  public func patched(_ edited: WorkspaceDefinition) throws(SaveError) -> [UInt8] {
    try patch.bytes(saying: edited)
  }

  /// Writes an edit.
  public func save(_ edited: WorkspaceDefinition) throws(SaveError) {
    try write(try patched(edited))
  }

  /// Puts back what the file said when it was read.
  func restore() throws(SaveError) {
    try write(bytes)
  }

  /// Writes what `patched` gave.
  func write(_ bytes: [UInt8]) throws(SaveError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: root.appendingPath(Workspace.fileName))
    } catch { throw .file(error) }
  }
}
