// What the gates decide together: the first answer other than “go” counts.
extension RunExecutor {
  /// Whether nothing may begin here any more.
  var isStopped: Bool { Task.isCancelled || isStoppedBeforeAnythingBegan }

  /// There is nothing to clean up behind such a run, so that what runs always does not.
  var isStoppedBeforeAnythingBegan: Bool { context.stop.isStopped && !ledger.hasBegun }

  enum Decision {
    case run(GateContext)
    case result(NodeResult)
  }

  func ask(_ gates: [any RunGate], before moment: GateContext) async -> Decision {
    var (moment, rest) = (moment, gates)
    while !rest.isEmpty {
      let (decision, place) = await first(of: rest, at: moment.path) { [moment] in await $0.before(moment) }
      switch decision {
      case .go: return isStopped ? .result(.neverRan) : .run(moment)
      case .goWith(let instead):
        moment = changed(moment, by: instead)
        // What was edited in the run that is replayed can be looked at, and changed again, at a breakpoint.
        rest = rest[place] is Replay ? Array(rest[(place + 1)...]) : []
      case .skip(let result):
        ledger.change(moment.path) { $0.interventions.append(.skipped) }
        return .result(result)
      case .stop:
        context.stop.stopOnce()
        return .result(.neverRan)
      case .again(let wait):
        guard await context.sleep(wait) else { return .result(.neverRan) }
        (moment, rest) = (moment.renewed, gates)
      }
    }
    return .run(moment)
  }

  func ask(_ gates: [any RunGate], after moment: GateContext, _ result: NodeResult) async -> Decision {
    let (decision, place) = await first(of: gates, at: moment.path) { await $0.after(moment, result) }
    switch decision {
    case .go: return .result(result)
    case .goWith(let instead): return .run(changed(moment.next(after: result), by: instead))
    case .skip(let instead):
      // What a node says of its own result nobody has put there.
      if !(gates[place] is NodePolicyGate) {
        ledger.change(moment.path) { $0.interventions.append(.resultReplaced) }
      }
      return .result(instead)
    case .stop:
      context.stop.stopOnce()
      return .result(result)
    case .again(let wait):
      ledger.awaitAttempt(at: moment.path, after: wait)
      guard await context.sleep(wait) else { return .result(result.interrupted(after: moment.attempt)) }
      return .run(moment.next(after: result))
    }
  }

  private func first(
    of gates: [any RunGate], at path: NodePath, asking ask: @escaping @Sendable (any RunGate) async -> GateDecision
  ) async -> (decision: GateDecision, place: Int) {
    for (place, gate) in gates.enumerated() {
      let answer = gate is NodePolicyGate ? await ask(gate) : await asked(gate, at: path) { await ask(gate) }
      if case .go = answer { continue }
      return (answer, place)
    }
    return (.go, gates.count)
  }

  /// Asks a gate. The time it waits for a person does not count as the step's.
  @inline(never)
  private func asked(
    _ gate: any RunGate, at path: NodePath, _ ask: @escaping @Sendable () async -> GateDecision
  ) async -> GateDecision {
    let wait = PersonWait(now: context.client.now)
    // A gate of somebody's own may be a person in any case.
    let saysItself = gate is Debugger || gate is Replay
    let answer = await wait.observing {
      saysItself
        ? await context.stop.untilStopped(ask) : await PersonWait.waiting { await context.stop.untilStopped(ask) }
    }
    ledger.note(wait, at: path)
    return answer
  }

  private func changed(_ moment: GateContext, by instead: GateDecision.Instead) -> GateContext {
    switch instead {
    case .input(let value):
      ledger.change(moment.path) { record in
        record.input = NodeRecord.Input(moment.input.replacing(value).source)
        record.interventions.append(.inputReplaced)
      }
      let input = moment.input.replacing(value)
      input.trace.restart()
      input.trace.note(secretInput: input.secretParts)
      return moment.isList
        ? GateContext(listOf: moment.node, input)
        : GateContext(moment.node, input, attempt: moment.attempt, failures: moment.failures)
    case .elements(let elements):
      guard moment.isList else { return moment }
      ledger.change(moment.path) { $0.interventions.append(.listReplaced) }
      moment.input.trace.note(elementSources: { _ in [NodeSource(place: NodeSource.element(), origin: .byHand)] })
      return GateContext(listOf: moment.node, moment.input, elements: elements)
    case .request(let request):
      guard !moment.isList else { return moment }
      ledger.change(moment.path) { $0.interventions.append(.requestReplaced) }
      return GateContext(
        moment.node, moment.input, attempt: moment.attempt, failures: moment.failures, request: request)
    }
  }
}

extension GateContext {
  /// With its request made again.
  fileprivate var renewed: GateContext {
    isList ? GateContext(listOf: node, input) : GateContext(node, input, attempt: attempt, failures: failures)
  }

  fileprivate func next(after result: NodeResult) -> GateContext {
    GateContext(node, input, attempt: attempt + 1, failures: failures + (result.failed ? 1 : 0))
  }
}
