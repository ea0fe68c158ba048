import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyWorkspace

/// The position of a step in a group: its displayed name, and the steps before it.
struct StepContext {
  /// A step that comes before it.
  struct Earlier {
    let name: String
    /// The request that the step sends; nil if it sends none.
    let request: String?
    /// The way in which it makes its result, if that is only computed; nil if nobody can tell without running it.
    var purpose: Purpose?
    /// The name of the step whose result is its input; nil for the first of all.
    var input: String?
  }

  /// A result that a step makes of its input without sending or running anything.
  enum Purpose {
    /// The value of a filter.
    case filter(JQFilter)
    /// It hands on its input.
    case passesOn
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
        for (place, node) in nodes[..<index].enumerated() {
          before += node.withInner(number: place + 1, after: previous)
          if node.disabled?.value != true { previous = before.last }
        }
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
  /// The steps inside, and itself.
  /// - Parameter previous: the step whose result is its input.
  fileprivate func withInner(number: Int, after previous: StepContext.Earlier?) -> [StepContext.Earlier] {
    let own = StepContext.Earlier(
      name: shownName(number: number), request: request?.value, purpose: purpose, input: previous?.name)
    return list.nodes.enumerated().flatMap { $1.withInner(number: $0 + 1) } + [own]
  }

  /// Inside of another step, where only the run knows what each works on.
  private func withInner(number: Int) -> [StepContext.Earlier] {
    list.nodes.enumerated().flatMap { $1.withInner(number: $0 + 1) }
      + [StepContext.Earlier(name: shownName(number: number), request: request?.value)]
  }

  private var purpose: StepContext.Purpose? {
    guard each == nil, when == nil, disabled?.value != true, let kind = job.kind else { return nil }
    return kind.passesOn ? .passesOn : job.jq.map { .filter($0.value) }
  }
}
