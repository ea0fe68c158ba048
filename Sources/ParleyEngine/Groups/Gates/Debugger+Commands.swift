// What a person does.
extension Debugger {
  /// Holds every node that has not begun.
  public func pause() {
    state.withLock { state in
      (state.isPaused, state.reason) = (true, .paused)
      state.forgetWhatIsFree()
    }
    signal.send()
  }

  /// Lets all go on, until the next breakpoint.
  public func resume() {
    release(answering: .go) { state in
      (state.isPaused, state.focus) = (false, nil)
      state.forgetWhatIsFree()
      return state.waiters
    }
  }

  /// Lets all go on that is inside of one place, such as a lane of a concurrent group; what waits elsewhere waits on.
  public func resume(inside lane: NodePath) {
    guard lane != .root else { return resume() }
    release(answering: .go) { state in
      (state.reason, state.focus) = (.step, nil)
      state.lanes.append(lane)
      return state.waiters.filter { $0.stop.node.path.isInside(lane) }
    }
  }

  /// Lets all go on until this node, or the next breakpoint.
  public func resume(until path: NodePath) {
    release(answering: .go) { state in
      (state.isPaused, state.focus) = (false, nil)
      state.forgetWhatIsFree()
      state.target = path
      return state.waiters
    }
  }

  /// Has those that wait before they run look again at what they work on, since that is different now. They wait on.
  package func renew() {
    let renewed = state.withLock { state in
      let chosen = state.waiters.filter { $0.stop.result == nil }
      for waiter in chosen { state.renewing[waiter.stop.node.path] = waiter.stop }
      state.waiters.removeAll { $0.stop.result == nil }
      return chosen
    }
    for waiter in renewed { waiter.continuation.resume(returning: .again(after: .zero)) }
  }

  /// Does the node in focus, and all that is in it, and stops at the next. A list and its elements count as in the node.
  public func step() {
    step { stop in stop.isGroup ? [stop.node.path] : [] }
  }

  /// Goes into the group in focus and stops at its first node; the same as `step` for anything else.
  public func stepInto() {
    step { _ in [] }
  }

  /// Does all that is left of the group the focus stands in, and stops behind it.
  public func stepOut() {
    guard let parent = focus?.node.path.parent else { return }
    guard parent != .root else { return resume() }
    release(answering: .go) { state in
      (state.free, state.reason, state.focus) = ([parent], .step, nil)
      return state.waiters.filter { $0.stop.node.path.isInside(parent) }
    }
  }

  /// Goes on with one node in another way than as it is: with another input or request, with a result in place of its own,
  /// again, or not at all. What else waits goes on waiting.
  /// - Parameter isWhole: whether all that is in it is done too, as `step()` does it.
  public func answer(_ answer: GateDecision, at path: NodePath, isWhole: Bool = false) {
    self.answer(answer, at: path, isWhole: isWhole, noting: nil)
  }

  /// Keeps these where they wait until each has its answer, whatever else goes on: so that what goes on after an answer is
  /// decided before it, and no stop behind it is passed.
  package func keepWaiting(_ paths: [NodePath]) {
    state.withLock { $0.kept.formUnion(paths) }
  }

  /// - Parameters:
  ///   - edit: the change a person made with it, for the recording.
  ///   - isStep: whether the run stops at the next node.
  package func answer(
    _ answer: GateDecision, at path: NodePath, isWhole: Bool, noting edit: NodeEdit?, isStep: Bool = true
  ) {
    release(answering: answer) { state in
      state.kept.remove(path)
      if isStep { (state.reason, state.focus) = (.step, nil) }
      if isWhole { state.free = [path] }
      let chosen = state.waiters.filter { $0.stop.node.path == path }
      if let edit { for waiter in chosen { waiter.stop.node.input.trace.note(edit) } }
      if answer.runsAgain, chosen.contains(where: { $0.stop.result != nil }) { state.passing.insert(path) }
      return chosen
    }
  }

  private func step(freeing free: (Stop) -> [NodePath]) {
    guard let stop = focus else { return }
    let freed = free(stop)
    release(answering: .go) { state in
      (state.free, state.reason, state.focus) = (freed, .step, nil)
      return state.waiters.filter { $0.stop.node.path == stop.node.path }
    }
  }

  private func release(answering answer: GateDecision, _ choose: (inout sending State) -> [Waiter]) {
    let released = state.withLock { state in
      let meant = choose(&state)
      let chosen = meant.filter { !state.kept.contains($0.stop.node.path) }
      let numbers = Set(chosen.map(\.number))
      state.waiters.removeAll { numbers.contains($0.number) }
      return chosen
    }
    for waiter in released { waiter.continuation.resume(returning: answer) }
    signal.send()
  }
}

extension GateDecision {
  fileprivate var runsAgain: Bool {
    switch self {
    case .goWith, .again: true
    case .go, .skip, .stop: false
    }
  }
}

extension Debugger.Stop {
  fileprivate var isGroup: Bool {
    if node.isList { return true }
    return if case .group = node.node.kind { true } else { false }
  }
}
