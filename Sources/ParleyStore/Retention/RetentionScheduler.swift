import ParleyEngine

/// Says when what is too old is removed: when the store is opened, and then after a good deal was kept. One job at a time, beside
/// everything else.
final class RetentionScheduler: Sendable {
  /// After so many exchanges and events, or so many bytes, it is looked again.
  private static let interval = (rows: 20_000, bytes: 200_000_000)

  private struct State {
    var retention: Retention
    var rows = 0
    var bytes = 0
    /// The job in progress.
    var task: Task<Void, Never>?
    /// Whether somebody asked for another one meanwhile.
    var isAgain = false
    var isStopped = false
  }

  private let state: Lock<State>
  private let job: RetentionJob
  private let now: @Sendable () -> Timestamp
  private let tell: @Sendable (StoreNotice) -> Void

  init(
    _ job: RetentionJob, retention: Retention, now: @escaping @Sendable () -> Timestamp,
    tell: @escaping @Sendable (StoreNotice) -> Void
  ) {
    state = Lock(State(retention: retention))
    self.job = job
    self.now = now
    self.tell = tell
  }

  /// Removes by another measure from now on.
  func set(_ retention: Retention) {
    state.withLock { $0.retention = retention }
    start()
  }

  /// Counts what was written, and starts when it is time.
  func wrote(_ outcome: LogBatch.Outcome) {
    let isTime = state.withLock { state in
      state.rows += outcome.kept + outcome.events
      state.bytes += outcome.size
      return state.rows >= Self.interval.rows || state.bytes >= Self.interval.bytes
    }
    if isTime { start() }
  }

  /// Begins soon; a failure is told.
  func start() {
    state.withLock { state in
      (state.rows, state.bytes) = (0, 0)
      guard !state.isStopped else { return }
      state.isAgain = state.task != nil
      if state.task == nil { state.task = Task(priority: .utility) { await self.run() } }
    }
  }

  /// Returns when no job is in progress.
  func settle() async {
    while let task = state.withLock({ $0.task }) { await task.value }
  }

  /// Ends the job in progress; there is no other one.
  func stop() async {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
    await task?.value
  }

  private func run() async {
    repeat {
      do throws(RepositoryError) {
        try await job.run(state.withLock { $0.retention }, at: now())
      } catch {
        if error.kind != .cancelled { tell(.retentionFailed(error)) }
      }
    } while goesOn()
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
