internal import ParleyText

/// The steps of a group around one that looks others up: where a step stands that it cannot see, and why it cannot.
struct StepSurroundings: Sendable, Equatable {
  private let list: NodeListDefinition?
  /// The places of the step and of those around it, from the outside in.
  private var way: [Int] = []

  init(_ list: NodeListDefinition? = nil) { self.list = list }

  mutating func enter(_ index: Int) { way.append(index) }
  mutating func leave() { way.removeLast() }

  /// A sentence on a step that cannot be looked up; nil if the group has no such step.
  func words(for name: String) -> (problem: String, hint: String)? {
    guard var list, let target = Self.way(to: name, in: list) else { return nil }
    let quoted = Printable.quoted(name)
    for (own, other) in zip(way, target) {
      if own != other {
        if case .concurrent = list.order {
          return (
            "the step \(quoted) runs at the same time as this one",
            "put it in front of the concurrent list to use its result"
          )
        }
        if other > own { return ("the step \(quoted) comes later", "move it in front of this step") }
        return ("the step \(quoted) runs for each element by itself", "only steps of the same element see it")
      }
      list = list.nodes[own].list
    }
    return (
      "the step \(quoted) has not ended yet", "this step is \(way.count > target.count ? "a part of it" : "itself")"
    )
  }

  private static func way(to name: String, in list: NodeListDefinition) -> [Int]? {
    for (index, node) in list.nodes.enumerated() {
      if node.stepName == name { return [index] }
      if let inner = way(to: name, in: node.list) { return [index] + inner }
    }
    return nil
  }
}
