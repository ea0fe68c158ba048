extension RunRecording {
  /// The steps, as they are counted everywhere: the nodes that say something themselves, which are those in which no others stand, and
  /// those that failed for a reason of their own. A step that runs for each element of a list counts once for each.
  package var steps: [NodeRecord] {
    // Most runs are flat: nothing is looked up then.
    let parents = Set(nodes.lazy.filter { $0.path.parts.count > 1 }.compactMap(\.path.parent))
    return nodes.filter { $0.saysSomething(isParent: parents.contains($0.path)) }
  }

  /// How many of the steps succeeded.
  package var stepCount: Event.GroupDone.StepCount {
    let steps = steps
    return Event.GroupDone.StepCount(succeeded: steps.count { $0.state == .succeeded }, total: steps.count)
  }
}

extension NodeRecord {
  /// Whether it counts as a step.
  /// - Parameter isParent: whether other nodes stand in it.
  package func saysSomething(isParent: Bool) -> Bool {
    !isParent || state == .failed && !failsBySteps
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
}
