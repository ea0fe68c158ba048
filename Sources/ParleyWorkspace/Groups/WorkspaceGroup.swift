/// A group of a workspace.
public struct WorkspaceGroup: Sendable, Equatable {
  /// Its path under `groups/` without the ending, as in `checkout`.
  public let id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  public let file: String
  public let definition: GroupDefinition
  /// Its file has mistakes: `definition` is what could be understood.
  public let hasErrors: Bool

  /// The last part of the id.
  public var name: String { id.lastPathPart }
}

extension Workspace {
  public func group(_ id: String) -> WorkspaceGroup? {
    groups.first { $0.id == id }
  }

  /// Every node that is not switched off, those of the groups it runs too.
  func nodesRun(by group: WorkspaceGroup) -> [NodeDefinition] {
    var known: Set<String> = [group.id]
    var (nodes, open) = ([NodeDefinition](), [group])
    while let next = open.popLast() {
      let own = next.definition.list.nodes.flatMap(\.thatRun)
      nodes += own
      open += own.compactMap { $0.group.flatMap { self.group($0.value) } }.filter { known.insert($0.id).inserted }
    }
    return nodes
  }
}
