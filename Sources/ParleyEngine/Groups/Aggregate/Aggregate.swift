/// Several prepared requests under one handle: how far they are together, and what became of each.
///
/// The first failure does not cancel the others.
///
/// ```swift
/// let uploads = client.prepare(first).together(with: client.prepare(second)).together(with: client.prepare(third))
/// let same = Aggregate(requests.map(client.prepare))
/// same.start()
/// show(same.fraction)
/// for result in await same.results() { … }
/// ```
public final class Aggregate: Sendable {
  /// In the order in which they were given.
  public let calls: [Call]

  /// These calls under one handle; nothing is sent yet.
  public init(_ calls: [Call]) {
    self.calls = calls
  }

  /// The same with one more at the end.
  public func together(with call: Call) -> Aggregate {
    Aggregate(calls + [call])
  }

  /// Starts those that nobody has started.
  public func start() {
    for call in calls { call.start() }
  }

  /// Cancels all that have not ended.
  public func cancel() {
    for call in calls { call.cancel() }
  }

  /// The results so far, in the order of the calls; nil for a call that has not ended.
  public var resultsSoFar: [CallResult?] {
    calls.map { $0.state.result.map(CallResult.init) }
  }

  /// Whether at least one has failed, as one does that was cancelled or whose response was refused.
  public var failed: Bool { resultsSoFar.contains { $0?.failed == true } }

  /// Whether all have ended.
  public var completed: Bool { calls.allSatisfy(\.state.isFinal) }

  /// The part that is done, from 0 to 1: the mean of all of them. Without any it is 1.
  public var fraction: Double {
    guard !calls.isEmpty else { return 1 }
    return calls.reduce(0) { $0 + $1.fractionDone } / Double(calls.count)
  }

  /// Calls a closure with the results of all, in their order, once the last has ended. It starts nothing.
  ///
  /// ```swift
  /// client.prepare(first).together(with: client.prepare(second))
  ///   .then(on: .main) { results in show(results.count { $0.isAccepted }) }
  ///   .start()
  /// ```
  @discardableResult
  public func then(
    on executor: HandlerExecutor = .pool, _ handler: @escaping @Sendable ([CallResult]) -> Void
  ) -> Aggregate {
    let ended = Lock<[CallResult?]>(Array(repeating: nil, count: calls.count))
    if calls.isEmpty { executor.run { handler([]) } }
    for (index, call) in calls.enumerated() {
      call.then(on: .immediate) { result in
        let all = ended.withLock { ended in
          ended[index] = result
          return ended.contains { $0 == nil } ? nil : ended.compactMap(\.self)
        }
        if let all { executor.run { handler(all) } }
      }
    }
    return self
  }

  /// Starts those that nobody has started, and waits for the end of all. Cancelling the waiting task cancels them.
  public func results() async -> [CallResult] {
    start()
    var results: [CallResult] = []
    for call in calls { results.append(CallResult(await call.result())) }
    return results
  }
}

extension Call {
  /// Both under one handle.
  public func together(with call: Call) -> Aggregate {
    Aggregate([self, call])
  }

  /// One that has ended is done, however it did.
  fileprivate var fractionDone: Double {
    switch state {
    case .idle: 0
    case .running(let fraction): fraction
    case .paused: progress.fraction
    case .completed, .failed, .cancelled: 1
    }
  }
}
