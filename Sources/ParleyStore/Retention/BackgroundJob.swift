import ParleyEngine

/// Does something beside everything else, once at a time: asked for while it goes on, it is done once more.
final class BackgroundJob: Sendable {
  private struct State {
    /// The work in progress.
    var task: Task<Void, Never>?
    /// Whether somebody asked for it again meanwhile.
    var isAgain = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let work: @Sendable () async -> Void

  init(_ work: @escaping @Sendable () async -> Void) {
    self.work = work
  }

  /// Begins soon.
  func start() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isAgain = state.task != nil
      if state.task == nil { state.task = Task(priority: .utility) { await self.run() } }
    }
  }

  /// Returns when nothing is in progress.
  func settle() async {
    while let task = state.withLock({ $0.task }) { await task.value }
  }

  /// Ends what is in progress, and lets nothing begin again.
  func stop() async {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
    await task?.value
  }

  private func run() async {
    repeat { await work() } while goesOn()
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      let goesOn = state.isAgain && !state.isStopped
      state.isAgain = false
      if !goesOn { state.task = nil }
      return goesOn
    }
  }
}
