import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// The position of a step in a group: its displayed name, and the steps before it.
struct StepContext {
  /// A step that comes before it.
  struct Earlier {
    let name: String
    /// The request that the step sends; nil if it sends none.
    let request: String?
  }

  let name: String
  /// The request that the step itself sends; nil if it sends none.
  let request: String?
  /// Whether it runs once for each element of a list.
  let runsForList: Bool
  /// The filter that makes that list; nil if there is none, or the list is in a file.
  let each: JQFilter?
  /// The step whose result is its input; nil for the first of all.
  private(set) var previous: Earlier?
  /// In the order of the file.
  private(set) var before: [Earlier] = []

  /// - Returns: nil where the group has no such step.
  init?(_ path: NodePath, in group: GroupDefinition) {
    var list = group.list
    var found: NodeDefinition?
    var number = 0
    var (previous, before) = (Earlier?.none, [Earlier]())
    for part in path.parts {
      guard case .node(let index) = part, list.nodes.indices.contains(index) else { return nil }
      let nodes = list.nodes
      if list.order == .serial {
        for (place, node) in nodes[..<index].enumerated() { before += node.withInner(number: place + 1) }
        if index > 0 { previous = nodes[index - 1].earlier(number: index) }
      }
      (found, number) = (nodes[index], index + 1)
      list = nodes[index].list
    }
    guard let found else { return nil }
    name = found.shownName(number: number)
    request = found.request?.value
    runsForList = found.each != nil
    each = if case .filter(let filter)? = found.each?.value { filter } else { nil }
    (self.previous, self.before) = (previous, before)
  }
}

extension NodeDefinition {
  fileprivate func earlier(number: Int) -> StepContext.Earlier {
    StepContext.Earlier(name: shownName(number: number), request: request?.value)
  }

  /// The steps inside, and itself.
  fileprivate func withInner(number: Int) -> [StepContext.Earlier] {
    list.nodes.enumerated().flatMap { $1.withInner(number: $0 + 1) } + [earlier(number: number)]
  }
}
