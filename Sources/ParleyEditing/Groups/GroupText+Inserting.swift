package import ParleyEngine
package import ParleyFiles
internal import ParleyText

extension GroupText {
  /// Puts new steps below a step, into its list. A step whose name is taken gets another one.
  package func inserting(_ nodes: [NodeDefinition], below path: NodePath) throws(GroupEditError) -> GroupEdit {
    guard path != .root else { return try inserting(nodes, inside: path) }
    let step = try outermost([path])[0]
    var tree = StepTree(of: list)
    let branches = branches(of: nodes)
    tree.changeList(around: step.id) { list, index in list.insert(contentsOf: branches, at: index + 1) }
    return try rebuilt(as: tree, branches.map(\.id))
  }

  /// Puts new steps at the end of a list; of the group itself at the root.
  package func inserting(_ nodes: [NodeDefinition], inside path: NodePath) throws(GroupEditError) -> GroupEdit {
    try checkChangeable()
    var tree = StepTree(of: list)
    let branches = branches(of: nodes)
    if path == .root {
      tree.branches += branches
    } else {
      let step = try step(at: path)
      if let group = step.node["group"]?.text { throw .inAnotherFile(group: group) }
      guard step.list != nil else { throw .refused("Only a list has steps inside it") }
      tree.change(step.id) { $0.children += branches }
    }
    return try rebuilt(as: tree, branches.map(\.id))
  }

  private func branches(of nodes: [NodeDefinition]) -> [StepBranch] {
    var names = stepNames
    return nodes.enumerated().map { index, node in
      var node = node
      if let name = node.stepName, !names.insert(name).inserted {
        let free = Self.freeName(like: name, among: names)
        if node.local == nil { node.name = Located(free) } else { node.local = Located(free) }
        names.insert(free)
      }
      return StepBranch(Self.newID - index, .new(node.asWritten(in: layout)))
    }
  }

  /// By which the steps of the text are found.
  var stepNames: Set<String> { Set(definition.value?.allNodes.compactMap(\.stepName) ?? []) }

  /// A name that no step has: `login_2`.
  package static func freeName(like name: String, among names: Set<String>) -> String {
    guard names.contains(name) else { return name }
    let stem = name.replacing(/_[0-9]+$/, with: "")
    var number = 2
    while names.contains("\(stem)_\(number)") { number += 1 }
    return "\(stem)_\(number)"
  }
}

extension NodeDefinition {
  /// As a new step is written: in one line where it says little, else in lines.
  func asWritten(in layout: FileLayout) -> YAMLValue {
    guard case .mapping(let entries, _) = YAMLValue(NodeDefinition.form.written(self)) else { return .scalar("") }
    let flow = YAMLValue.mapping(entries, isFlow: true)
    let fits = entries.count > 1 && !flow.needsLines(after: 0)
    return fits ? flow : .mapping(entries.map { $0.laidOut }, isFlow: false)
  }
}

extension YAMLValue {
  /// The length of the longest value that is written on one line.
  static let longestLine = 96

  /// Whether a text in it has several lines, which are read more easily below a `|`.
  var hasLines: Bool {
    switch self {
    case .kept: false
    case .scalar(let text): text.contains("\n")
    case .mapping(let entries, _): entries.contains { $0.value.hasLines }
    case .sequence(let items, _): items.contains(where: \.hasLines)
    }
  }

  /// Whether it cannot be read with pleasure in one line.
  func needsLines(after indentation: Int) -> Bool {
    hasLines || indentation + YAMLWriter().flow(self).count > Self.longestLine
  }

  /// In lines where one would be too long, or would have to escape line breaks.
  var laidOut: YAMLValue {
    switch self {
    case .mapping(let entries, isFlow: true) where needsLines(after: 0):
      .mapping(entries.map(\.laidOut), isFlow: false)
    case .mapping(let entries, isFlow: false): .mapping(entries.map(\.laidOut), isFlow: false)
    default: self
    }
  }
}

extension YAMLValue.Entry {
  var laidOut: YAMLValue.Entry { YAMLValue.Entry(key: key, value: value.laidOut) }
}
