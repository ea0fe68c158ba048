internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

extension EnvironmentEdit {
  /// The files that the edit changes. Nothing is written.
  /// - Throws: `WorkspaceError` for a name that cannot be used, `SaveError` where a file cannot be changed so.
  package func change(in workspace: Workspace) throws -> FilesChange {
    let files = EnvironmentFiles(workspace: workspace)
    switch self {
    case .set(let name, let cell, let home):
      try files.checkName(name)
      return FilesChange([try files.item(of: home) { $0.set(name, Variable.Content(cell)) }])
    case .remove(let name, let homes):
      return FilesChange(try homes.map { try files.item(of: $0) { $0.remove(name) } })
    case .copy(let name, let new):
      try files.checkNew(new)
      return FilesChange(try files.homes(of: name).map { try files.item(of: $0) { $0.copy(name, as: new) } })
    case .rename(let name, let new):
      try files.checkNew(new)
      return try VariableRename(name, to: new).change(in: workspace)
    case .create(let new): return FilesChange([try files.creating(new)] + (try files.keepingUsual()))
    case .duplicate(let name, let new):
      return FilesChange([try files.creating(new, from: try files.source(of: name).bytes)] + (try files.keepingUsual()))
    case .describe(let name, let new): return try files.describing(name, as: new)
    case .delete(let name): return try files.deleting(name)
    }
  }
}

/// The files of a workspace's environments and their variables, as an edit changes them.
private struct EnvironmentFiles {
  let workspace: Workspace

  func homes(of name: String) -> [VariableHome] { VariableUses(in: workspace).homes(of: name) }

  func item(of home: VariableHome, _ change: (inout VariableFile) -> Void) throws -> FilesChange.Item {
    try VariableFile.item(of: home, in: workspace, change)
  }

  func checkName(_ name: String) throws(WorkspaceError) {
    guard Variable.isName(name), !Variable.reservedNames.contains(name) else { throw .unusable(variable: name) }
  }

  func checkNew(_ name: String) throws(WorkspaceError) {
    try checkName(name)
    guard homes(of: name).isEmpty else { throw .taken(variable: name) }
  }
}

// Files of environments as such.
extension EnvironmentFiles {
  func source(of environment: String) throws -> SourceText {
    let file = WorkspacePaths.file(ofEnvironment: environment)
    guard let source = workspace.sources[file] else { throw SaveError.deletedOnDisk(file: file) }
    return source
  }

  func creating(_ name: String, from bytes: [UInt8]) throws -> FilesChange.Item {
    if name.contains("/") { throw SaveError.badName(name, reason: "environments are not in folders") }
    try WorkspaceFileName.check(name, isRequest: false)
    let file = WorkspacePaths.file(ofEnvironment: name)
    guard workspace.sources[file] == nil else { throw SaveError.exists(file: file) }
    return .init(file: file, before: nil, after: bytes)
  }

  func creating(_ new: EnvironmentSummary) throws -> FilesChange.Item {
    var definition = EnvironmentDefinition()
    definition.describe(new)
    let blank = SourceText(file: WorkspacePaths.file(ofEnvironment: new.name), bytes: [])
    let patch = DefinitionPatch(EnvironmentDefinition.form, of: blank, blank: EnvironmentDefinition())
    return try creating(new.name, from: try patch.bytes(saying: definition))
  }

  func describing(_ name: String, as new: EnvironmentSummary) throws -> FilesChange {
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

  func deleting(_ name: String) throws -> FilesChange {
    let source = try source(of: name)
    let mentions = try editing { if $0.environment?.value.isIdentical(to: name) == true { $0.environment = nil } }
    return FilesChange([.init(file: source.file, before: source.bytes, after: nil)] + mentions)
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
  func keepingUsual() throws -> [FilesChange.Item] {
    guard workspace.definition.environment == nil, workspace.environments.count == 1 else { return [] }
    return try editing { $0.environment = Located(workspace.environments[0].name) }
  }

  /// The change to `parley.yaml`; none where the edit changes nothing.
  private func editing(_ edit: (inout WorkspaceDefinition) -> Void) throws -> [FilesChange.Item] {
    let file = try WorkspaceFile(of: workspace)
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
