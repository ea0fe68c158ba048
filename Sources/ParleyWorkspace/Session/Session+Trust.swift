internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

// What a workspace may do: asked for when it is first needed.
extension Session {
  /// Lets a request that a person has just typed read and write what it names, as long as this session is open.
  package func allowForNow(_ request: RequestDefinition) {
    let access = FileAccess(root: workspace.root)
    allowForNow(
      request.paths.compactMap { path in
        path.text.value.hasTemplateMark ? nil : access.trustNeeded(by: path.text.value, for: path.use)
      })
  }

  /// Whatever a run of a group needs that is not allowed, or has changed since it was: its programs, and what its requests
  /// read, run and write. All of it at once, before anything is sent.
  /// - Parameter workspace: the session's as it is, unless one with a draft in it runs.
  /// - Throws: `WorkspaceError` when there is no such group.
  package func trustMissing(for group: String, in workspace: Workspace? = nil) throws -> [TrustItem] {
    let workspace = workspace ?? self.workspace
    guard let group = workspace.group(group) else { throw WorkspaceError.unknownGroup(group, in: workspace) }
    let wanted = workspace.nodesRun(by: group).reduce(into: Set<TrustItem>()) { wanted, node in
      wanted.formUnion(trustWanted(by: node, in: workspace))
    }
    return missing(of: wanted)
  }

  private func trustWanted(by node: NodeDefinition, in workspace: Workspace) -> Set<TrustItem> {
    var scope = scope
    for document in [TemplateDocument.steps, .input] { scope.documents[document] = KnownDocument() }
    var wanted = workspace.trustWanted(byTexts: node.job.templates.map(\.value), in: scope)
    wanted.formUnion(workspace.trustNeeded(by: node.paths, in: scope))
    wanted.formUnion(node.job.programs.map(workspace.trustItem(forCommand:)))
    if let id = node.request?.value, let known = workspace.request(id)?.definition {
      let definition = node.with?.over(known) ?? known
      let effective = workspace.effective(definition, id: id, environment: environment)
      wanted.formUnion(workspace.trustWanted(by: effective, in: scope))
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
    let ciphers = Set((read.names + written).compactMap { shared.rules.rule(for: $0)?.cipher })
    let locked = Set(self.ciphers.filter(\.isLocked).map(\.name)).intersection(ciphers)
    let definitions = workspace.definition.ciphers.filter { locked.contains($0.name.value) }
    return Set(definitions.flatMap(workspace.trustWanted(by:)))
  }
}
