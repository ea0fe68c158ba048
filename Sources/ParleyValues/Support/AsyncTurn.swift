internal import DequeModule

/// Lets one task after the other do something that suspends, in the order in which they came.
package final class AsyncTurn: Sendable {
  private struct State {
    var isTaken = false
    var waiting: Deque<CheckedContinuation<Void, Never>> = []
  }

  private let state = Lock(State())

  /// Nobody waits.
  package init() {}

  /// Does it when all who came before have done theirs.
  package func callAsFunction<Value, Failure>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value
  {
    await take()
    defer { pass() }
    return try await body()
  }

  private func take() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(turn) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { turn.resume() }
    }
  }

  private func pass() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume()
  }
}
