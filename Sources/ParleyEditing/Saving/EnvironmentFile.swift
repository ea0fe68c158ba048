import ParleyEngine
package import ParleyFiles

/// A file under `environments/`, and how its bytes are changed: a save touches only the values that changed.
package struct EnvironmentFile {
  private let root: String
  private let isThere: Bool
  private let patch: DefinitionPatch<EnvironmentDefinition>

  /// As it is on disk now; one that is not there yet says nothing.
  package init(_ name: String, in root: String) throws(SaveError) {
    let file = WorkspacePaths.file(ofEnvironment: name)
    self.root = root
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try FileSystem.readIfPresent(root.appendingPath(file), limit: YAMLLimits.standard.size)
    } catch { throw .file(error) }
    isThere = bytes != nil
    patch = DefinitionPatch(
      EnvironmentDefinition.form, of: SourceText(file: file, bytes: bytes ?? []), blank: EnvironmentDefinition())
  }

  package var definition: EnvironmentDefinition { patch.before }

  package func save(_ edited: EnvironmentDefinition) throws(SaveError) {
    let bytes = try patch.bytes(saying: edited)
    let before = isThere ? patch.source.bytes : nil
    try FilesChange([.init(file: patch.source.file, before: before, after: bytes)]).make(in: root)
  }
}
