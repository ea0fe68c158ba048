package import ParleyEngine
import ParleyFiles
package import ParleyModel
internal import ParleyText

extension GroupText {
  /// Moves steps up (-1) or down (1) in their lists, each by one.
  package func moving(_ paths: [NodePath], by distance: Int) throws(GroupEditError) -> GroupEdit {
    let steps = try outermost(paths)
    let moved = Set(steps.map(\.id))
    var tree = StepTree(of: list)
    var isMoved = false
    for step in distance < 0 ? steps : steps.reversed() {
      tree.changeList(around: step.id) { list, index in
        let target = index + distance.signum()
        guard list.indices.contains(target), !moved.contains(list[target].id) else { return }
        list.swapAt(index, target)
        isMoved = true
      }
    }
    guard isMoved else { throw .refused(distance < 0 ? "It is the first of its list" : "It is the last of its list") }
    return try rebuilt(as: tree, steps.map(\.id))
  }

  /// Puts neighbours into the list above them; into a new one where none stands there, of the other order than theirs.
  package func nesting(_ paths: [NodePath]) throws(GroupEditError) -> GroupEdit {
    let steps = try neighbours(paths)
    var tree = StepTree(of: list)
    let order = order(ofListAround: steps[0].id, in: tree)
    tree.changeList(around: steps[0].id) { list, index in
      let moved = Array(list[index..<index + steps.count])
      list.removeSubrange(index..<index + steps.count)
      if index > 0, list[index - 1].isList {
        list[index - 1].children += moved
      } else {
        list.insert(StepBranch(Self.newID, .list(order.other), moved), at: index)
      }
    }
    return try rebuilt(as: tree, steps.map(\.id))
  }

  /// Takes neighbours out of their list, and puts them below it. A list that says nothing else and becomes empty goes.
  package func unnesting(_ paths: [NodePath]) throws(GroupEditError) -> GroupEdit {
    let steps = try neighbours(paths)
    var tree = StepTree(of: list)
    guard let parent = tree.parent(of: steps[0].id) else { throw .refused("It is in no list that it could leave") }
    let moved = steps.compactMap { tree.remove($0.id) }
    let isNeeded = parent.children.count > steps.count || parent.written.map(saysMoreThanSteps) ?? false
    tree.changeList(around: parent.id) { list, index in
      list.insert(contentsOf: moved, at: index + 1)
      if !isNeeded { list.remove(at: index) }
    }
    return try rebuilt(as: tree, steps.map(\.id))
  }

  /// Puts steps of one list into a new list, where the first of them is.
  /// - Returns: the new list.
  package func wrapping(_ paths: [NodePath], in order: ListOrder) throws(GroupEditError) -> GroupEdit {
    let steps = try outermost(paths)
    var tree = StepTree(of: list)
    let parent = tree.parent(of: steps[0].id)?.id
    guard steps.allSatisfy({ tree.parent(of: $0.id)?.id == parent }) else {
      throw .refused("Only steps of one list can be put into a new one")
    }
    let rest = steps.dropFirst().compactMap { tree.remove($0.id) }
    tree.changeList(around: steps[0].id) { list, index in
      list[index] = StepBranch(Self.newID, .list(order), [list[index]] + rest)
    }
    return try rebuilt(as: tree, [Self.newID])
  }

  /// - Returns: the steps that took their place.
  package func deleting(_ paths: [NodePath]) throws(GroupEditError) -> GroupEdit {
    let steps = try outermost(paths)
    var tree = StepTree(of: list)
    let place = tree.path(of: steps[0].id)
    for step in steps { _ = tree.remove(step.id) }
    let edit = try rebuilt(as: tree, [], losesComments: true)
    return GroupEdit(text: edit.text, paths: place.map { [edit.text.nearest(to: $0)] } ?? [])
  }

  /// The step at a place, or else the nearest one before it or around it.
  private func nearest(to path: NodePath) -> NodePath {
    guard let parent = path.parent, case .node(let index)? = path.parts.last else { return .root }
    let list = parent == .root ? list : (try? step(at: parent))?.list
    let count = list?.steps.filter(\.isReadable).count ?? 0
    return count == 0 ? parent : parent.node(min(index, count - 1))
  }

  static let newID = -1
}

// MARK: Steps that are meant

extension GroupText {
  /// In the order of the text, without those inside of others.
  func outermost(_ paths: [NodePath]) throws(GroupEditError) -> [WrittenStep] {
    try checkChangeable()
    let sorted = Set(paths).sorted()
    let outermost = sorted.filter { path in !sorted.contains { $0 != path && path.isInside($0) } }
    guard !outermost.isEmpty, !outermost.contains(.root) else { throw .refused("This is the group itself") }
    var steps: [WrittenStep] = []
    for path in outermost { steps.append(try step(at: path)) }
    return steps
  }

  /// The same, of steps that stand together in one list.
  private func neighbours(_ paths: [NodePath]) throws(GroupEditError) -> [WrittenStep] {
    let steps = try outermost(paths)
    var tree = StepTree(of: list)
    let ids = tree.changeList(around: steps[0].id) { list, index in
      list[index...].prefix(steps.count).map(\.id)
    }
    guard ids == steps.map(\.id) else { throw .refused("The steps do not stand together in one list") }
    return steps
  }

  private func order(ofListAround id: Int, in tree: StepTree) -> ListOrder {
    let entry = tree.parent(of: id).map { $0.written?.list?.entry } ?? list?.entry
    return entry?.key.value == ListOrder.concurrent.rawValue ? .concurrent : .serial
  }

  /// Whether a list has a name, a condition or a comment, so that it means something without its steps.
  private func saysMoreThanSteps(_ step: WrittenStep) -> Bool {
    guard let list = step.list, let first = list.steps.first, let last = list.steps.last else { return true }
    let own = [step.range.lowerBound..<first.range.lowerBound, last.range.upperBound..<step.range.upperBound]
    let plain = ["serial", "concurrent", "limit", "onFailure"]
    return step.node.entries?.contains { !plain.contains($0.key.value) } != false
      || (own + list.steps.map(\.gap)).contains { layout.source.bytes[$0].contains(UInt8(ascii: "#")) }
  }
}
