/// Says to any number of listeners that something is different now. Who is slow is told once of many changes.
final class ChangeSignal: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isOver = false
  }

  private let state = Lock(State())

  /// Tells of changes from now on, and at once that there is something to look at.
  func stream() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    listener.yield()
    guard let id else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    return stream
  }

  func send() {
    for listener in state.withLock({ $0.listeners }).values { listener.yield() }
  }

  /// Nothing will be different any more.
  func finish() {
    let listeners = state.withLock { state in
      defer { (state.listeners, state.isOver) = ([:], true) }
      return state.listeners
    }
    for listener in listeners.values {
      listener.yield()
      listener.finish()
    }
  }
}
