package import ParleyModel
import ParleyText

/// Everything beyond HTTP and its own files that a workspace could do, and that a person has to allow.
package struct TrustNeeds {
  private let workspace: Workspace

  package init(of workspace: Workspace) { self.workspace = workspace }

  /// The items that it needs in any environment; the hashes of programs are taken now.
  package var all: [TrustItem] {
    var needed: Set<TrustItem> = []
    for variable in workspace.environments.flatMap(\.definition.vars) { add(variable, to: &needed) }
    for text in workspace.allTexts { add(TemplateText(text.value), to: &needed) }
    for words in workspace.commands { needed.insert(item(forCommand: words)) }
    for cipher in workspace.definition.ciphers { needed.formUnion(of(cipher)) }
    needed.formUnion(ofTeam)
    needed.formUnion(ofPaths)
    return needed.sorted()
  }

  /// As far as paths are known without asking anybody, in each environment.
  private var ofPaths: Set<TrustItem> {
    let paths = workspace.paths
    guard !paths.isEmpty else { return [] }
    return TemplateScope.all(of: workspace).reduce(into: []) { needed, scope in needed.formUnion(of(paths, in: scope)) }
  }

  /// The items that paths need, as far as they are known without asking anybody.
  package func of(_ paths: [PathText], in scope: TemplateScope) -> Set<TrustItem> {
    let access = FileAccess(root: workspace.root)
    return Set(
      paths.compactMap { path in
        scope.preview(of: path.text.value).flatMap { access.trustNeeded(by: $0, for: path.use) }
      })
  }

  /// The items needed to send a request, as far as they are known without asking anybody.
  package func of(_ request: EffectiveRequest, in scope: TemplateScope) -> Set<TrustItem> {
    var needed = of(request.paths, in: scope)
    if case .command(let arguments) = request.auth.value { needed.insert(item(forCommand: arguments)) }
    return needed.union(of(texts: request.texts.map(\.value), in: scope))
  }

  /// The items needed to fill in texts.
  package func of(texts: [String], in scope: TemplateScope) -> Set<TrustItem> {
    let needs = scope.needs(of: texts)
    return Set(needs.environmentVariables.map(TrustItem.environmentVariable) + needs.commands.map(item))
  }

  /// The items needed to open a cipher.
  package func of(_ cipher: CipherDefinition) -> [TrustItem] {
    switch cipher.passphrase {
    case .environment(let name): [.environmentVariable(name)]
    case .command(let arguments): [item(forCommand: arguments)]
    case .prompt, nil:
      [cipher.keyFile.flatMap { FileAccess(root: workspace.root).trustNeeded(by: $0.value, for: .reading) }]
        .compactMap(\.self)
    }
  }

  /// The item needed to run a program, as its files are now.
  package func item(forCommand arguments: [String]) -> TrustItem {
    CommandFiles(of: arguments, root: workspace.root).trustItem
  }

  private func add(_ variable: Variable, to needed: inout Set<TrustItem>) {
    if case .secret(.environment(let name)) = variable.content.value { needed.insert(.environmentVariable(name)) }
  }

  private func add(_ text: TemplateText, to needed: inout Set<TrustItem>) {
    for case .operatingSystem(let name) in text.templates.flatMap(\.expression.all) {
      needed.insert(.environmentVariable(name))
    }
  }
}

// The team's.
extension TrustNeeds {
  /// The items needed to share keys with the team: its database, and the secret that opens its key.
  package var ofTeam: Set<TrustItem> {
    guard let team = workspace.definition.team else { return [] }
    return ofDatabase.union(of(team.cipher))
  }

  /// The items needed to connect to the team's database.
  package var ofDatabase: Set<TrustItem> {
    guard let address = workspace.definition.team?.postgres?.value else { return [] }
    return of(texts: [address], in: .ofTeam(in: workspace))
      .union([.database(DatabaseAddress.withoutPassword(address))])
  }
}

extension EffectiveRequest {
  var paths: [PathText] { auth.value.paths + (definition.body?.paths ?? []) + options.said.paths }
}
