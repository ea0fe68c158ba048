/// What a node itself says about its result: its handler first, then whether it runs again.
struct OwnGate: RunGate {
  let node: Node

  /// Whether there is anything to ask.
  static func concerns(_ node: Node) -> Bool {
    node.handler != nil || node.retry != nil || node.until != nil
  }

  func after(_ moment: NodeMoment, _ result: NodeResult) async -> GateAnswer {
    guard result.state != .cancelled else { return .go }
    do {
      if let instead = try await node.handler?(result) { return .skip(instead) }
      if result.failed { return again(after: result, failure: moment.failures + 1) }
      return try await untilItHolds(moment, result)
    } catch {
      return .skip(NodeResult(error))
    }
  }

  private func again(after result: NodeResult, failure: Int) -> GateAnswer {
    guard let wait = node.retry?.wait(afterFailure: failure, of: result.response) else { return .go }
    return .again(after: wait)
  }

  private func untilItHolds(_ moment: NodeMoment, _ result: NodeResult) async throws -> GateAnswer {
    guard let until = node.until else { return .go }
    if try await until.holds(result, moment.input).asCondition(of: "until") { return .go }
    guard moment.attempt < until.attempts else {
      return .skip(result.failing(with: GroupError.neverHeld(attempts: moment.attempt)))
    }
    return .again(after: until.interval)
  }
}

extension CountedRetry {
  /// The wait before a node runs again; nil when the failure stands.
  fileprivate func wait(afterFailure failure: Int, of response: Response?) -> Duration? {
    guard failure <= maximum else { return nil }
    if statuses != nil, let response, !rejects(response) { return nil }
    return wait(before: failure)
  }
}

extension JSONValue {
  func asCondition(of field: String) throws(GroupError) -> Bool {
    guard case .bool(let holds) = self else { throw .notBoolean(field: field, found: kind) }
    return holds
  }
}

extension NodeResult {
  /// The same as a failure.
  func failing(with error: any ExplainedError) -> NodeResult {
    var copy = self
    (copy.state, copy.error) = (.failed, error)
    return copy
  }
}
