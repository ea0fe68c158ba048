/// How a run is stopped: first all of it but what runs always, then that too.
final class RunStop: Sendable {
  private enum Extent {
    case none, ordinary, everything
  }

  private struct State {
    var extent = Extent.none
    var walk: Task<Void, Never>?
    /// The tasks that the first stop does not reach.
    var shielded: [Int: Task<NodeResult, Never>] = [:]
    /// Questions inside of that: whoever waits there for a person waits no longer.
    var questions: [Int: Task<GateDecision, Never>] = [:]
    var lastNumber = 0
  }

  /// Whether what runs is out of reach of the first stop.
  @TaskLocal private static var isShielded = false

  private let state = Lock(State())

  var isStopped: Bool { state.withLock { $0.extent != .none } }

  /// Begins the walk, which the first stop cancels; cancelled already where that was before.
  func begin(_ walk: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.walk = Task(isCancelled: state.extent != .none, operation: walk)
    }
  }

  /// Stops the run unless it is stopped already: a gate that stops it many times counts once.
  func stopOnce() {
    if !isStopped { stop() }
  }

  func stop() {
    let (walk, shielded, questions) = state.withLock { state in
      state.extent = state.extent == .none ? .ordinary : .everything
      let shielded = state.extent == .everything ? Array(state.shielded.values) : []
      return (state.walk, shielded, Array(state.questions.values))
    }
    walk?.cancel()
    for task in questions { task.cancel() }
    for task in shielded { task.cancel() }
  }

  /// Does what only a second stop ends.
  func shielded(_ work: @escaping @Sendable () async -> NodeResult) async -> NodeResult {
    let (number, task) = state.withLock { state in
      let task = Task(isCancelled: state.extent == .everything) {
        await Self.$isShielded.withValue(true) { await work() }
      }
      state.lastNumber += 1
      state.shielded[state.lastNumber] = task
      return (state.lastNumber, task)
    }
    let result = await task.value
    state.withLock { $0.shielded[number] = nil }
    return result
  }

  /// Asks something whose answer nobody waits for once the run is stopped.
  func untilStopped(_ ask: @escaping @Sendable () async -> GateDecision) async -> GateDecision {
    guard Self.isShielded else { return await ask() }
    let (number, task) = state.withLock { state in
      let task = Task(isCancelled: state.extent != .none, operation: ask)
      state.lastNumber += 1
      state.questions[state.lastNumber] = task
      return (state.lastNumber, task)
    }
    let answer = await task.value
    state.withLock { $0.questions[number] = nil }
    return answer
  }
}

extension Task where Failure == Never {
  /// - Parameter isCancelled: whether it is cancelled before it does anything; to cancel it afterwards would be a race.
  fileprivate init(isCancelled: Bool, operation: @escaping @Sendable () async -> Success) {
    self.init {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      return await operation()
    }
  }
}
