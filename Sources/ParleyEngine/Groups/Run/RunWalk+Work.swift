// What a node does.
extension RunWalk {
  func run(_ moment: NodeMoment, in place: NodePlace) async -> NodeResult {
    switch moment.node.kind {
    case .request(let step): await send(moment, reading: step)
    case .job(let job): await run(job, moment.input)
    case .group(let group): await run(group, moment.input, in: place)
    }
  }

  private func send(_ moment: NodeMoment, reading step: RequestStep) async -> NodeResult {
    do {
      guard var request = try await moment.request() else { return .skipped }
      request.callID = request.callID ?? context.options.callID
      request.groupID = context.groupID
      return NodeResult(try await context.client.prepare(request).response(), readBy: step.read)
    } catch {
      return NodeResult(error)
    }
  }

  private func run(_ job: LocalJob, _ input: NodeInput) async -> NodeResult {
    context.client.events.post(
      custom: job.name, callID: context.options.callID, groupID: context.groupID, parameters: job.parameters)
    return await job.result(input)
  }

  private func run(_ group: Group, _ input: NodeInput, in place: NodePlace) async -> NodeResult {
    let results = await results(of: group, in: place.inside(group, input: input))
    return NodeResult(group, results)
  }
}

extension LocalJob {
  /// Nobody waits for it once the task is cancelled, whether or not it has noticed.
  func result(_ input: NodeInput) async -> NodeResult {
    await unlessTaskIsCancelled(.cancelled) {
      do { return .value(try await work(input)) } catch { return NodeResult(error) }
    }
  }
}

extension NodeResult {
  /// Of a group whose nodes gave these.
  init(_ group: Group, _ results: [NodeResult]) {
    self.init(of: results, named: group.nodes.map(\.name))
    switch group.order {
    case .serial:
      let last = results.last { $0.hasRun }
      self = reading { last?.value }
    case .concurrent:
      let names = group.nodes.map(\.name)
      self = reading { .object(JSONObject(zip(names, results).map { ($0, $1.value ?? .null) })) }
    }
    self.results = results
  }

  /// Of a node that ran for each element of a list.
  init(elements results: [NodeResult]) {
    self.init(of: results, named: results.indices.map { "[\($0)]" })
    self = reading { .array(results.map { $0.value ?? .null }) }
    self.results = results
  }

  private init(of results: [NodeResult], named names: [String]) {
    let failed = zip(names, results).filter { $1.state == .failed }.map(\.0)
    if !failed.isEmpty {
      self.init(.failed, error: GroupError.nodesFailed(failed))
    } else {
      self.init(results.contains { $0.state == .cancelled || $0.state == .neverRan } ? .cancelled : .succeeded)
    }
  }
}
