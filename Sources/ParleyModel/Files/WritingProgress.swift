import ParleyEngine

/// How far the writing of many files at once has got. Whoever waits for it may stop it: then nothing has been written.
///
/// ```swift
/// let progress = WritingProgress()
/// try WritingProgress.$current.withValue(progress) { try plan.write() }
/// ```
package final class WritingProgress: Sendable {
  /// That of the task.
  @TaskLocal package static var current: WritingProgress?

  private struct State {
    var done = 0
    var total = 0
    var isStopped = false
    var isPutting = false
  }

  private let state = Lock(State())

  package init() {}

  /// How many files are written, and how many there are; the total is 0 before it is known.
  package var count: (done: Int, total: Int) { state.withLock { ($0.done, $0.total) } }
  /// Whether all are written and are put in their places, so that nothing can be stopped any more.
  package var isPutting: Bool { state.withLock { $0.isPutting } }
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// - Returns: whether it came in time.
  @discardableResult
  package func stop() -> Bool {
    state.withLock { state in
      guard !state.isPutting else { return false }
      state.isStopped = true
      return true
    }
  }

  package func begin(_ total: Int) { state.withLock { ($0.done, $0.total) = (0, total) } }

  /// One more file is written.
  /// - Returns: whether to go on.
  package func step() -> Bool {
    state.withLock { state in
      state.done += 1
      return !state.isStopped
    }
  }

  /// From now on it is not stopped any more.
  /// - Returns: false where it was stopped before.
  package func beginPutting() -> Bool {
    state.withLock { state in
      if !state.isStopped { state.isPutting = true }
      return !state.isStopped
    }
  }
}
