// What the gates decide together: the first answer other than “go” counts.
extension RunWalk {
  enum Decision {
    case run(NodeMoment)
    case result(NodeResult)
  }

  func ask(_ gates: [any RunGate], before moment: NodeMoment) async -> Decision {
    var moment = moment
    while !gates.isEmpty {
      switch await first(of: gates, asking: { [moment] in await $0.before(moment) }) {
      case .go: return Task.isCancelled ? .result(.neverRan) : .run(moment)
      case .goWith(let instead): return .run(changed(moment, by: instead))
      case .skip(let result):
        ledger.change(moment.path) { $0.interventions.append(.skipped) }
        return .result(result)
      case .stop:
        context.stop()
        return .result(.neverRan)
      case .again(let wait):
        guard await context.sleep(wait) else { return .result(.neverRan) }
        moment = moment.anew
      }
    }
    return .run(moment)
  }

  func ask(_ gates: [any RunGate], after moment: NodeMoment, _ result: NodeResult) async -> Decision {
    switch await first(of: gates, asking: { await $0.after(moment, result) }) {
    case .go: return .result(result)
    case .goWith(let instead): return .run(changed(moment.next(after: result), by: instead))
    case .skip(let instead):
      ledger.change(moment.path) { $0.interventions.append(.resultReplaced) }
      return .result(instead)
    case .stop:
      context.stop()
      return .result(result)
    case .again(let wait):
      guard await context.sleep(wait) else { return .result(result) }
      return .run(moment.next(after: result))
    }
  }

  private func first(
    of gates: [any RunGate], asking ask: (any RunGate) async -> GateAnswer
  ) async -> GateAnswer {
    for gate in gates {
      let answer = await ask(gate)
      if case .go = answer { continue }
      return answer
    }
    return .go
  }

  private func changed(_ moment: NodeMoment, by instead: GateAnswer.Instead) -> NodeMoment {
    switch instead {
    case .input(let value):
      ledger.change(moment.path) { record in
        record.input = NodeRecord.Input(.given(value))
        record.interventions.append(.inputReplaced)
      }
      return NodeMoment(
        moment.node, moment.input.replacing(value), attempt: moment.attempt, failures: moment.failures)
    case .request(let request):
      ledger.change(moment.path) { $0.interventions.append(.requestReplaced) }
      return NodeMoment(
        moment.node, moment.input, attempt: moment.attempt, failures: moment.failures, request: request)
    }
  }
}

extension NodeMoment {
  /// With its request made anew.
  fileprivate var anew: NodeMoment {
    NodeMoment(node, input, attempt: attempt, failures: failures)
  }

  fileprivate func next(after result: NodeResult) -> NodeMoment {
    NodeMoment(node, input, attempt: attempt + 1, failures: failures + (result.failed ? 1 : 0))
  }
}
