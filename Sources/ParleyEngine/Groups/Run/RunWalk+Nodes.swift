// One node, with everything that is asked about it.
extension RunWalk {
  func perform(_ node: Node, in place: NodePlace) async -> NodeResult {
    if node.isDisabled { return .skipped }
    if Task.isCancelled { return .neverRan }
    let input = input(of: node, in: place)
    let result = node.elements == nil ? await once(node, input, in: place) : await forEach(node, input, in: place)
    if result.hasRun { place.table.add(result, of: node.name, at: place.path) }
    return result
  }

  private func input(of node: Node, in place: NodePlace) -> NodeInput {
    let trace = NodeTrace()
    return NodeInput(
      name: node.name, path: place.path, previous: place.previous,
      steps: StepResults(table: place.table, trace: trace), element: place.element,
      shared: context.options.shared.map { RunSharedData(stored: $0, overlay: context.overlay, trace: trace) },
      callID: context.options.callID, groupID: context.groupID, trace: trace, source: place.source)
  }

  private func forEach(_ node: Node, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    do {
      guard let list = try await node.elements?(input) else { return .skipped }
      guard let elements = list.array else { throw GroupError.notAList(found: list.kind) }
      var results: [NodeResult] = []
      for (index, element) in elements.enumerated() {
        let isOver = Task.isCancelled || results.last?.failed == true
        let place = place.element(element, at: index)
        results.append(isOver ? .neverRan : await once(node, self.input(of: node, in: place), in: place))
      }
      return NodeResult(elements: results)
    } catch {
      return NodeResult(error)
    }
  }

  private func once(_ node: Node, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    do {
      if let holds = try await node.condition?(input).asCondition(of: "when"), !holds { return .skipped }
      return await attempts(NodeMoment(node, input), in: place)
    } catch {
      return NodeResult(error)
    }
  }

  private func attempts(_ first: NodeMoment, in place: NodePlace) async -> NodeResult {
    let gates = context.gates(of: first.node)
    var moment = first
    while true {
      switch await ask(gates, before: &moment) {
      case .result(let result): return result
      case .run: break
      }
      let result = await run(moment, in: place)
      switch await ask(gates, after: moment, result) {
      case .result(let result): return result
      case .run(let next): moment = next
      }
    }
  }
}

/// What the gates decide together.
private enum Decision {
  case run(NodeMoment)
  case result(NodeResult)
}

// The gates.
extension RunWalk {
  private func ask(_ gates: [any RunGate], before moment: inout NodeMoment) async -> Decision {
    while !gates.isEmpty {
      switch await first(of: gates, asking: { [moment] in await $0.before(moment) }) {
      case .go: return Task.isCancelled ? .result(.neverRan) : .run(moment)
      case .goWith(let instead):
        moment = moment.with(instead)
        return .run(moment)
      case .skip(let result): return .result(result)
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

  private func ask(_ gates: [any RunGate], after moment: NodeMoment, _ result: NodeResult) async -> Decision {
    switch await first(of: gates, asking: { await $0.after(moment, result) }) {
    case .go: return .result(result)
    case .goWith(let instead): return .run(moment.next(after: result).with(instead))
    case .skip(let instead): return .result(instead)
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
}

extension NodeMoment {
  /// With its request made anew.
  fileprivate var anew: NodeMoment {
    NodeMoment(node, input, attempt: attempt, failures: failures)
  }

  fileprivate func next(after result: NodeResult) -> NodeMoment {
    NodeMoment(node, input, attempt: attempt + 1, failures: failures + (result.failed ? 1 : 0))
  }

  fileprivate func with(_ instead: GateAnswer.Instead) -> NodeMoment {
    switch instead {
    case .input(let value): NodeMoment(node, input.replacing(value), attempt: attempt, failures: failures)
    case .request(let request):
      NodeMoment(node, input, attempt: attempt, failures: failures, request: request)
    }
  }
}
