// One node, with everything that is asked about it.
//
// Every node that is in flight has its frames, and thousands may be. What few nodes need is kept out of the frames of all.
extension RunExecutor {
  nonisolated(nonsending) func perform(_ node: Node, in place: NodePlace) async -> NodeResult {
    node.runsAlways ? await performShielded(node, in: place) : await performInReach(node, in: place)
  }

  @inline(never)
  private func performShielded(_ node: Node, in place: NodePlace) async -> NodeResult {
    if isStoppedBeforeAnythingBegan { return leave(node, in: place, as: .neverRan) }
    return await context.stop.shielded { await performInReach(node, in: place) }
  }

  nonisolated(nonsending) private func performInReach(_ node: Node, in place: NodePlace) async -> NodeResult {
    if node.isDisabled { return leave(node, in: place, as: .skipped) }
    if Task.isCancelled { return leave(node, in: place, as: .neverRan) }
    let input = input(of: node, in: place)
    let result = node.elements == nil ? await once(node, input, in: place) : await forEach(node, input, in: place)
    if result.hasRun { place.table.add(result, of: node.name, at: place.path) }
    return result
  }

  /// For a node that is not run.
  func leave(_ node: Node, in place: NodePlace, as result: NodeResult) -> NodeResult {
    ledger.close(node, input(of: node, in: place), result)
    return result
  }

  private func input(of node: Node, in place: NodePlace) -> NodeInput {
    let trace = NodeTrace()
    if case .element(_, let origin) = place.source, place.path.isElementOfList {
      origin.sources.forEach(trace.note)
      trace.note(secretInput: origin.secrets)
    }
    return NodeInput(
      name: node.name, path: place.path, previous: place.previous,
      steps: StepResults(table: place.table, trace: trace), element: place.element,
      shared: context.sharedData(for: trace), callID: context.options.callID, groupID: context.groupID, trace: trace,
      source: place.source)
  }

  @inline(never)
  private func forEach(_ node: Node, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    ledger.open(node, input)
    let result = await listed(node, input, in: place).placed(at: node.place)
    ledger.close(node, input, result)
    return result
  }

  private func listed(_ node: Node, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    switch await list(of: node, input) {
    case .result(let result): return result
    case .run(let moment):
      do {
        guard let elements = try await moment.elements() else { return NodeResult(elements: []) }
        note(elements.count, in: moment)
        guard elements.count <= RunBounds.elements else {
          throw GroupError.tooManyElements(elements.count, most: RunBounds.elements)
        }
        let origins = moment.input.origins
        let trace = moment.input.trace
        defer { trace.note(elementSources: nil) }
        let isSecret = ledger.isSecret(anyOf: origins)
        let secrets = isSecret ? secrets(inListOf: moment) : .none
        let origin = NodeInput.Origin(steps: origins, isSecret: isSecret, list: trace, secrets: secrets)
        return NodeResult(elements: await results(of: node, for: elements, from: origin, in: place))
      } catch {
        let result = NodeResult(error)
        tellFailure(of: input, result)
        return result
      }
    }
  }

  /// At once, so that whoever looks at the run knows how far it is.
  private func note(_ elements: Int, in moment: GateContext) {
    moment.input.trace.note(elements: elements)
    ledger.change(moment.path) { $0.made.elements = elements }
  }

  /// Asked about before the list is made, unless a replay knows it.
  private func list(of node: Node, _ input: NodeInput) async -> Decision {
    let recorded = context.options.replay?.elements(of: input.path)
    let moment = GateContext(listOf: node, input, elements: recorded)
    return recorded == nil ? await ask(context.gates, before: moment) : .run(moment)
  }

  private func results(
    of node: Node, for elements: [JSONValue], from origin: NodeInput.Origin, in place: NodePlace
  ) async -> [NodeResult] {
    guard node.elementsAtOnce == 1 else { return await resultsAtOnce(of: node, for: elements, from: origin, in: place) }
    var (results, isOver) = ([NodeResult](), false)
    for (index, element) in elements.enumerated() {
      let place = place.element(element, at: index, from: origin)
      let result = isOver ? leave(node, in: place, as: .neverRan) : await perform(node, inElement: place)
      results.append(result)
      // Nobody waits for a word about each of those whose turn does not come any more.
      if Task.isCancelled { break }
      isOver = isOver || (result.failed && node.onFailure != .continue)
    }
    return results
  }

  /// The steps in each of them have names of their own.
  @inline(never)
  private func resultsAtOnce(
    of node: Node, for elements: [JSONValue], from origin: NodeInput.Origin, in place: NodePlace
  ) async -> [NodeResult] {
    let lanes = Lanes(
      count: elements.count, limit: node.elementsAtOnce, onFailure: node.onFailure, isOpenEnded: true)
    let place: @Sendable (Int) -> NodePlace = { place.element(elements[$0], at: $0, from: origin).withOwnNames }
    return await lanes.results(of: { await perform(node, inElement: place($0)) }) {
      leave(node, in: place($0), as: .neverRan)
    }
  }

