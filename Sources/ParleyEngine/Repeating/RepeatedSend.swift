/// A request that is sent many times, some of them at once.
///
/// ```swift
/// let sends = RepeatedSend(count: 100, atOnce: 8) { client.prepare(.get("/items")) }
/// let tally = try await sends.run()
/// print(tally.statuses, DurationSpread(tally.durations)?.percentile(95))
/// ```
package final class RepeatedSend: Sendable {
  /// The largest numbers that ``init(count:atOnce:make:)`` takes.
  package static let (mostSends, mostAtOnce) = (1_000_000, 1_000)

  fileprivate struct State {
    var begun = 0
    var tally = SendTally()
    var inFlight: [ExchangeID: Call] = [:]
    var isStopped = false
    var isOver = false
    var waiting: [(seen: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  package let count: Int
  package let atOnce: Int
  private let make: @Sendable () async throws -> Call
  private let state = Lock(State())

  /// - Parameters:
  ///   - count: how often it is sent.
  ///   - atOnce: how many are in flight at most.
  ///   - make: gives the next call, which has not been started.
  package init(count: Int, atOnce: Int, make: @escaping @Sendable () async throws -> Call) {
    self.count = max(1, min(count, Self.mostSends))
    self.atOnce = max(1, min(atOnce, Self.mostAtOnce, self.count))
    self.make = make
  }

  /// The tally so far.
  package var tally: SendTally { state.withLock { $0.tally } }
  package var isOver: Bool { state.withLock { $0.isOver } }
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Sends all. Returns when nothing is in flight any more.
  /// - Throws: the error that `make` throws; nothing further is sent then.
  @discardableResult
  package func run() async throws -> SendTally {
    defer { finish() }
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<atOnce {
        group.addTask { try await self.work { start.duration(to: clock.now) } }
      }
      do {
        try await group.waitForAll()
      } catch {
        stop()
        throw error
      }
    }
    return tally
  }

  /// Sends nothing further, and cancels what is in flight.
  package func stop() {
    let calls = state.withLock { state in
      state.isStopped = true
      return Array(state.inFlight.values)
    }
    for call in calls { call.cancel() }
  }

  /// Returns when more sends than these have ended, by a step that can be seen, or all have.
  package func news(after seen: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.isOver || state.tally.count >= seen + step { return true }
        state.waiting.append((seen, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private var step: Int { max(1, count / 100) }

  private func work(_ elapsed: @Sendable () -> Duration) async throws {
    while take() {
      let call = try await make()
      guard begin(call) else { return }
      do throws(RequestError) {
        let response = try await call.response()
        note(call) { $0.add(response, elapsed: elapsed()) }
      } catch .cancelled where isStopped {
        note(call) { $0.cancelled += 1 }
      } catch {
        note(call) { $0.add(error, elapsed: elapsed()) }
      }
    }
  }

  private func take() -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.begun < count else { return false }
      state.begun += 1
      return true
    }
  }

  /// - Returns: false when it was stopped meanwhile.
  private func begin(_ call: Call) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.inFlight[call.id] = call
      return true
    }
  }

  private func note(_ call: Call, _ change: (inout SendTally) -> Void) {
    let ready = state.withLock { state in
      state.inFlight[call.id] = nil
      change(&state.tally)
      return state.takeReady(step: step)
    }
    for continuation in ready { continuation.resume() }
  }

  private func finish() {
    let ready = state.withLock { state in
      state.isOver = true
      return state.takeReady(step: step)
    }
    for continuation in ready { continuation.resume() }
  }
}

extension RepeatedSend.State {
  fileprivate mutating func takeReady(step: Int) -> [CheckedContinuation<Void, Never>] {
    let ready = waiting.filter { isOver || tally.count >= $0.seen + step }
    waiting.removeAll { isOver || tally.count >= $0.seen + step }
    return ready.map(\.continuation)
  }
}
