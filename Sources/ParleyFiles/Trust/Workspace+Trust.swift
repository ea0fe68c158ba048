package import ParleyModel
import ParleyText

extension Workspace {
  /// Everything beyond HTTP and its own files that the workspace could do, in any environment; the hashes of programs
  /// are taken now.
  package func trustWanted() -> [TrustItem] {
    var wanted: Set<TrustItem> = []
    for variable in environments.flatMap(\.definition.vars) { add(variable, to: &wanted) }
    for text in allTexts { add(TemplateText(text.value), to: &wanted) }
    for words in commands { wanted.insert(trustItem(forCommand: words)) }
    for cipher in definition.ciphers { wanted.formUnion(trustWanted(by: cipher)) }
    wanted.formUnion(trustWantedByTeam)
    wanted.formUnion(trustWantedByPaths)
    return wanted.sorted()
  }

  /// As far as paths are known without asking anybody, in each environment.
  private var trustWantedByPaths: Set<TrustItem> {
    let paths = paths
    guard !paths.isEmpty else { return [] }
    return scopes.reduce(into: []) { wanted, scope in wanted.formUnion(trustNeeded(by: paths, in: scope)) }
  }

  /// Returns the items that paths need, as far as they are known without asking anybody.
  package func trustNeeded(by paths: [PathText], in scope: TemplateScope) -> Set<TrustItem> {
    let access = FileAccess(root: root)
    return Set(
      paths.compactMap { path in
        scope.preview(of: path.text.value).flatMap { access.trustNeeded(by: $0, for: path.use) }
      })
  }

  /// Returns the items needed to send a request, as far as they are known without asking anybody.
  package func trustWanted(by request: EffectiveRequest, in scope: TemplateScope) -> Set<TrustItem> {
    var wanted = trustNeeded(by: request.paths, in: scope)
    if case .command(let arguments) = request.auth.value { wanted.insert(trustItem(forCommand: arguments)) }
    return wanted.union(trustWanted(byTexts: request.texts.map(\.value), in: scope))
  }

  /// Returns the items needed to fill in texts.
  package func trustWanted(byTexts texts: [String], in scope: TemplateScope) -> Set<TrustItem> {
    let needs = scope.needs(of: texts)
    return Set(needs.environmentVariables.map(TrustItem.environmentVariable) + needs.commands.map(trustItem))
  }

  /// Returns the items needed to open a cipher.
  package func trustWanted(by cipher: CipherDefinition) -> [TrustItem] {
    switch cipher.passphrase {
    case .environment(let name): [.environmentVariable(name)]
    case .command(let arguments): [trustItem(forCommand: arguments)]
    case .prompt, nil:
      [cipher.keyFile.flatMap { FileAccess(root: root).trustNeeded(by: $0.value, for: .reading) }]
        .compactMap(\.self)
    }
  }

  private func add(_ variable: Variable, to wanted: inout Set<TrustItem>) {
    if case .secret(.environment(let name)) = variable.content.value { wanted.insert(.environmentVariable(name)) }
  }

  private func add(_ text: TemplateText, to wanted: inout Set<TrustItem>) {
    for case .operatingSystem(let name) in text.templates.flatMap(\.expression.all) {
      wanted.insert(.environmentVariable(name))
    }
  }

  /// The command's files as they are now.
  package func commandFiles(of arguments: [String]) -> CommandFiles { CommandFiles(of: arguments, root: root) }

  package func trustItem(forCommand arguments: [String]) -> TrustItem {
    commandFiles(of: arguments).trustItem
  }
}

extension Workspace {
  /// Every path of every file but those of mocks and ciphers.
  package var paths: [PathText] {
    definition.servers.flatMap(\.tls.paths) + allDefaults.flatMap(\.paths) + requests.flatMap(\.definition.paths)
      + groups.flatMap { $0.definition.allNodes.flatMap(\.paths) }
  }

  /// Every program that something may run, with its arguments, but for what opens ciphers.
  package var commands: [[String]] {
    let secrets = environments.flatMap(\.definition.vars).compactMap(\.command)
    let tokens = allAuth.compactMap { if case .command(let words) = $0 { words } else { nil } }
    return secrets + tokens + groups.flatMap { $0.definition.allNodes.flatMap(\.job.programs) }
  }

  /// One for each environment; one without where there are none.
  package var scopes: [TemplateScope] {
    environments.isEmpty
      ? [TemplateScope(self, environment: nil)] : environments.map { TemplateScope(self, environment: $0) }
  }

  var allAuth: [AuthDefinition] {
    allDefaults.compactMap { $0.auth?.value } + requests.compactMap { $0.definition.auth?.value }
  }
}

extension EffectiveRequest {
  var paths: [PathText] { auth.value.paths + (definition.body?.paths ?? []) + options.said.paths }
}

extension Variable {
  /// The program that prints it, with its arguments.
  fileprivate var command: [String]? {
    if case .secret(.command(let arguments)) = content.value { arguments } else { nil }
  }
}
