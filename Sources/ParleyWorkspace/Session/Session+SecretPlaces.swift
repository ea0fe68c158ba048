internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyText

extension Session {
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
    if let answer = try await keptAnswer(to: PromptQuestion(name: question, isSecret: true)) {
      let scope = rule(ofShared: name)?.scope ?? .environment
      try await create(name, .text(answer), cipher: CipherDefinition.machine, scope: scope, by: NoPrompter())
    } else {
      try declare(name, cipher: CipherDefinition.machine, scope: .environment)
      try await reload()
    }
    try await forgetAnswer(to: question)
    return template
  }

  private func placeInEnvironment(_ question: String, as name: String, _ source: SecretSource) async throws -> String {
    try await declareInEnvironment(name, source)
    try await moveAnswer(from: question, to: source == .prompt ? name : nil)
    return "{{\(name)}}"
  }

  /// Gives the active environment a value that comes from elsewhere.
  func declareInEnvironment(_ name: String, _ source: SecretSource) async throws {
    guard Variable.isName(name), !Variable.reservedNames.contains(name) else { throw WorkspaceError.unusable(name) }
    let file = try EnvironmentFile(environmentName ?? "local", in: workspace.root)
    var edited = file.definition
    if let there = edited.vars.first(where: { $0.name.value == name }) {
      guard there.content.value == .secret(source) else { throw WorkspaceError.taken(name) }
    } else {
      edited.vars.append(Variable(name: Located(name), content: Located(.secret(source))))
      try file.save(edited)
    }
    try await reload()
    try trust(source)
  }

  /// Naming a variable or a program here allows its use.
  func trust(_ source: SecretSource) throws {
    switch source {
    case .prompt: break
    case .environment(let name): try trust([.environmentVariable(name)])
    case .command(let words): try trust([workspace.trustItem(forCommand: words)])
    }
  }

  func moveAnswer(from question: String, to name: String?) async throws {
    if let name, let keeping = keptAnswers[question],
      let answer = try await keptAnswer(to: PromptQuestion(name: question, isSecret: true))
    {
      try await keep(answer, to: name, keeping)
    }
    try await forgetAnswer(to: question)
  }

  /// Takes the kept answers of these questions over from a session that ends.
  package func takeAnswers(to questions: [String], from other: Session) async throws {
    for question in questions {
      guard let keeping = other.keptAnswers[question],
        let answer = try await other.keptAnswer(to: PromptQuestion(name: question, isSecret: true))
      else { continue }
      try await keep(answer, to: question, keeping)
      try await other.forgetAnswer(to: question)
    }
  }
}

extension WorkspaceError {
  fileprivate static func unusable(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "secretName", "\(Printable.quoted(name)) cannot name a secret.",
      advice: "A name has letters, digits, _ and -, such as apiToken.")
  }

  fileprivate static func taken(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "secretTaken", "The environment already has a value \(Printable.quoted(name)) from another source.",
      advice: "Choose another name.")
  }
}
