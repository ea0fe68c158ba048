import ParleyEngine

/// Says when what is too old is removed, and when exchanges are signed for searches: when the store is opened, and then after a
/// good deal was kept.
final class RetentionScheduler: Sendable {
  /// After so many exchanges and events, or so many bytes, it is looked again.
  private static let interval = (rows: 20_000, bytes: 200_000_000)
  /// After so many exchanges they are signed.
  private static let signedAtOnce = 4096

  private struct State {
    var retention: Retention
    var rows = 0
    var bytes = 0
    var unsigned = 0
  }

  private let state: Lock<State>
  private let clearing: BackgroundJob
  private let signing: BackgroundJob

  init(
    _ job: RetentionJob, _ signatures: SignatureJob, retention: Retention, now: @escaping @Sendable () -> Timestamp,
    onFailure: @escaping @Sendable (RepositoryError) -> Void
  ) {
    let state = Lock(State(retention: retention))
    self.state = state
    clearing = BackgroundJob {
      do throws(RepositoryError) {
        try await job.run(state.withLock { $0.retention }, at: now())
      } catch {
        if error.kind != .cancelled { onFailure(error) }
      }
    }
    // Without signatures a search takes longer, and that is all: whatever holds them up is told by those that it hurts.
    signing = BackgroundJob { try? await signatures.run() }
  }

  /// Removes by another measure from now on.
  func set(_ retention: Retention) {
    state.withLock { $0.retention = retention }
    start()
  }

  /// Counts what was written, and starts when it is time.
  func wrote(_ outcome: LogBatch.Outcome) {
    let (clears, signs) = state.withLock { state in
      state.rows += outcome.kept + outcome.events
      state.bytes += outcome.size
      state.unsigned += outcome.kept
      return (
        state.rows >= Self.interval.rows || state.bytes >= Self.interval.bytes, state.unsigned >= Self.signedAtOnce
      )
    }
    if clears { clear() }
    if signs { sign() }
  }

  /// Begins soon; a failure is told.
  func start() {
    clear()
    sign()
  }

  private func clear() {
    state.withLock { ($0.rows, $0.bytes) = (0, 0) }
    clearing.start()
  }

  private func sign() {
    state.withLock { $0.unsigned = 0 }
    signing.start()
  }

  /// Returns when no job is in progress.
  func settle() async {
    await clearing.settle()
    await signing.settle()
  }

  /// Ends the jobs in progress; there are no other ones.
  func stop() async {
    await clearing.stop()
    await signing.stop()
  }
}
