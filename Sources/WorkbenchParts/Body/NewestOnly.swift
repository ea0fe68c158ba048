import ParleyEngine

/// Work that is asked for again with every keystroke: each newer request stops the one before, and only the newest is answered.
package final class NewestOnly<Outcome: Sendable>: Sendable {
  private struct State {
    /// The number of the newest that was asked for.
    var newest = 0
    var running: Task<Outcome, Never>?
  }

  private let state = Lock(State())

  package init() {}

  /// - Parameter number: higher for text typed later. An earlier text may arrive later, and is not run then.
  /// - Returns: nil when a newer one has been asked for.
  package func outcome(number: Int, _ work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
    let task = Task { await work() }
    let overtaken = state.withLock { state -> Task<Outcome, Never>? in
      guard number > state.newest else { return task }
      defer { (state.newest, state.running) = (number, task) }
      return state.running
    }
    overtaken?.cancel()
    let outcome = await task.value
    return task.isCancelled ? nil : outcome
  }

  package func stop() {
    state.withLock { $0.running.take() }?.cancel()
  }
}