  nonisolated(nonsending) private func perform(_ node: Node, inElement place: NodePlace) async -> NodeResult {
    Task.isCancelled
      ? leave(node, in: place, as: .neverRan) : await once(node, input(of: node, in: place), in: place)
  }

  nonisolated(nonsending) private func once(_ node: Node, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    let gates = context.gates(of: node)
    let start = place.isParallel ? context.client.now() : Timestamp(microseconds: 0)
    if !gates.isEmpty || node.isGroup { ledger.open(node, input) }
    let result =
      gates.isEmpty
      ? await onlyAttempt(GateContext(unasked: node, input), in: place)
      : await attempts(at: node, input, asking: gates, in: place)
    if place.isParallel, result.hasRun { noteOverlaps(input, since: start) }
    if result.state == .failed { tellFailure(of: input, result) }
    return close(node, input, result.placed(at: node.place))
  }

  /// Takes down which steps used the same as this one at the same time, here and there.
  @inline(never)
  private func noteOverlaps(_ input: NodeInput, since start: Timestamp) {
    let span = start..<max(start, context.client.now())
    let shared = TrafficWatch.Use.all(of: input.trace.soFar, in: span)
    let uses = shared.isEmpty ? input.trace.uses : input.trace.uses + shared
    let found = context.traffic.take(uses, of: input.path)
    guard !found.isEmpty else { return }
    let overlaps = found.map { overlap in
      StepOverlap(step: overlap.step, kind: overlap.kind, name: ledger.masking(overlap.name))
    }
    input.trace.note(overlaps)
    for overlap in overlaps {
      ledger.note(StepOverlap(step: input.path, kind: overlap.kind, name: overlap.name), at: overlap.step)
    }
  }

  private func close(_ node: Node, _ input: NodeInput, _ result: consuming NodeResult) -> NodeResult {
    if result.hasRun {
      let origins = input.origins
      if let response = result.response {
        ledger.noteCaptured(response.secrets, by: input.path)
        result.isSecret = result.isSecret || response.isSecret
      }
      ledger.handOnCaptured(from: origins, to: input.path)
      result.isSecret = result.isSecret || ledger.isSecret(anyOf: [input.path] + origins)
      // A program may have been given one that nothing in the run holds.
      result.isSecret = result.isSecret || node.isJob && input.trace.givesSecret
      if result.isSecret { takeSecrets(of: &result, node, input) }
    }
    ledger.close(node, input, result)
    return result
  }

  @inline(never)
  private func attempts(
    at node: Node, _ input: NodeInput, asking gates: [any RunGate], in place: NodePlace
  ) async -> NodeResult {
    var (moment, last) = (GateContext(node, input), NodeResult?.none)
    while true {
      switch await ask(gates, before: moment) {
      case .result(let result):
        return result.hasRun ? result.told : last?.interrupted(after: moment.attempt - 1) ?? result
      case .run(let decided): moment = decided
      }
      if let refusal = await refusal(of: moment) { return refusal }
      let result = await run(moment, in: place)
      ledger.endAttempt(moment, result)
      last = result
      switch await ask(gates, after: moment, result) {
      case .result(let result): return result
      case .run(let next): moment = next
      }
    }
  }

  nonisolated(nonsending) private func onlyAttempt(_ moment: GateContext, in place: NodePlace) async -> NodeResult {
    if let refusal = await refusal(of: moment) { return refusal }
    return await run(moment, in: place)
  }

  /// Returns the result of a node whose condition does not hold; nil when it does. The condition is not checked for a
  /// request that was given in place of the node's own, nor for another attempt.
  nonisolated(nonsending) private func refusal(of moment: GateContext) async -> NodeResult? {
    guard moment.attempt == 1, !moment.isGiven, let condition = moment.node.condition else { return nil }
    do {
      return try await condition(moment.input).asCondition(of: "when") ? nil : .skipped
    } catch {
      return NodeResult(error)
    }
  }

  /// Told here where no request, no job and no step inside tells it.
  @inline(never)
  private func tellFailure(of input: NodeInput, _ result: NodeResult) {
    guard result.state == .failed, !result.isTold, let error = result.error, !error.isOfNodes else { return }
    context.client.events.post(
      warning: ledger.masking(error.summary), about: input.name, callID: context.options.callID,
      groupID: context.groupID)
  }
}

extension NodeResult {
  /// Its error with the place of the node. What failed inside a group has a place of its own.
  fileprivate consuming func placed(at place: String?) -> NodeResult {
    guard let place, state == .failed, let error, !(error is GroupError && !results.isEmpty) else { return self }
    self.error = error.placed(at: place)
    return self
  }
}

extension ExplainedError {
  /// Whether steps inside are what failed, each of which tells of itself.
  fileprivate var isOfNodes: Bool {
    if case .nodesFailed? = self as? GroupError { true } else { false }
  }
}

extension Node {
  /// Whether it is a request.
  package var sendsRequest: Bool {
    if case .request = kind { true } else { false }
  }

  var isGroup: Bool {
    if case .group = kind { true } else { false }
  }
}
