/// Walks the tree of a group:
///
///     group   → nodes in turn, or by as many workers as may run at once
///     node    → for each element? → attempts { gate before → when? → request, job or group → gate after } → result
///
/// Each result goes to its place in the order of the nodes, by its name to the nodes that come later, and into the ledger.
struct RunExecutor: Sendable {
  let context: RunContext

  init(_ context: RunContext) {
    self.context = context
  }

  var ledger: RunRecorder { context.ledger }

  func run(_ group: RequestGroup) async -> GroupResult {
    ledger.begin()
    let table = StepTable(of: group, edits: context.edits) { [ledger] in ledger.path(of: $0) }
    let place = NodePlace(path: .root, table: table, source: .none)
    let results = await results(of: group, in: place)
    let result = GroupResult(
      name: group.name, stopped: context.stop.isStopped || results.contains(where: \.wasStopped),
      callID: context.options.callID, groupID: context.groupID, outcome: NodeResult(group, results))
    ledger.end(RunRecording.State(result, isStopped: context.stop.isStopped))
    if !context.options.isSilent {
      let steps = ledger.recording.stepCount
      context.client.events.post(.groupDone(Event.GroupDone(result, of: group, steps: steps, hiding: ledger.secrets)))
    }
    return result
  }

  func results(of group: RequestGroup, in place: NodePlace) async -> [NodeResult] {
    switch group.order {
    case .serial: await serial(group, in: place)
    case .concurrent(let limit): await concurrent(group, limit: limit, in: place.alone)
    }
  }

  private func serial(_ group: RequestGroup, in place: NodePlace) async -> [NodeResult] {
    var (place, results, isOver) = (place, [NodeResult](), false)
    for (index, node) in group.nodes.enumerated() {
      let inside = place.node(index)
      let result = isOver && !node.runsAlways ? leave(node, in: inside, as: .neverRan) : await perform(node, in: inside)
      results.append(result)
      place.takes(result, of: inside.path)
      isOver = isOver || (result.failed && group.onFailure != .continue)
    }
    return results
  }

  private func concurrent(_ group: RequestGroup, limit: Int?, in place: NodePlace) async -> [NodeResult] {
    let nodes = group.nodes
    let lanes = Lanes(count: nodes.count, limit: limit ?? nodes.count, onFailure: group.onFailure)
    return await lanes.results(of: { await perform(nodes[$0], in: place.node($0)) }) { index in
      let node = nodes[index]
      return node.runsAlways
        ? await perform(node, in: place.node(index)) : leave(node, in: place.node(index), as: .neverRan)
    }
  }
}

extension NodeResult {
  /// Whether its turn never came, or that of a node in it.
  fileprivate var wasStopped: Bool {
    state == .neverRan || results.contains(where: \.wasStopped)
  }
}

extension RunRecording.State {
  /// - Parameter isStopped: whether somebody stopped it, which counts more than a failure.
  fileprivate init(_ result: GroupResult, isStopped: Bool) {
    let isIncomplete = result.stopped || result.results.contains(.cancelled)
    self = isStopped ? .stopped : result.results.contains(.failed) ? .failed : isIncomplete ? .stopped : .succeeded
  }
}
