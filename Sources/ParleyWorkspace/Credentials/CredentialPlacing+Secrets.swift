internal import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyText

extension CredentialPlacing {
  /// Puts a secret where it belongs from now on. A response that is kept goes along.
  /// - Returns: the template that stands for it.
  /// - Throws: `WorkspaceError` for a name that cannot be used, `SaveError`, `SharedDataError`; then the question stays.
  package func place(_ question: String, at place: SecretPlace) async throws -> String {
    switch place {
    case .machine: return SecretTemplate.text(question)
    case .sharedKey(let name): return try await placeInSharedData(question, as: name)
    case .variable(let name, let source): return try await placeInEnvironment(question, as: name, source)
    }
  }

  private func placeInSharedData(_ question: String, as name: String) async throws -> String {
    let template = "{{shared.\(name)}}"
    guard TemplateText(template).problems.isEmpty, !name.isEmpty else { throw WorkspaceError.unusable(name) }
    if let answer = try await session.answers.kept(to: PromptQuestion(name: question, isSecret: true)) {
      let scope = session.sharedKeys.rule(of: name)?.scope ?? .environment
      try await session.sharedKeys.create(
        name, .text(answer), cipher: CipherDefinition.machine, scope: scope, by: NoPrompter())
    } else {
      try session.sharedKeys.declare(name, cipher: CipherDefinition.machine, scope: .environment)
      try await session.reload()
    }
    try await session.answers.forget(to: question)
    return template
  }

  private func placeInEnvironment(_ question: String, as name: String, _ source: SecretSource) async throws -> String {
    try await session.environments.declare(name, source)
    try await session.answers.move(from: question, to: source == .prompt ? name : nil)
    return "{{\(name)}}"
  }

}

extension WorkspaceError {
  static func unusable(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "secretName", "\(Printable.quoted(name)) cannot name a secret.",
      advice: "A name has letters, digits, _ and -, such as apiToken.")
  }
}
