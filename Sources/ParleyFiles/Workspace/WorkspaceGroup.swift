package import ParleyEngine

/// A group of a workspace.
package struct WorkspaceGroup: Sendable, Equatable {
  /// Its path under `groups/` without the ending, as in `checkout`.
  package let id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  package let file: String
  @CopyOnWrite package private(set) var definition: GroupDefinition
  /// Its file has mistakes: `definition` is what could be understood.
  package let hasErrors: Bool

  /// The last part of the id.
  package var name: String { id.lastPathPart }
}

extension WorkspaceGroup {
  /// The group and those it runs, directly or not.
  package func groupsRun(in workspace: Workspace) -> [WorkspaceGroup] {
    var known = Set(names: [id])
    var (groups, open) = ([WorkspaceGroup](), [self])
    while let next = open.popLast() {
      groups.append(next)
      let named = next.definition.allNodes.compactMap { $0.group.flatMap { workspace.group($0.value) } }
      open += named.filter { known.insert($0.id) }
    }
    return groups
  }

  /// Every node that is not turned off, those of the groups it runs too.
  package func nodesRun(in workspace: Workspace) -> [NodeDefinition] {
    var known = Set(names: [id])
    var (nodes, open) = ([NodeDefinition](), [self])
    while let next = open.popLast() {
      let own = next.definition.list.nodes.flatMap(\.thatRun)
      nodes += own
      open += own.compactMap { $0.group.flatMap { workspace.group($0.value) } }.filter { known.insert($0.id) }
    }
    return nodes
  }
}
