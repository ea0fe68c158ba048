/// The handle of one run of a group: idle until started, then in flight, then ended.
///
/// ```swift
/// let run = client.run(checkout, callID: "button")
/// run.onEnd { result in show(result.results) }
/// run.start()
/// …
/// run.stop()
/// ```
public final class Run: Sendable {
  /// The state of a run.
  public enum State: Sendable {
    /// Nobody has started it, or it is in flight.
    case idle, running
    /// Nothing can follow.
    case ended(GroupResult)
  }

  private struct Inner {
    var state = State.idle
    var waiters: [CheckedContinuation<GroupResult, Never>] = []
    var handlers: [@Sendable (GroupResult) -> Void] = []
  }

  /// The group that is run.
  public let group: RequestGroup
  let context: RunContext
  private let inner = Lock(Inner())

  init(_ group: RequestGroup, in context: RunContext) {
    self.group = group
    self.context = context
  }

  /// The identifier of this run, which no other has; every event of its requests carries it.
  public var groupID: String { context.groupID }
  /// As its caller gave it.
  public var callID: String? { context.options.callID }

  /// The current state.
  public var state: State { inner.withLock { $0.state } }

  /// The record of what its nodes have done so far. With many nodes `records(changedSince:)` costs less.
  public var recording: RunRecording { context.ledger.recording }

  /// Says when something of it is different, until it has ended; who is slow is told once of many changes.
  public var changes: AsyncStream<Void> { context.ledger.changes.stream() }

  /// Returns the records that changed since the last call.
  ///
  /// ```swift
  /// var seen = 0
  /// for await _ in run.changes {
  ///   let news = run.records(changedSince: seen)
  ///   seen = news.revision
  ///   for record in news.records { draw(record) }
  /// }
  /// ```
  /// - Parameter revision: as the last look returned it; 0 is everything.
  public func records(changedSince revision: Int) -> (records: [NodeRecord], revision: Int) {
    context.ledger.records(changedSince: revision)
  }

  /// Starts the run. Only the first call counts.
  public func start() {
    let isFirst = inner.withLock { inner in
      guard case .idle = inner.state else { return false }
      inner.state = .running
      return true
    }
    guard isFirst else { return }
    context.stop.begin { self.end(with: await RunExecutor(self.context).run(self.group)) }
  }

  /// Starts if nobody has, and waits for the end. Cancelling the waiting task stops the run once, as `stop` does.
  public func result() async -> GroupResult {
    start()
    return await withTaskCancellationHandler {
      await outcome()
    } onCancel: {
      stop()
    }
  }

  /// Cancels what is in flight; what has not begun never runs. Nodes that run always still do, unless nothing at all has
  /// begun; a second call stops those too. One that was not started ends when it is.
  public func stop() { context.stop.stop() }

  /// Whether somebody has stopped it; it may not have ended yet.
  public var isStopped: Bool { context.stop.isStopped }

  /// Calls once it has ended, on whatever thread ends it.
  public func onEnd(_ call: @escaping @Sendable (GroupResult) -> Void) {
    let result = inner.withLock { inner -> GroupResult? in
      if case .ended(let result) = inner.state { return result }
      inner.handlers.append(call)
      return nil
    }
    if let result { call(result) }
  }

  private func outcome() async -> GroupResult {
    await withCheckedContinuation { continuation in
      let result = inner.withLock { inner -> GroupResult? in
        if case .ended(let result) = inner.state { return result }
        inner.waiters.append(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private func end(with result: GroupResult) {
    let (waiters, handlers) = inner.withLock { inner in
      defer { (inner.waiters, inner.handlers) = ([], []) }
      inner.state = .ended(result)
      return (inner.waiters, inner.handlers)
    }
    for waiter in waiters { waiter.resume(returning: result) }
    for handler in handlers { handler(result) }
  }
}
