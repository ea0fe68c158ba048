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

extension Workspace {
  /// A group and those it runs, directly or not.
  package func groupsRun(by group: WorkspaceGroup) -> [WorkspaceGroup] {
    var known = Set(names: [group.id])
    var (groups, open) = ([WorkspaceGroup](), [group])
    while let next = open.popLast() {
      groups.append(next)
      let named = next.definition.allNodes.compactMap { $0.group.flatMap { self.group($0.value) } }
      open += named.filter { known.insert($0.id) }
    }
    return groups
  }

  /// The files with errors, those too that show only beside other files, such as a name that nobody has.
  package var filesWithErrors: Set<ExactString> {
    Set(names: diagnostics.lazy.filter { $0.severity == .error }.map(\.place.file))
  }

  /// Every node that is not turned off, those of the groups it runs too.
  package func nodesRun(by group: WorkspaceGroup) -> [NodeDefinition] {
    var known = Set(names: [group.id])
    var (nodes, open) = ([NodeDefinition](), [group])
    while let next = open.popLast() {
      let own = next.definition.list.nodes.flatMap(\.thatRun)
      nodes += own
      open += own.compactMap { $0.group.flatMap { self.group($0.value) } }.filter { known.insert($0.id) }
    }
    return nodes
  }
}
