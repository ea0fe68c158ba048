internal import ParleyEngine
import ParleyFiles
internal import ParleyModel

/// The values that one file declares, and a change of them. Every other byte stays as it is.
struct VariableFile {
  /// The values in their order.
  private(set) var vars: [Variable]

  mutating func set(_ name: String, _ content: Variable.Content) {
    if let place = place(of: name) {
      vars[place].content = Located(content.like(vars[place].content.value))
    } else {
      vars.append(Variable(name: Located(name), content: Located(content)))
    }
  }

  mutating func remove(_ name: String) { vars.removeAll { $0.name.value == name } }

  /// Below what it is a copy of.
  mutating func copy(_ name: String, as new: String) {
    guard let place = place(of: name) else { return }
    vars.insert(Variable(name: Located(new), content: Located(vars[place].content.value)), at: place + 1)
  }

  private func place(of name: String) -> Int? { vars.firstIndex { $0.name.value == name } }
}

extension Variable.Content {
  /// Written like what stood there: what was in quotes stays a text.
  fileprivate func like(_ old: Variable.Content) -> Variable.Content {
    guard case .text(let text, _) = self, case .text(_, let wasPlain) = old else { return self }
    return .text(text, isPlain: wasPlain)
  }
}

extension VariableFile {
  /// The file of a home with its values changed.
  static func item(
    of home: VariableHome, in workspace: Workspace, _ change: (inout VariableFile) -> Void
  ) throws -> FilesChange.Item {
    switch home {
    case .workspace:
      let file = try source(of: WorkspacePaths.workspaceFile, in: workspace)
      let patch = DefinitionPatch(WorkspaceDefinition.form, of: file, blank: WorkspaceDefinition())
      return try item(file, patch, \.vars, change)
    case .environment(let name):
      let file = try source(of: WorkspacePaths.file(ofEnvironment: name), in: workspace)
      let patch = DefinitionPatch(EnvironmentDefinition.form, of: file, blank: EnvironmentDefinition())
      return try item(file, patch, \.vars, change)
    }
  }

  private static func source(of file: String, in workspace: Workspace) throws(SaveError) -> SourceText {
    guard let source = workspace.sources[file] else { throw .deletedOnDisk(file: file) }
    return source
  }

  private static func item<Definition: Equatable & Sendable>(
    _ source: SourceText, _ patch: DefinitionPatch<Definition>, _ path: WritableKeyPath<Definition, [Variable]>,
    _ change: (inout VariableFile) -> Void
  ) throws -> FilesChange.Item {
    var file = VariableFile(vars: patch.before[keyPath: path])
    change(&file)
    let before = patch.before[keyPath: path]
    var edited = patch.before
    edited[keyPath: path] = file.vars
    return .init(file: source.file, before: source.bytes, after: try bytes(patch, edited, path, besides: before))
  }

  /// Some texts cannot stand without quotes, and some that stood in quotes need none: what a file can say decides.
  private static func bytes<Definition: Equatable & Sendable>(
    _ patch: DefinitionPatch<Definition>, _ edited: Definition, _ path: WritableKeyPath<Definition, [Variable]>,
    besides before: [Variable]
  ) throws(SaveError) -> [UInt8] {
    do throws(SaveError) { return try patch.bytes(saying: edited) } catch {
      var other = edited
      other[keyPath: path] = edited[keyPath: path].map { variable in
        guard !before.contains(variable) else { return variable }
        return Variable(name: variable.name, content: Located(variable.content.value.requoted))
      }
      guard let bytes = try? patch.bytes(saying: other) else { throw error }
      return bytes
    }
  }
}
