package import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyText

extension GroupText {
  /// The definition of a step. Its place is its location in the text.
  package func definition(at path: NodePath) throws(GroupEditError) -> NodeDefinition {
    try read(try step(at: path))
  }

  /// Lets a step say something else: the keys that change are written, all others stay as they are. The steps inside it are not
  /// changed so.
  package func replacing(_ path: NodePath, by node: NodeDefinition) throws(GroupEditError) -> GroupEdit {
    try changing([path], opening: true) { [list = try definition(at: path).list] definition in
      definition = node
      (definition.list.serial, definition.list.concurrent) = (list.serial, list.concurrent)
    }
  }

  /// Switches steps off, or on again. A comment beside that stays.
  package func setting(disabled isDisabled: Bool, at paths: [NodePath]) throws(GroupEditError) -> GroupEdit {
    try changing(paths) { node in
      let place = node.disabled?.place?.range.upperBound
      let hasComment = place.map { layout.source.bytes[$0..<layout.lineEnd(of: $0)].contains(UInt8(ascii: "#")) }
      node.disabled = isDisabled || hasComment == true ? Located(isDisabled) : nil
    }
  }

  /// Makes `serial` of `concurrent`, or the other way; of the group itself at the root. `limit` goes where it would mean nothing.
  package func switchingOrder(at path: NodePath) throws(GroupEditError) -> GroupEdit {
    try checkChangeable()
    let step = path == .root ? nil : try step(at: path)
    guard let owner = step?.node ?? document.root, let list = path == .root ? list : step?.list,
      let order = ListOrder(rawValue: list.entry.key.value), let key = list.entry.key.place
    else {
      throw .refused("Only a list is serial or concurrent")
    }
    guard owner[order.other.rawValue] == nil else { throw .refused("It has serial and concurrent; keep one of them") }
    var patch = YAMLPatch(layout: layout)
    let entries = (owner.entries ?? []).filter { $0.key.value != "limit" || order == .serial || owner["each"] != nil }
    let kept = entries.map { YAMLValue.Entry(key: $0.key.value, value: .kept($0.value)) }
    try patching { () throws(SaveError) in
      try patch.change(owner, to: .mapping(kept, isFlow: owner.isFlow), isFlow: owner.isFlow, indentation: 0)
    }
    patch.edits.replace(key.range, with: order.other.rawValue)
    let renamed = kept.map { $0.key == order.rawValue ? .init(key: order.other.rawValue, value: $0.value) : $0 }
    let said = YAMLValue.mapping(renamed, isFlow: owner.isFlow)
    guard let step else { return GroupEdit(text: try applying(patch.edits, expected: said), paths: [.root]) }
    return try patched([step: StepPatch(edits: patch.edits, value: said)])
  }

  private func changing(
    _ paths: [NodePath], opening: Bool = false, _ change: (inout NodeDefinition) -> Void
  ) throws(GroupEditError) -> GroupEdit {
    try checkChangeable()
    var patches: [WrittenStep: StepPatch] = [:]
    for path in Set(paths) {
      let step = try step(at: path)
      patches[step] = try patch(of: step, opening: opening, change)
    }
    return try patched(patches)
  }

  package func read(_ step: WrittenStep) throws(GroupEditError) -> NodeDefinition {
    var decoding = Decoding(source: source)
    guard var node = NodeDefinition.form.read(step.node, &decoding) else { throw .cannotBeKept("a step is no map") }
    node.place = step.node.place
    return node
  }

  /// The changes to the text that give a step another definition.
  /// - Parameter opening: whether a step in braces is written on several lines if one line would be too long.
  func patch(
    of step: WrittenStep, opening: Bool = false, _ change: (inout NodeDefinition) -> Void
  ) throws(GroupEditError) -> StepPatch {
    let before = try read(step)
    var after = before
    change(&after)
    let (old, new) = (NodeDefinition.form.written(before), NodeDefinition.form.written(after))
    let entries = MapLayout(from: old, to: new, existing: step.node.entries ?? []).entries.map(\.laidOut)
    let value = YAMLValue.mapping(entries, isFlow: step.node.isFlow)
    if opening, let column = step.column, step.node.isFlow, value.needsLines(after: column + 2) {
      return StepPatch(edits: try StepRenderer(self).opening(step, saying: entries, column: column + 2), value: value)
    }
    var patch = YAMLPatch(layout: layout)
    try patching { () throws(SaveError) in
      try patch.change(step.node, to: value, isFlow: step.node.isFlow, indentation: (step.column ?? 0) + 2)
    }
    return StepPatch(edits: patch.edits, value: value)
  }

  func patched(_ patches: [WrittenStep: StepPatch]) throws(GroupEditError) -> GroupEdit {
    var tree = StepTree(of: list)
    for (step, patch) in patches { tree.change(step.id) { $0.patch = patch } }
    return try rebuilt(as: tree, patches.keys.map(\.id).sorted(), losesComments: true)
  }

  func patching(_ work: () throws(SaveError) -> Void) throws(GroupEditError) {
    do throws(SaveError) { try work() } catch {
      if case .cannotBePatched(let reason) = error { throw .cannotBeKept(reason) }
      throw .cannotBeKept(error.summary)
    }
  }
}

extension WrittenStep: Hashable {
  package static func == (left: WrittenStep, right: WrittenStep) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
