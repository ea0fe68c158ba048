/// An executor that calls handlers. Those of one call run one after the other, in order, on any executor.
///
/// ```swift
/// HandlerExecutor { work in DispatchQueue.main.async(execute: work) }
/// ```
public struct HandlerExecutor: Sendable {
  package let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter run: must call the work it is given once, now or later, on any thread.
  public init(_ run: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// Calls handlers where this executor runs its jobs.
  public init(_ executor: any TaskExecutor) {
    self.init { work in Task(executorPreference: executor) { work() } }
  }

  /// Swift's own threads; handlers should not block for long.
  public static let pool = HandlerExecutor { work in Task.detached { work() } }
  /// The main actor.
  public static let main = HandlerExecutor { work in Task { @MainActor in work() } }
  /// Whatever thread brings the news, which may be the transport's: handlers must not block at all.
  public static let immediate = HandlerExecutor { $0() }
}

/// Runs what it is given in order, one at a time, on an executor that may know neither.
final class OrderedDelivery: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Lock(State())
  private let executor: HandlerExecutor

  init(on executor: HandlerExecutor) {
    self.executor = executor
  }

  /// Takes its place in the order; `flush` sets it off.
  func enqueue(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(work) }
  }

  func flush() {
    let begins = state.withLock { state in
      guard !state.waiting.isEmpty, !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    if begins { executor.run { self.runAll() } }
  }

  private func runAll() {
    while let batch = nextBatch() {
      for work in batch { work() }
    }
  }

  private func nextBatch() -> [@Sendable () -> Void]? {
    state.withLock { state in
      defer { state.waiting = [] }
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning ? state.waiting : nil
    }
  }
}
