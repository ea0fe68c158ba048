import ParleyEngine
import WorkbenchState

/// Work that may bring up a question, and that a person can abandon: it is no longer waited for then, and its results
/// are dropped.
final class Askings: Sendable {
  private struct State {
    var count = 0
    var leave: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Lock(State())

  /// - Returns: nothing where it was left.
  func outcome(of work: @escaping @Sendable () async -> [Action]) async -> [Action] {
    let (outcomes, told) = AsyncStream.makeStream(of: [Action].self, bufferingPolicy: .bufferingOldest(1))
    let task = Task {
      told.yield(await work())
      told.finish()
    }
    let number = begin {
      told.finish()
      task.cancel()
    }
    defer { end(number) }
    for await actions in outcomes { return actions }
    return []
  }

  func leaveAll() {
    for leave in state.withLock({ $0.leave.values.map(\.self) }) { leave() }
  }

  private func begin(_ leave: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.count += 1
      state.leave[state.count] = leave
      return state.count
    }
  }

  private func end(_ number: Int) {
    state.withLock { $0.leave[number] = nil }
  }
}
