/// The gate of a node's own policies for its result: its handler first, then whether it runs again.
struct NodePolicyGate: RunGate {
  let node: Node
  let now: @Sendable () -> Timestamp

  /// Whether there is anything to ask.
  static func concerns(_ node: Node) -> Bool {
    node.handler != nil || node.retry != nil || node.until != nil
  }

  func after(_ moment: GateContext, _ result: NodeResult) async -> GateDecision {
    guard result.state != .cancelled, result.state != .skipped else { return .go }
    do {
      if let instead = try await node.handler?(result) { return .skip(instead) }
      let isSeen = node.until?.seesFailures == true && result.response != nil
      if result.failed, !isSeen { return again(after: result, failure: moment.failures + 1) }
      return try await untilItHolds(moment, result)
    } catch {
      let instead = NodeResult(error)
      return .skip(instead.state == .cancelled ? result.interrupted(after: moment.attempt) : instead)
    }
  }

  private func again(after result: NodeResult, failure: Int) -> GateDecision {
    switch node.retry?.decision(afterFailure: failure, of: result.response, at: now()) {
    case nil, .no: .go
    case .now: .again(after: .zero)
    case .after(let wait): .again(after: wait)
    }
  }

  private func untilItHolds(_ moment: GateContext, _ result: NodeResult) async throws -> GateDecision {
    guard let until = node.until else { return .go }
    if try await until.holds(result, moment.input).asCondition(of: "until") { return .go }
    guard moment.attempt < until.attempts else {
      return .skip(result.failing(with: GroupError.neverHeld(attempts: moment.attempt)))
    }
    return .again(after: until.interval)
  }
}

extension JSONValue {
  func asCondition(of field: String) throws(GroupError) -> Bool {
    guard case .bool(let holds) = self else { throw .notBoolean(field: field, found: kind) }
    return holds
  }
}

extension NodeResult {
  /// Of a node whose run was stopped before its next attempt: it has not got what it waited for, whatever the last one gave.
  func interrupted(after attempts: Int) -> NodeResult {
    var copy = self
    (copy.state, copy.error) = (
      .cancelled, GroupError.cancelledBetweenAttempts(attempts, lastFailure: failed ? error?.summary : nil)
    )
    return copy
  }

  /// The same as a failure.
  func failing(with error: any ExplainedError) -> NodeResult {
    var copy = self
    (copy.state, copy.error, copy.isTold) = (.failed, error, false)
    return copy
  }
}
