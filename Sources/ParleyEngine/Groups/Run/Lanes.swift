/// Things that run at the same time, as many at once as there may be: each lane takes the next thing when it is done with one.
struct Lanes: Sendable {
  let count: Int
  let limit: Int
  let onFailure: RequestGroup.OnFailure
  /// Whether nobody waits for a word about each of those that are not begun once the run is stopped.
  var isOpenEnded = false

  private struct State {
    var next = 0
    var results: [NodeResult]
    var isOver = false
  }

  /// - Parameters:
  ///   - perform: does the thing of an index.
  ///   - leave: returns the result of one that was not begun because another failed.
  func results(
    of perform: @escaping @Sendable (Int) async -> NodeResult, leave: (Int) async -> NodeResult
  ) async -> [NodeResult] {
    let state = Lock(State(results: Array(repeating: .neverRan, count: count)))
    await withTaskGroup(of: Bool.self) { lanes in
      for _ in 0..<min(max(1, limit), count) {
        // Each has begun before the next one does: things start in the order in which they are written.
        lanes.addImmediateTask { await run(perform, state) }
      }
      for await isFailure in lanes where isFailure && onFailure == .cancel { lanes.cancelAll() }
    }
    var (begun, results) = state.withLock { state in
      defer { state.results = [] }
      return (state.next, state.results)
    }
    while begun < count {
      results[begun] = await leave(begun)
      begun += 1
      if isOpenEnded, Task.isCancelled { break }
    }
    return begun < count ? Array(results.prefix(begun)) : results
  }

  /// - Returns: whether it ended with a failure that the others must know of.
  private func run(_ perform: @Sendable (Int) async -> NodeResult, _ state: borrowing Lock<State>) async -> Bool {
    while let index = take(state) {
      let result = await perform(index)
      let isOver = result.failed && onFailure != .continue
      state.withLock { state in
        state.results[index] = result
        state.isOver = state.isOver || isOver
      }
      if isOver { return true }
    }
    return false
  }

  private func take(_ state: borrowing Lock<State>) -> Int? {
    state.withLock { state in
      guard !state.isOver, state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }
}
