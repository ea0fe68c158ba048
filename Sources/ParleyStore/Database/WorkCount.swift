import ParleyEngine

/// Counts what works on a database file, so that closing it waits for all of that, and nothing begins afterwards: GRDB hands a
/// connection that is closed to SQLite as a null pointer.
final class WorkCount: Sendable {
  private struct State {
    var running = 0
    var total = 0
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// - Returns: false once it is closed; otherwise ``end()`` has to follow.
  func begin() -> Bool {
    state.withLock { state in
      if !state.isClosed {
        state.running += 1
        state.total += 1
      }
      return !state.isClosed
    }
  }

  /// How often something has begun.
  var total: Int { state.withLock { $0.total } }

  func end() {
    let waiters = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Lets nothing begin any more, and waits for the end of what has begun.
  func close() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isClosed = true
        if state.running > 0 { state.waiters.append(continuation) }
        return state.running == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
