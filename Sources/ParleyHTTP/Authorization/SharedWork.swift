/// Work that is done once for all who wait for it, and ends when nobody waits for it any more.
final class SharedWork<Value: Sendable>: Sendable {
  private struct Job {
    let number: Int
    let task: Task<Value, Never>
    var waiting: Int
  }

  private struct State {
    var jobs: [String: Job] = [:]
    var count = 0
  }

  private let state = Lock(State())

  /// - Parameter key: the work's key. Callers with the same key meanwhile wait for the same value.
  func value(for key: String, _ work: @escaping @Sendable () async -> Value) async -> Value {
    let (number, task) = join(key, work)
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave(key, number)
    }
  }

  private func join(
    _ key: String, _ work: @escaping @Sendable () async -> Value
  ) -> (number: Int, task: Task<Value, Never>) {
    state.withLock { state in
      if var job = state.jobs[key] {
        job.waiting += 1
        state.jobs[key] = job
        return (job.number, job.task)
      }
      state.count += 1
      let number = state.count
      let task = Task {
        let value = await work()
        self.end(key, number)
        return value
      }
      state.jobs[key] = Job(number: number, task: task, waiting: 1)
      return (number, task)
    }
  }

  /// Leaves the work, and cancels it if nobody else waits. Later callers start it anew.
  private func leave(_ key: String, _ number: Int) {
    let abandoned = state.withLock { state -> Task<Value, Never>? in
      guard var job = state.jobs[key], job.number == number else { return nil }
      job.waiting -= 1
      state.jobs[key] = job.waiting > 0 ? job : nil
      return job.waiting > 0 ? nil : job.task
    }
    abandoned?.cancel()
  }

  private func end(_ key: String, _ number: Int) {
    state.withLock { state in
      if state.jobs[key]?.number == number { state.jobs[key] = nil }
    }
  }
}
