internal import ParleyEditing
internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// Changes of environments, their values, and what requests share.
package struct EnvironmentEditing: Sendable {
  let session: Session

  /// The active environment, and why it is that.
  package var words: String {
    guard let name = session.environmentName else { return "none" }
    if session.workspace.environments.count == 1 { return "\(name), the only one" }
    return session.workspace.definition.environment?.value == name
      ? "\(name), from \(WorkspacePaths.workspaceFile)" : name
  }

  /// The questions of the active environment whose answers are its values.
  package var askedVariables: [String] {
    session.environment?.definition.vars.filter { $0.content.value == .secret(.prompt) }.map(\.name.value) ?? []
  }

  /// Makes an edit of environments, and reads the files again. Naming a variable of the operating system or a program as a source
  /// allows its use.
  /// - Returns: the change, so that it can be undone.
  /// - Throws: `WorkspaceError` for a name that cannot be used or a secret in plain text, `SaveError` if a file has
  ///   changed since, `UnplacedCredentials` if somebody has to choose a place for typed credentials first.
  package func edit(_ edit: EnvironmentEdit) async throws -> FilesChange {
    let wanted = try edit.change(in: session.workspace)
    let change = edit.bringsValues ? try session.credentials.settled(wanted) : wanted
    if change == wanted { try checkIsNoSecret(edit) }
    try await make(change)
    if case .set(_, let cell, _) = edit, let source = cell.source { try session.permissions.allow(source) }
    if case .rename(let name, let new) = edit { try await session.answers.move(from: name, to: new) }
    return change
  }

  /// Gives the active environment a value that comes from elsewhere.
  func declare(_ name: String, _ source: SecretSource) async throws {
    guard Variable.isName(name), !Variable.reservedNames.contains(name) else { throw WorkspaceError.unusable(name) }
    let file = try EnvironmentFile(session.environmentName ?? "local", in: session.workspace.root)
    var edited = file.definition
    if let there = edited.vars.first(where: { $0.name.value == name }) {
      guard there.content.value == .secret(source) else { throw WorkspaceError.taken(name) }
    } else {
      edited.vars.append(Variable(name: Located(name), content: Located(.secret(source))))
      try file.save(edited)
    }
    try await session.reload()
    try session.permissions.allow(source)
  }

  /// Writes files, and reads them again. The store's data of an environment is moved to its new name.
  /// - Throws: `WorkspaceError` if the new name has data of its own. Nothing has changed then.
  package func make(_ change: FilesChange) async throws {
    guard let renamed = change.renamed else { return try await write(change) }
    let wasActive = session.environmentName == renamed.old
    let begun = try await session.files.begin(.environment, from: renamed.old, to: renamed.new, change)
    defer { begun?.end() }
    try await moveData(renamed)
    do {
      try await write(change)
    } catch {
      try? await moveData(renamed.reversed, takesBack: true)
      throw error
    }
    if wasActive { try session.select(environment: renamed.new) }
  }

  private func write(_ change: FilesChange) async throws {
    let root = session.workspace.root
    try await Blocking.run { try change.make(in: root) }
    try await session.reload()
  }

  /// The team's keys first: where they cannot be moved, nothing is.
  /// - Parameter takesBack: whether a rename that failed is undone.
  private func moveData(_ renamed: EnvironmentRename, takesBack: Bool = false) async throws {
    try await moveTeamKeys(renamed, takesBack: takesBack)
    do {
      try await moveOwnData(renamed)
    } catch {
      try? await moveTeamKeys(renamed.reversed, takesBack: true)
      throw error
    }
  }

  func moveTeamKeys(_ renamed: EnvironmentRename, takesBack: Bool) async throws {
    guard session.workspace.definition.team != nil else { return }
    let taken: Int
    do throws(RepositoryError) {
      taken = try await session.teamLink.storage.moveTeamKeys(
        of: renamed.old, to: renamed.new, takesBack: takesBack)
    } catch {
      throw SharedDataError(error)
    }
    guard taken == 0 else { throw WorkspaceError.hasTeamKeys(environment: renamed.new, count: taken) }
  }

  private func moveOwnData(_ renamed: EnvironmentRename) async throws {
    let outcome = try await session.store.move(renamed.old, to: renamed.new) {
      [shared = session.shared] record, key throws(SharedDataError) in
      try shared.content(of: record, movedTo: key)
    }
    if case .taken(let keys, let cookies) = outcome {
      throw WorkspaceError.hasData(environment: renamed.new, keys: keys, cookies: cookies)
    }
    session.shared.forgetReadings()
    session.answers.moveRemembered(renamed)
  }

  /// Writes what requests share.
  package func save(_ defaults: DefaultsDefinition, at place: DefaultsPlace) throws {
    try place.change(in: session.workspace, to: defaults).make(in: session.workspace.root)
  }

  /// Files of a workspace hold no secret that anybody has learned of, unless somebody wants it there.
  private func checkIsNoSecret(_ edit: EnvironmentEdit) throws(WorkspaceError) {
    guard case .set(let name, .text(let text, _), _) = edit, session.secrets.masking(text) != text,
      CredentialFinder.find(in: text, .named(name)).isEmpty
    else { return }
    throw WorkspaceError(
      "secretInClear",
      "The value of \(Printable.quoted(name)) contains a known secret, and workspace files contain none.",
      advice: "Choose its source instead: asked, an environment variable, or a program.")
  }
}

extension EnvironmentEdit {
  /// Whether values come to a place where they were not, so that a credential may be among them.
  fileprivate var bringsValues: Bool {
    switch self {
    case .set, .copy, .duplicate: true
    case .remove, .rename, .create, .describe, .delete: false
    }
  }
}

extension WorkspaceError {
  fileprivate static func taken(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "secretTaken", "The environment already has a value \(Printable.quoted(name)) from another source.",
      advice: "Choose another name.")
  }

  fileprivate static func hasTeamKeys(environment name: String, count: Int) -> WorkspaceError {
    WorkspaceError(
      "environmentData",
      "The team still has \(count.counted("key")) of an earlier environment \(Printable.quoted(name)).",
      advice: "Choose another name; or create that environment, delete them there, delete it, and rename again.")
  }

  fileprivate static func hasData(environment name: String, keys: Int, cookies: Int) -> WorkspaceError {
    let data = [(keys, "shared key"), (cookies, "cookie")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    return WorkspaceError(
      "environmentData",
      "The store still has \(data.joined(separator: " and ")) of an earlier environment \(Printable.quoted(name)).",
      advice: "Choose another name; or create that environment, delete them there, delete it, and rename again.")
  }
}
