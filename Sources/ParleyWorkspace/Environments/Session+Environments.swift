internal import ParleyEngine

// Changes of environments, their values, and what requests share.
extension Session {
  /// Makes an edit of environments, and reads the files again. Naming a variable of the operating system or a program as a source
  /// allows its use.
  /// - Returns: what was changed, so that it can be undone.
  /// - Throws: `WorkspaceError` for a name that cannot be used or a secret in clear, `SaveError` where a file has changed since.
  package func edit(_ edit: EnvironmentEdit) async throws -> FilesChange {
    try checkIsNoSecret(edit)
    let active = environmentName
    let change = try workspace.change(for: edit)
    try await make(change)
    if case .set(_, .secret(let source), _) = edit { try trust(source) }
    try await follow(edit, active)
    return change
  }

  /// Writes files, and reads them again.
  package func make(_ change: FilesChange) async throws {
    let root = workspace.root
    try await Blocking.run { try change.make(in: root) }
    try await reload()
  }

  /// Writes what requests share.
  package func save(_ defaults: DefaultsDefinition, at place: DefaultsPlace) throws {
    try workspace.change(of: place, to: defaults).make(in: workspace.root)
  }

  /// Files of a workspace hold no secret that anybody has learned of.
  private func checkIsNoSecret(_ edit: EnvironmentEdit) throws(WorkspaceError) {
    guard case .set(let name, .text(let text, _), _) = edit, secrets.masking(text) != text else { return }
    throw WorkspaceError(
      "secretInClear",
      "The value of \(Printable.quoted(name)) contains a known secret, and workspace files contain none.",
      advice: "Choose its source instead: asked, an environment variable, or a program.")
  }

  /// What belongs to a name goes along with it.
  private func follow(_ edit: EnvironmentEdit, _ active: String?) async throws {
    switch edit {
    case .rename(let name, let new): try await moveAnswer(from: name, to: new)
    case .describe(let name, let new, _, _) where name == active && name != new: try select(environment: new)
    default: break
    }
  }
}
