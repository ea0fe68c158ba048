internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

extension WorkspaceGroups {
  /// Whatever a run of a group needs that is not allowed, or has changed since it was: its programs, and what its requests
  /// read, run and write. All of it at once, before anything is sent.
  /// - Parameter workspace: the session's as it is, unless one with a draft in it runs.
  /// - Throws: `WorkspaceError` when there is no such group.
  package func missingPermissions(of group: String, in workspace: Workspace? = nil) throws -> [TrustItem] {
    let workspace = workspace ?? session.workspace
    guard let group = workspace.group(group) else { throw WorkspaceError.unknownGroup(group, in: workspace) }
    let wanted = group.nodesRun(in: workspace).reduce(into: Set<TrustItem>()) { wanted, node in
      wanted.formUnion(trustWanted(by: node, in: workspace))
    }
    return session.permissions.missing(of: wanted)
  }

  private func trustWanted(by node: NodeDefinition, in workspace: Workspace) -> Set<TrustItem> {
    var scope = session.sending.scope
    for document in [TemplateDocument.steps, .input] { scope.documents[document] = KnownDocument() }
    let needs = TrustNeeds(of: workspace)
    var wanted = needs.of(texts: node.job.texts.map(\.text.value), in: scope)
    wanted.formUnion(needs.of(node.paths, in: scope))
    wanted.formUnion(node.job.programs.map(needs.item(forCommand:)))
    if let id = node.request?.value, let known = workspace.request(id)?.definition {
      let definition = node.with?.over(known) ?? known
      let effective = workspace.effective(definition, id: id, environment: session.environment)
      wanted.formUnion(needs.of(effective, in: scope))
      wanted.formUnion(trustWanted(byCiphersOf: effective, in: scope, workspace))
    }
    return wanted
  }

  /// The permissions needed to unlock the ciphers, if locked, of the keys that a request reads and captures.
  private func trustWanted(
    byCiphersOf request: EffectiveRequest, in scope: TemplateScope, _ workspace: Workspace
  ) -> Set<TrustItem> {
    let read = scope.needs(of: request.texts.map(\.value)).sharedKeys
    let written = request.definition.capture.filter(\.isOn).map(\.key.value)
    let ciphers = Set((read.names + written).compactMap { session.shared.rules.rule(for: $0)?.cipher })
    let locked = Set(session.ciphers.all.filter(\.isLocked).map(\.name)).intersection(ciphers)
    let definitions = workspace.definition.ciphers.filter { locked.contains($0.name.value) }
    return Set(definitions.flatMap { TrustNeeds(of: workspace).of($0) })
  }
}
