package import ParleyEngine
import ParleyFiles

extension GroupText {
  /// Names a step, in the filters and templates of the group too.
  package func renaming(_ path: NodePath, to name: String) throws(GroupEditError) -> GroupEdit {
    let step = try outermost([path])[0]
    guard name.isStepName else { throw .badName(name) }
    let old = try read(step).stepName
    guard old != name else { return GroupEdit(text: self, paths: [path]) }
    guard !stepNames.contains(name) else { throw .nameIsTaken(name) }
    var renaming = StepRenaming(self, old.map { [$0: name] } ?? [:])
    if old == nil { try renaming.name(step, name) }
    try renaming.change(definition.value?.list.nodes ?? [], at: list)
    guard let root = document.root else { throw .noStep(path) }
    return GroupEdit(text: try applying(renaming.edits, expected: renaming.said(by: root)), paths: [path])
  }

  /// Inserts a copy below each step. Named steps in it get new names, and the copy's own filters and templates use
  /// those.
  package func duplicating(_ paths: [NodePath]) throws(GroupEditError) -> GroupEdit {
    let steps = try outermost(paths)
    var tree = StepTree(of: list)
    var names = stepNames
    var copies: [Int] = []
    for step in steps {
      let node = try read(step)
      var renaming = StepRenaming(self, Self.freeNames(of: node, among: &names))
      try renaming.change(node, at: step)
      let copy = StepBranch(copyOf: step, id: Self.newID - copies.count, renaming)
      tree.changeList(around: step.id) { list, index in list.insert(copy, at: index + 1) }
      copies.append(copy.id)
    }
    return try rebuilt(as: tree, copies)
  }

  private static func freeNames(of node: NodeDefinition, among names: inout Set<String>) -> [String: String] {
    var result: [String: String] = [:]
    for name in node.withInner.compactMap(\.stepName) where result[name] == nil {
      let free = freeName(like: name, among: names)
      names.insert(free)
      result[name] = free
    }
    return result
  }
}

extension StepBranch {
  fileprivate init(copyOf step: WrittenStep, id: Int, _ renaming: StepRenaming) {
    self.init(id, .written(step), StepBranch(step).children)
    patch = StepPatch(edits: renaming.edits, value: renaming.said(by: step.node))
  }
}
