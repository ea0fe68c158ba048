// What a run asks.
extension Debugger {
  public func before(_ node: GateContext) async -> GateDecision {
    let (passes, isRenewed) = state.withLock { state in
      (state.passing.remove(node.path) != nil, state.renewing[node.path] != nil)
    }
    if passes { return .go }
    if !isRenewed, let reason = await reasonToStop(before: node) { pause(at: node, for: reason) }
    return await wait(at: node, result: nil)
  }

  public func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision {
    guard let reason = await reasonToStop(after: node, result) else { return .go }
    pause(at: node, for: reason)
    return await wait(at: node, result: result)
  }

  public func sharedKeyWasWritten(_ key: String) {
    state.withLock { state in
      let isAwaited = state.breakpoints.contains { $0.breakpoint.moment == .shared(key) && $0.breakpoint.path == nil }
      if isAwaited { state.written = key }
    }
  }

  private func reasonToStop(before node: GateContext) async -> Reason? {
    let (written, isTarget) = state.withLock { ($0.written.take(), $0.isTarget(node.path)) }
    if let written { return .breakpoint(.shared(written)) }
    if isTarget { return .target }
    return await firstReason(at: node) { $0 == .before }
  }

  private func reasonToStop(after node: GateContext, _ result: NodeResult) async -> Reason? {
    let isFailure = result.failed && !node.node.isGroup
    return await firstReason(at: node, result) { moment in
      switch moment {
      case .after: true
      case .failure: isFailure
      case .shared(let key): node.input.trace.hasWritten(key)
      case .before: false
      }
    }
  }

  /// Of the breakpoints at a node whose time has come, the first whose condition holds, or cannot be evaluated.
  private func firstReason(
    at node: GateContext, _ result: NodeResult? = nil, when isTime: (Breakpoint.Moment) -> Bool
  ) async -> Reason? {
    let armed = state.withLock { state in
      state.breakpoints.filter {
        isTime($0.breakpoint.moment) && $0.breakpoint.concerns(node.path) && !$0.breakpoint.isForNextNode
      }
    }
    guard !armed.isEmpty else { return nil }
    let node = result.map(node.having) ?? node
    for entry in armed {
      if let reason = await reason(to: entry, at: node) { return reason }
    }
    return nil
  }

  private func reason(to armed: Armed, at node: GateContext) async -> Reason? {
    guard let condition = armed.condition else { return .breakpoint(armed.breakpoint) }
    do {
      return try await condition(node) ? .breakpoint(armed.breakpoint) : nil
    } catch {
      let explained = error as? any ExplainedError
      let words = explained.map { [$0.summary, $0.detail].compactMap(\.self).joined(separator: " ") }
      return .mistake(armed.breakpoint, words ?? "\(error)")
    }
  }

  private func pause(at node: GateContext, for reason: Reason) {
    state.withLock { state in
      (state.isPaused, state.reason, state.focus) = (true, reason, node.path)
      state.forgetWhatIsFree()
    }
  }

  private func wait(at node: GateContext, result: NodeResult?) async -> GateDecision {
    guard let number = state.withLock({ $0.numberOfWait(at: node.path) }) else { return .go }
    return await PersonWait.waiting {
      await withTaskCancellationHandler {
        await withCheckedContinuation { hold(node, result, as: number, $0) }
      } onCancel: {
        letGo(number)
      }
    }
  }

  private func hold(
    _ node: GateContext, _ result: NodeResult?, as number: Int, _ continuation: CheckedContinuation<GateDecision, Never>
  ) {
    let isHeld = state.withLock { state in
      state.renewing[node.path] = nil
      guard state.holds(node.path), !Task.isCancelled else { return false }
      let reason = state.focus == nil || state.focus == node.path ? state.reason : .paused
      state.focus = state.focus ?? node.path
      state.isDebugged = true
      let stop = Stop(node: node, result: result, reason: reason, number: number)
      state.waiters.append(Waiter(stop: stop, number: number, continuation: continuation))
      return true
    }
    if isHeld { signal.send() } else { continuation.resume(returning: .go) }
  }

  /// For one whose run was stopped. It may not be here yet; then it sees itself that it is cancelled.
  private func letGo(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume(returning: .go)
    if waiter != nil { signal.send() }
  }
}

extension Debugger.State {
  /// Nil where nothing is waited for: what a busy machine takes to get there is no time of a person.
  fileprivate mutating func numberOfWait(at path: NodePath) -> Int? {
    guard holds(path) else {
      renewing[path] = nil
      return nil
    }
    lastNumber += 1
    return lastNumber
  }

  fileprivate func holds(_ path: NodePath) -> Bool {
    guard isPaused else { return false }
    return !free.contains { path != $0 && path.isInside($0) } && !lanes.contains(where: path.isInside)
  }

  fileprivate func isTarget(_ path: NodePath) -> Bool {
    guard let target else { return false }
    return target == path || target == path.withoutElements
  }
}

extension Debugger.State {
  /// Nothing goes on any more, for it has stopped somewhere.
  mutating func forgetWhatIsFree() {
    (free, lanes, target) = ([], [], nil)
  }
}
