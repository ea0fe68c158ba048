import ParleyEngine
internal import SystemCalls

/// A file under `environments/`, and how its bytes are changed: a save touches only the values that changed.
struct EnvironmentFile {
  private let path: String
  private let patch: DefinitionPatch<EnvironmentDefinition>

  /// As it is on disk now; one that is not there yet says nothing.
  init(_ name: String, in root: String) throws(SaveError) {
    let file = WorkspacePaths.file(ofEnvironment: name)
    path = root.appendingPath(file)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.readIfPresent(path, limit: YAMLLimits.standard.size) ?? []
    } catch { throw .file(error) }
    patch = DefinitionPatch(
      EnvironmentDefinition.form, of: SourceText(file: file, bytes: bytes), blank: EnvironmentDefinition())
  }

  var definition: EnvironmentDefinition { patch.before }

  func save(_ edited: EnvironmentDefinition) throws(SaveError) {
    let bytes = try patch.bytes(saying: edited)
    do throws(FileError) {
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.write(bytes, to: path)
    } catch { throw .file(error) }
  }
}
