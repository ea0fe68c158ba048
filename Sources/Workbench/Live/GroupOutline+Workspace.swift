import ParleyEngine
import ParleyWorkspace

extension GroupOutline {
  init(_ group: WorkspaceGroup, in workspace: Workspace) {
    var reading = OutlineReading(workspace: workspace, inside: [group.id])
    reading.read(group.definition.list, at: .root)
    self.init(group.id, file: group.file, steps: reading.steps, hasMistake: group.hasErrors)
    docs = group.definition.docs?.value
  }
}

/// Walks the nodes of a file, and those of the files it names.
private struct OutlineReading {
  let workspace: Workspace
  /// Groups that stand around, so that one which names itself ends.
  var inside: Set<String>
  var steps: [StepOutline] = []

  /// No screen tells more apart.
  private static let most = 10_000

  mutating func read(_ list: NodeListDefinition, at path: NodePath) {
    for (index, node) in list.nodes.enumerated() where steps.count < Self.most {
      read(node, at: path.node(index), number: index + 1)
    }
  }

  private mutating func read(_ node: NodeDefinition, at path: NodePath, number: Int) {
    steps.append(outline(of: node, at: path, number: number))
    guard let id = node.group?.value else { return read(node.list, at: path) }
    guard let group = workspace.group(id), inside.insert(id).inserted else { return }
    read(group.definition.list, at: path)
    inside.remove(id)
  }

  private func outline(of node: NodeDefinition, at path: NodePath, number: Int) -> StepOutline {
    let kind = kind(of: node)
    let request = node.request.flatMap { workspace.request($0.value) }
    let name = node.stepName ?? "\(kind.rawValue) \(number)"
    return StepOutline(
      path, name, kind, method: request.map { $0.definition.method?.value ?? "GET" },
      request: node.request.map { RequestID(rawValue: $0.value) }, means: node.job.means, notes: notes(of: node),
      isDisabled: node.disabled?.value == true)
  }

  private func kind(of node: NodeDefinition) -> NodeRecord.Kind {
    if node.request != nil { return .request }
    if node.local != nil { return .job }
    let list = node.group.flatMap { workspace.group($0.value)?.definition.list } ?? node.list
    return list.serial == nil && list.concurrent != nil ? .concurrent : .serial
  }

  private func notes(of node: NodeDefinition) -> [String] {
    let every = node.every.map { " every \($0.value.short)" } ?? ""
    let notes: [String?] = [
      node.when.map { "when \($0.value.text)" }, node.each.map { "each \($0.value.text)" },
      node.until.map { "until \($0.value.text)\(every)" }, node.retry == nil ? nil : "retried",
      node.onFailure?.value == .continue ? "goes on after failures" : nil,
      node.list.limit.map { "\($0.value) at once" }, node.always?.value == true ? "always" : nil,
      node.disabled?.value == true ? "disabled" : nil,
    ]
    return notes.compactMap(\.self)
  }
}

extension JobDefinition {
  /// In a word.
  fileprivate var means: String? {
    if jq != nil { return "jq" }
    if let program = run?.value.first { return program }
    if wait != nil { return "wait" }
    if !assert.isEmpty { return "assert" }
    return set.isEmpty ? nil : "set"
  }
}
