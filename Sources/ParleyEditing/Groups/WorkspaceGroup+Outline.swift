package import ParleyEngine
package import ParleyFiles
import ParleyModel
internal import ParleyText

extension WorkspaceGroup {
  /// The steps as the files have them, in order: those of the groups it runs too, and of a group with mistakes what could be
  /// understood.
  package func outline(in workspace: Workspace) -> [StepOutline] {
    var reading = OutlineReading(workspace: workspace, inside: Set(names: [id]))
    reading.read(definition.list, at: .root)
    return reading.steps
  }
}

/// Walks the nodes of a file, and those of the files it names.
private struct OutlineReading {
  let workspace: Workspace
  /// Groups that stand around, so that one which names itself ends.
  var inside: Set<ExactString>
  var steps: [StepOutline] = []

  /// No screen tells more apart.
  private static let most = 10_000

  package mutating func read(_ list: NodeListDefinition, at path: NodePath) {
    for (index, node) in list.nodes.enumerated() where steps.count < Self.most {
      read(node, at: path.node(index), number: index + 1)
    }
  }

  private mutating func read(_ node: NodeDefinition, at path: NodePath, number: Int) {
    let details = StepDetails(of: node, in: workspace)
    steps.append(
      StepOutline(
        path, node.shownName(number: number), node.kind(in: workspace), method: details.method,
        request: details.request, means: details.means, notes: details.notes,
        isDisabled: node.disabled?.value == true, definition: details.told))
    guard let id = node.group?.value else { return read(node.list, at: path) }
    guard let group = workspace.group(id), inside.insert(id) else { return }
    read(group.definition.list, at: path)
    inside.remove(id)
  }
}

extension StepDetails {
  /// Describes a step as its file defines it.
  /// - Parameter root: the path in the step's response to the result that later steps read.
  package convenience init(of node: NodeDefinition, in workspace: Workspace, root: ValuePath? = nil) {
    let request = node.request.flatMap { workspace.request($0.value) }
    self.init(
      method: request.map { $0.definition.method?.value ?? "GET" }, request: node.request?.value,
      means: node.job.means, notes: node.notes, root: root, definition: node.told(in: workspace))
  }
}

extension NodeDefinition {
  /// A list that nobody gave a name is called by what it is and its number.
  package func shownName(number: Int) -> String {
    stepName ?? "\(list.serial == nil ? "concurrent" : "serial") \(number)"
  }

  fileprivate func kind(in workspace: Workspace) -> NodeRecord.Kind {
    if request != nil { return .request }
    if local != nil { return .job }
    let list = group.flatMap { workspace.group($0.value)?.definition.list } ?? list
    return list.serial == nil && list.concurrent != nil ? .concurrent : .serial
  }

  /// Notes on when, how often and in which way the node runs.
  fileprivate var notes: [String] {
    let every = every.map { " every \(DurationText.text(of: $0.value))" } ?? ""
    let notes: [String?] = [
      when.map { "when \($0.value.text)" }, each.map { "each \($0.value.text)" },
      until.map { "until \($0.value.text)\(every)" }, retry == nil ? nil : "retried",
      list.concurrent == nil && onFailure?.value == .stop ? nil : onFailure?.value.note,
      list.limit.map { "\($0.value) at once" }, always?.value == true ? "always" : nil,
      disabled?.value == true ? "disabled" : nil,
    ]
    return notes.compactMap(\.self)
  }
}

extension GroupDefinition.OnFailure {
  fileprivate var note: String {
    switch self {
    case .stop: "stops after a failure"
    case .continue: "continues after failures"
    case .cancel: "cancels the others after a failure"
    }
  }
}

extension JobDefinition {
  /// In a word.
  fileprivate var means: String? { programs.first?.first ?? kind?.rawValue }
}
