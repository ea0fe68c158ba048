extension RunRecording {
  /// The steps, as they are counted everywhere.
  package var steps: [NodeRecord] { nodes.steps }

  /// The step of a name whose result one could look up.
  package func stepBefore(_ record: NodeRecord, named name: String) -> NodeRecord? {
    nodes.last { $0.name.isIdentical(to: name) && $0.path < record.path && !record.path.isInside($0.path) }
  }

  /// How many of the steps succeeded.
  package var stepCount: Event.GroupDone.StepCount { nodes.stepCount(in: outline) }
}

extension [NodeRecord] {
  /// The nodes that say something themselves, which are those in which no others stand, and those that failed for a reason of their
  /// own. A step that runs for each element of a list counts once for each.
  var steps: [NodeRecord] {
    let parents = parents
    return filter { $0.saysSomething(isParent: parents.contains($0.path)) }
  }

  /// - Parameter outline: of the run, which knows the steps in what never ran.
  func stepCount(in outline: @autoclosure () -> [StepOutline]) -> Event.GroupDone.StepCount {
    let parents = parents
    var count = Event.GroupDone.StepCount(succeeded: 0, total: 0)
    var neverRun: [NodePath] = []
    for record in self where record.saysSomething(isParent: parents.contains(record.path)) {
      count.total += 1
      if record.state == .succeeded {
        count.succeeded += 1
      } else if record.isListNeverRun {
        neverRun.append(record.path)
      }
    }
    // Few runs have one, and the outline of a group takes a while.
    if !neverRun.isEmpty {
      let outline = outline()
      for list in neverRun { count.total += outline.stepCount(inside: list) - 1 }
    }
    return count
  }

  /// Those in which others stand. Most runs are flat: nothing is made then.
  private var parents: Set<NodePath> {
    var parents: Set<NodePath> = []
    for record in self where record.path.parts.count > 1 {
      if let parent = record.path.parent { parents.insert(parent) }
    }
    return parents
  }
}

extension NodeRecord {
  /// Whether it counts as a step.
  /// - Parameter isParent: whether other nodes stand in it.
  package func saysSomething(isParent: Bool) -> Bool {
    !isParent || state == .failed && !failsBySteps
  }

  /// Whether it is a list of steps that was skipped or whose turn did not come, so that nothing is recorded of these.
  fileprivate var isListNeverRun: Bool {
    (state == .neverRan || state == .skipped) && (kind == .serial || kind == .concurrent)
  }

  /// The steps of a list whose turn did not come, as if each had been recorded; empty for everything else.
  package func stepsNeverRun(in outline: some Collection<StepOutline>) -> [NodeRecord] {
    guard isListNeverRun else { return [] }
    let place = path.withoutElements
    let inside = outline.filter { $0.path.isInside(place) }
    let parents = Set(inside.compactMap(\.path.parent))
    return inside.filter { !parents.contains($0.path) }.map { step in
      NodeRecord(
        path: NodePath(path.parts + step.path.parts.dropFirst(place.parts.count)), name: step.name, kind: step.kind,
        state: .neverRan, startedAt: startedAt)
    }
  }

  /// Whether it failed because steps in it did.
  package var failsBySteps: Bool { error?.code == GroupError.nodesFailed([]).code }
}

extension Collection<StepOutline> {
  /// How many steps are to run, counted as those of a run, and each list once.
  package var stepCount: Int {
    let parents = Set(compactMap(\.path.parent))
    return count { !parents.contains($0.path) }
  }

  /// How many of them stand in a list; an empty one counts as one.
  fileprivate func stepCount(inside list: NodePath) -> Int {
    let place = list.withoutElements
    return Swift.max(1, filter { $0.path.isInside(place) }.stepCount)
  }
}
