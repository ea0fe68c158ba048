internal import ParleyEngine
import ParleyFiles
internal import ParleyModel

/// The steps of a group while they are put together anew.
struct StepTree {
  var branches: [StepBranch]

  init(of list: WrittenList?) {
    branches = list?.steps.map(StepBranch.init) ?? []
  }
}

/// A step and those inside it, wherever they come from.
struct StepBranch {
  enum Origin {
    case written(WrittenStep)
    case new(YAMLValue)
    /// A list that stands nowhere yet.
    case list(ListOrder)
  }

  /// The offset at which the step begins in the text; below 0 for a new one.
  let id: Int
  let origin: Origin
  /// Of its list.
  var children: [StepBranch] = []
  /// The changes to the step's own fields; nil if there are none.
  var patch: StepPatch?

  init(_ id: Int, _ origin: Origin, _ children: [StepBranch] = []) {
    self.id = id
    self.origin = origin
    self.children = children
  }

  init(_ step: WrittenStep) {
    self.init(step.id, .written(step), step.list?.steps.map(StepBranch.init) ?? [])
  }
}

/// Changes to what a step says of itself, and what it says then.
struct StepPatch {
  var edits: TextEdits
  var value: YAMLValue
}

extension WrittenStep {
  var id: Int { node.place.range.lowerBound }
}

extension StepBranch {
  var written: WrittenStep? {
    if case .written(let step) = origin { step } else { nil }
  }

  var isReadable: Bool { written?.isReadable ?? true }

  /// Whether steps can stand in it.
  var isList: Bool {
    switch origin {
    case .written(let step): step.list != nil
    case .new: false
    case .list: true
    }
  }

  var hasOtherSteps: Bool {
    guard let list = written?.list else { return false }
    return children.map(\.id) != list.steps.map(\.id) || children.contains(where: \.isChanged)
  }

  var isChanged: Bool { patch != nil || hasOtherSteps }

  /// The value to be written for the step.
  var value: YAMLValue {
    switch origin {
    case .new(let value): return value
    case .list(let order):
      return .mapping(
        [.init(key: order.rawValue, value: .sequence(children.map(\.value), isFlow: false))], isFlow: false)
    case .written(let step):
      guard hasOtherSteps, let list = step.list else { return patch?.value ?? .kept(step.node) }
      return step.node.saying(.sequence(children.map(\.value), isFlow: false), of: list.entry)
    }
  }
}

extension YAMLNode {
  /// The same map with another value of one of its keys.
  func saying(_ value: YAMLValue, of changed: YAMLEntry) -> YAMLValue {
    let entries = entries ?? []
    return .mapping(
      entries.map { entry in
        .init(key: entry.key.value, value: entry.key.place == changed.key.place ? value : .kept(entry.value))
      }, isFlow: isFlow)
  }
}

// MARK: Finding and changing

extension StepTree {
  /// The step's current place.
  package func path(of id: Int) -> NodePath? { Self.path(of: id, in: branches, at: .root) }

  private static func path(of id: Int, in branches: [StepBranch], at path: NodePath) -> NodePath? {
    for (index, branch) in branches.filter(\.isReadable).enumerated() {
      let inner = path.node(index)
      if branch.id == id { return inner }
      if let found = Self.path(of: id, in: branch.children, at: inner) { return found }
    }
    return nil
  }

  /// Changes the list that a step is in.
  /// - Parameter change: gets the list, and the step's index in it.
  mutating func changeList<Result>(around id: Int, _ change: (inout [StepBranch], Int) -> Result) -> Result? {
    Self.changeList(around: id, in: &branches, change)
  }

  private static func changeList<Result>(
    around id: Int, in branches: inout [StepBranch], _ change: (inout [StepBranch], Int) -> Result
  ) -> Result? {
    if let index = branches.firstIndex(where: { $0.id == id }) { return change(&branches, index) }
    for index in branches.indices {
      if let result = changeList(around: id, in: &branches[index].children, change) { return result }
    }
    return nil
  }

  /// The step that another is in; nil at the top.
  func parent(of id: Int) -> StepBranch? { Self.parent(of: id, in: branches) }

  private static func parent(of id: Int, in branches: [StepBranch]) -> StepBranch? {
    for branch in branches {
      if branch.children.contains(where: { $0.id == id }) { return branch }
      if let found = parent(of: id, in: branch.children) { return found }
    }
    return nil
  }

  mutating func remove(_ id: Int) -> StepBranch? {
    changeList(around: id) { list, index in list.remove(at: index) }
  }

  mutating func change(_ id: Int, _ change: (inout StepBranch) -> Void) {
    _ = changeList(around: id) { list, index in change(&list[index]) }
  }
}
