// What a run asks.
extension Debugger {
  public func before(_ node: GateContext) async -> GateDecision {
    if state.withLock({ $0.passing.remove(node.path) != nil }) { return .go }
    if let reason = await reasonToStop(before: node) { pause(at: node, for: reason) }
    return await wait(at: node, result: nil)
  }

  public func after(_ node: GateContext, _ result: NodeResult) async -> GateDecision {
    guard let breakpoint = await breakpoint(after: node, result) else { return .go }
    pause(at: node, for: .breakpoint(breakpoint))
    return await wait(at: node, result: result)
  }

  private func breakpoint(after node: GateContext, _ result: NodeResult) async -> Breakpoint? {
    let after = Breakpoint.after(node.path.withoutElements)
    if await holds(after, at: node) { return after }
    guard result.failed, !node.node.isGroup else { return nil }
    return await holds(.failure, at: node) ? .failure : nil
  }

  public func sharedKeyWasWritten(_ key: String) {
    state.withLock { state in
      if state.breakpoints[.shared(key)] != nil { state.written = key }
    }
  }

  private func reasonToStop(before node: GateContext) async -> Reason? {
    let written = state.withLock { $0.written.take() }
    if let written { return .breakpoint(.shared(written)) }
    let breakpoint = Breakpoint.before(node.path.withoutElements)
    return await holds(breakpoint, at: node) ? .breakpoint(breakpoint) : nil
  }

  private func holds(_ breakpoint: Breakpoint, at node: GateContext) async -> Bool {
    guard let condition = state.withLock({ $0.breakpoints[breakpoint] }) else { return false }
    return await condition?(node) ?? true
  }

  private func pause(at node: GateContext, for reason: Reason) {
    state.withLock { state in
      (state.isPaused, state.free, state.reason, state.focus) = (true, [], reason, node.path)
    }
  }

  private func wait(at node: GateContext, result: NodeResult?) async -> GateDecision {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { hold(node, result, as: number, $0) }
    } onCancel: {
      letGo(number)
    }
  }

  private func hold(
    _ node: GateContext, _ result: NodeResult?, as number: Int, _ continuation: CheckedContinuation<GateDecision, Never>
  ) {
    let isHeld = state.withLock { state in
      guard state.holds(node.path), !Task.isCancelled else { return false }
      let reason = state.focus == nil || state.focus == node.path ? state.reason : .paused
      state.focus = state.focus ?? node.path
      let stop = Stop(node: node, result: result, reason: reason)
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
  fileprivate func holds(_ path: NodePath) -> Bool {
    isPaused && !free.contains { path != $0 && path.isInside($0) }
  }
}

extension NodePath {
  /// As it stands in the group, whatever element it runs for.
  package var withoutElements: NodePath {
    NodePath(
      parts.filter {
        if case .node = $0 { true } else { false }
      })
  }
}
