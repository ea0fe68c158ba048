/// Does something that may not notice that it is no longer wanted.
/// - Returns: `otherwise` as soon as the task is cancelled, whether or not the work has ended.
func unlessTaskIsCancelled<Value: Sendable>(
  _ otherwise: Value, _ work: @escaping @Sendable () async -> Value
) async -> Value {
  let race = ValueRace<Value>()
  let task = Task { race.end(with: await work()) }
  return await withTaskCancellationHandler {
    await race.winner()
  } onCancel: {
    task.cancel()
    race.end(with: otherwise)
  }
}

/// Gives the first of several results to the one who waits.
private final class ValueRace<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case won(Value)
    case over
  }

  private let state = Lock(State.open)

  func winner() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        if case .won(let value) = state {
          state = .over
          return value
        }
        state = .awaited(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  func end(with value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .open:
        state = .won(value)
        return nil
      case .awaited(let continuation):
        state = .over
        return continuation
      case .won, .over: return nil
      }
    }
    waiting?.resume(returning: value)
  }
}
