import ParleyEngine
import ParleyWorkspace

/// Where a step stands in a group: what people call it, and which steps come before it.
struct StepPlace {
  let name: String
  /// Whether it runs once for each element of a list.
  let runsForList: Bool
  /// What it gets the result of; nil for the first of all.
  private(set) var previous: String?
  /// By name, in the order of the file.
  private(set) var before: [String] = []

  /// - Returns: nil where the group has no such step.
  init?(_ path: NodePath, in group: GroupDefinition) {
    var list = group.list
    var found: NodeDefinition?
    var number = 0
    var (previous, before) = (String?.none, [String]())
    for part in path.parts {
      guard case .node(let index) = part, list.nodes.indices.contains(index) else { return nil }
      let nodes = list.nodes
      if list.order == .serial {
        for (place, node) in nodes[..<index].enumerated() { before += node.names(number: place + 1) }
        if index > 0 { previous = nodes[index - 1].shownName(number: index) }
      }
      (found, number) = (nodes[index], index + 1)
      list = nodes[index].list
    }
    guard let found else { return nil }
    self.name = found.shownName(number: number)
    runsForList = found.each != nil
    (self.previous, self.before) = (previous, before)
  }
}

extension NodeDefinition {
  /// Its own and those of the steps inside.
  fileprivate func names(number: Int) -> [String] {
    list.nodes.enumerated().flatMap { $1.names(number: $0 + 1) } + [shownName(number: number)]
  }
}
