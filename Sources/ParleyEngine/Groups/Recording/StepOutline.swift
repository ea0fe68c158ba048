/// A step as its group has it: what a run is going to do, before there is one; and, kept with a recording, what it was that was
/// run, whatever becomes of the group later.
public struct StepOutline: Sendable, Hashable, Codable {
  /// The step's place in its group.
  package var path: NodePath
  /// The node's own.
  package var name: String
  /// The kind of the step.
  package var kind: NodeRecord.Kind
  /// Of a request; nil where it is known only when the request is made.
  package var method: String?
  /// Of a request: by which those who made the group know it.
  package var request: String?
  /// The tool of a local job, such as `jq`, or the program's name.
  package var means: String?
  /// Notes on when, how often and how it runs, as in `when .total > 0`.
  package var notes: [String]
  /// Whether it is left out.
  package var isDisabled: Bool
  /// Of a request: where in its response stands what later steps get; nil where somebody else says how it is read.
  package var root: ValuePath?
  /// The text of its file about it; nil if it comes from no file.
  package var told: DefinitionText?

  private enum CodingKeys: String, CodingKey {
    case path, name, kind, method, request, means, notes, isDisabled, root
    case told = "definition"
  }

  /// The step's definition in its file, in readable form.
  package var definition: String? { told?.text }

  /// A step of this name.
  package init(
    _ path: NodePath, _ name: String, _ kind: NodeRecord.Kind, method: String? = nil, request: String? = nil,
    means: String? = nil, notes: [String] = [], isDisabled: Bool = false, root: ValuePath? = nil,
    definition told: DefinitionText? = nil
  ) {
    self.path = path
    self.name = name
    self.kind = kind
    self.method = method
    self.request = request
    self.means = means
    self.notes = notes
    self.isDisabled = isDisabled
    self.root = root
    self.told = told
  }

  /// A node of a group.
  package init(_ node: Node, at path: NodePath) {
    let details = node.details
    self.init(
      path, node.name, NodeRecord.Kind(node.kind), method: details?.method, request: details?.request,
      means: details?.means, notes: details?.notes ?? [], isDisabled: node.isDisabled, root: details?.root,
      definition: details?.told)
  }
}

/// Further details of a node, for outlines and so for recordings. A reference, so that nodes stay small.
package final class StepDetails: Sendable {
  /// As ``StepOutline`` has them.
  package let method, request, means: String?
  /// As ``StepOutline`` has them.
  package let notes: [String]
  /// As ``StepOutline`` has it.
  package let root: ValuePath?
  /// As ``StepOutline`` has it.
  package let told: DefinitionText?

  /// Creates details; unknown ones are left out.
  package init(
    method: String? = nil, request: String? = nil, means: String? = nil, notes: [String] = [], root: ValuePath? = nil,
    definition told: DefinitionText? = nil
  ) {
    self.method = method
    self.request = request
    self.means = means
    self.notes = notes
    self.root = root
    self.told = told
  }
}

extension RequestGroup {
  /// Every step in the tree, in order; what stands in a step comes behind it.
  package var outline: [StepOutline] {
    var steps: [StepOutline] = []
    forEachNode { steps.append(StepOutline($1, at: $0)) }
    return steps
  }
}

extension RandomAccessCollection where Index == Int {
  /// The element that stands at a place; they are in the order of their places.
  func element(at path: NodePath, by place: (Element) -> NodePath) -> Element? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if place(self[middle]) < path { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && place(self[low]) == path ? self[low] : nil
  }
}
