import Dispatch
internal import GRDB
import ParleyEngine

/// Writes exchanges and events to the log, many in one transaction.
///
/// While one transaction is in progress what comes in waits and makes the next one: the busier, the larger they are. An
/// exchange starts a transaction at once; an event waits at most `patience` for company.
final class LogWriter: Sendable {
  static let patience = DispatchTimeInterval.milliseconds(50)
  /// How many events may wait before those who bring more wait too.
  static let room = 8192

  fileprivate struct State {
    var waiting = LogBatch()
    var isWriting = false
    var isTimerSet = false
    /// Exchanges and events, counted from the start.
    var accepted = 0
    var written = 0
    var watchers: [(target: Int, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())
  private let file: DatabaseFile
  private let bodies: BodyFolder
  private let sealer: any Sealer
  /// The name of this program among those that run groups.
  private let owner: String
  private let timer = DispatchQueue(label: "parley.store.log.timer")
  private let onWritten: @Sendable (LogBatch.Outcome) -> Void

  /// - Parameter onWritten: told after each transaction, on the writer's thread.
  init(
    _ file: DatabaseFile, bodies: BodyFolder, owner: String, sealer: any Sealer,
    onWritten: @escaping @Sendable (LogBatch.Outcome) -> Void
  ) {
    self.file = file
    self.owner = owner
    self.sealer = sealer
    self.bodies = bodies
    self.onWritten = onWritten
  }

  /// How many exchanges and events are not written yet.
  var waiting: Int { state.withLock { $0.accepted - $0.written } }

  /// Returns once the exchange is in the file.
  func keep(_ record: ExchangeRecord) async throws(RepositoryError) {
    // Unchecked, for a batch answers each of its exchanges exactly once, whatever becomes of it.
    let result = await withUnsafeContinuation { done in
      let mustStart = state.withLock { state in
        state.waiting.keeps.append(.init(record: record, done: done))
        state.accepted += 1
        return state.begin()
      }
      if mustStart { startWriting() }
    }
    try result.get()
  }

  /// Returns once there is room for the events, which are written soon.
  func append(_ events: [Event]) async {
    guard !events.isEmpty else { return }
    let (mustSetTimer, accepted) = state.withLock { state in
      state.waiting.events.append(contentsOf: events)
      state.accepted += events.count
      return (state.beginTimer(), state.accepted)
    }
    if mustSetTimer { setTimer() }
    await written(accepted - Self.room)
  }

  /// Takes in what a run did, which is written soon. Of each node only the newest waits, so that it needs no room.
  func note(_ step: RunStep) {
    let mustSetTimer = state.withLock { state in
      if state.waiting.runs.add(step) { state.accepted += 1 }
      return state.beginTimer()
    }
    if mustSetTimer { setTimer() }
  }

  /// Returns once everything that was handed over before is written, or has failed to be.
  func flush() async {
    let (mustStart, target) = state.withLock { state in
      (!state.waiting.isEmpty && state.begin(), state.accepted)
    }
    if mustStart { startWriting() }
    await written(target)
  }

  private func written(_ target: Int) async {
    guard state.withLock({ $0.written < target }) else { return }
    await withCheckedContinuation { wake in
      let isThere = state.withLock { state in
        if state.written < target { state.watchers.append((target, wake)) }
        return state.written >= target
      }
      if isThere { wake.resume() }
    }
  }

  private func setTimer() {
    timer.asyncAfter(deadline: .now() + Self.patience) { [self] in
      let mustStart = state.withLock { state in
        state.isTimerSet = false
        return !state.waiting.isEmpty && state.begin()
      }
      if mustStart { startWriting() }
    }
  }

  private func startWriting() {
    do throws(RepositoryError) {
      try file.workSoon { [self] database in writeOnce(database) }
    } catch {
      let batch = state.withLock { $0.takeWaiting() }
      end(batch, with: batch.fail(with: error))
    }
  }

  /// One transaction; the next one queues up again behind whoever else wants to write.
  private func writeOnce(_ database: Database) {
    let batch = state.withLock { $0.takeWaiting() }
    end(
      batch, with: batch.write(to: database, bodies: bodies, owner: owner, sealer: sealer, explain: file.explain))
  }

  private func end(_ batch: LogBatch, with outcome: LogBatch.Outcome) {
    let (mustGoOn, mustSetTimer, awake) = state.withLock { state in
      (state.goesOn(after: batch), state.beginTimer(), state.takeAwake())
    }
    if mustGoOn { startWriting() }
    if mustSetTimer { setTimer() }
    for watcher in awake { watcher.resume() }
    onWritten(outcome)
  }
}

extension LogWriter.State {
  /// Whether the caller is the one to start the writing.
  fileprivate mutating func begin() -> Bool {
    defer { isWriting = true }
    return !isWriting
  }

  /// Whether the caller is the one to set the timer.
  fileprivate mutating func beginTimer() -> Bool {
    guard !isWriting, !isTimerSet, waiting.hasNotes else { return false }
    isTimerSet = true
    return true
  }

  fileprivate mutating func takeWaiting() -> LogBatch {
    defer { waiting = LogBatch() }
    return waiting
  }

  /// Counts what was written; goes on at once when exchanges wait, or many events, or somebody for them.
  fileprivate mutating func goesOn(after batch: LogBatch) -> Bool {
    written += batch.count
    let isPressed = waiting.noted >= LogWriter.room || watchers.contains { $0.target > written }
    isWriting = !waiting.keeps.isEmpty || isPressed && !waiting.isEmpty
    return isWriting
  }

  fileprivate mutating func takeAwake() -> [CheckedContinuation<Void, Never>] {
    guard !watchers.isEmpty else { return [] }
    let awake = watchers.filter { $0.target <= written }
    watchers.removeAll { $0.target <= written }
    return awake.map(\.wake)
  }
}
