internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

extension Workspace {
  /// The files that an edit changes. Nothing is written.
  /// - Throws: `WorkspaceError` for a name that cannot be used, `SaveError` where a file cannot be changed so.
  package func change(for edit: EnvironmentEdit) throws -> FilesChange {
    switch edit {
    case .set(let name, let cell, let home):
      try checkName(name)
      return FilesChange([try item(of: home) { $0.set(name, Variable.Content(cell)) }])
    case .remove(let name, let homes):
      return FilesChange(try homes.map { try item(of: $0) { $0.remove(name) } })
    case .copy(let name, let new):
      try checkNew(new)
      return FilesChange(try homes(of: name).map { try item(of: $0) { $0.copy(name, as: new) } })
    case .rename(let name, let new):
      try checkNew(new)
      return try VariableRename(name, to: new).change(in: self)
    case .create(let new): return FilesChange([try creating(new)] + (try keepingUsual()))
    case .duplicate(let name, let new):
      return FilesChange([try creating(new, from: try source(of: name).bytes)] + (try keepingUsual()))
    case .describe(let name, let new): return try describing(name, as: new)
    case .delete(let name):
      let source = try source(of: name)
      let mentions = try editing { if $0.environment?.value.isIdentical(to: name) == true { $0.environment = nil } }
      return FilesChange([.init(file: source.file, before: source.bytes, after: nil)] + mentions)
    }
  }

  private func checkName(_ name: String) throws(WorkspaceError) {
    guard Variable.isName(name), !Variable.reservedNames.contains(name) else { throw .unusable(variable: name) }
  }

  private func checkNew(_ name: String) throws(WorkspaceError) {
    try checkName(name)
    guard homes(of: name).isEmpty else { throw .taken(variable: name) }
  }
}

// Files of environments as such.
extension Workspace {
  private func source(of environment: String) throws -> SourceText {
    let file = WorkspacePaths.file(ofEnvironment: environment)
    guard let source = sources[file] else { throw SaveError.deletedOnDisk(file: file) }
    return source
  }

  private func creating(_ name: String, from bytes: [UInt8]) throws -> FilesChange.Item {
    if name.contains("/") { throw SaveError.badName(name, reason: "environments are not in folders") }
    try WorkspaceFileName.check(name, isRequest: false)
    let file = WorkspacePaths.file(ofEnvironment: name)
    guard sources[file] == nil else { throw SaveError.exists(file: file) }
    return .init(file: file, before: nil, after: bytes)
  }

  private func creating(_ new: EnvironmentSummary) throws -> FilesChange.Item {
    var definition = EnvironmentDefinition()
    definition.describe(new)
    let blank = SourceText(file: WorkspacePaths.file(ofEnvironment: new.name), bytes: [])
    let patch = DefinitionPatch(EnvironmentDefinition.form, of: blank, blank: EnvironmentDefinition())
    return try creating(new.name, from: try patch.bytes(saying: definition))
  }

  private func describing(_ name: String, as new: EnvironmentSummary) throws -> FilesChange {
    let source = try source(of: name)
    let patch = DefinitionPatch(EnvironmentDefinition.form, of: source, blank: EnvironmentDefinition())
    var edited = patch.before
    edited.describe(new)
    let bytes = try patch.bytes(saying: edited)
    if new.name.isIdentical(to: name) {
      return FilesChange([.init(file: source.file, before: source.bytes, after: bytes)])
    }
    let rename = EnvironmentRename(old: name, new: new.name)
    let moved = [try creating(new.name, from: bytes), .init(file: source.file, before: source.bytes, after: nil)]
    return FilesChange(try renamingMentions(rename) + moved, renamed: rename)
  }

  /// The change to `environment` and `team.environments`, where they name the environment.
  private func renamingMentions(_ rename: EnvironmentRename) throws -> [FilesChange.Item] {
    try editing { definition in
      if definition.environment?.value.isIdentical(to: rename.old) == true {
        definition.environment = Located(rename.new)
      }
      guard let names = definition.team?.environments, names.contains(where: { $0.value.isIdentical(to: rename.old) })
      else { return }
      definition.team?.environments = names.map { $0.value.isIdentical(to: rename.old) ? Located(rename.new) : $0 }
    }
  }

  /// The only environment so far stays that of commands, which scripts rely on, when there are two.
  private func keepingUsual() throws -> [FilesChange.Item] {
    guard definition.environment == nil, environments.count == 1 else { return [] }
    return try editing { $0.environment = Located(environments[0].name) }
  }

  /// The change to `parley.yaml`; none where the edit changes nothing.
  private func editing(_ edit: (inout WorkspaceDefinition) -> Void) throws -> [FilesChange.Item] {
    let file = try WorkspaceFile(of: self)
    var edited = file.definition
    edit(&edited)
    guard edited != file.definition else { return [] }
    return [.init(file: WorkspacePaths.workspaceFile, before: file.bytes, after: try file.patched(edited))]
  }
}

extension EnvironmentDefinition {
  fileprivate mutating func describe(_ new: EnvironmentSummary) {
    if color?.value != new.color { color = new.color.map { Located($0) } }
    if (confirm?.value ?? false) != new.asksBeforeSending { confirm = new.asksBeforeSending ? Located(true) : nil }
  }
}

extension WorkspaceError {
  static func unusable(variable name: String) -> WorkspaceError {
    WorkspaceError(
      "variableName", "\(Printable.quoted(name)) cannot name a variable.",
      advice: "A name has letters, digits, _ and -, such as baseUrl.")
  }

  static func taken(variable name: String) -> WorkspaceError {
    WorkspaceError(
      "variableTaken", "There is already a variable \(Printable.quoted(name)).", advice: "Choose another name.")
  }
}

extension Variable.Content {
  fileprivate init(_ cell: VariableCell) {
    switch cell {
    case .text(let text, _): self = .text(text, isPlain: true)
    case .asked, .variable, .program: self = .secret(cell.source ?? .prompt)
    }
  }
}
