import Glibc
internal import ParleyEngine

/// Counts what is going on, so that "idle" is exact: the loop at work, effects in tasks, actions that wait, calls in flight.
package final class Activity: @unchecked Sendable {  // its state is touched only while `mutex` is held
  struct Count {
    /// The loop is handling something, or drawing.
    var isLoopAtWork = true
    var effects = 0
    /// Of those, the ones the program waits for before it ends.
    var lastingEffects = 0
    var waitingActions = 0
    var calls = 0
    /// The loop is over.
    var hasEnded = false
    /// Rises whenever something begins.
    var generation = 0
    /// Rises whenever a frame was drawn.
    var frames = 0

    var isQuiet: Bool { !isLoopAtWork && effects == 0 && waitingActions == 0 }
    var isIdle: Bool { isQuiet && calls == 0 }
  }

  private struct Waiter {
    let id: UInt64
    let isDue: @Sendable (Count) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private var count = Count()
  private var waiters: [Waiter] = []
  private var waitersSoFar: UInt64 = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  var current: Count {
    withLock { $0 }
  }

  func change(_ body: (inout Count) -> Void) {
    let due = withLock { count in
      body(&count)
      let due = waiters.filter { $0.isDue(count) }
      waiters.removeAll { $0.isDue(count) }
      pthread_cond_broadcast(changed)
      return due
    }
    for waiter in due { waiter.continuation.resume() }
  }

  /// Suspends until the count is as wanted, or the task is cancelled.
  func wait(until isDue: @escaping @Sendable (Count) -> Bool) async {
    let id = withLock { _ in
      waitersSoFar += 1
      return waitersSoFar
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDueNow = withLock { count in
          // A task that is cancelled after this line finds the waiter, as both hold the lock.
          let isDueNow = isDue(count) || Task.isCancelled
          if !isDueNow { waiters.append(Waiter(id: id, isDue: isDue, continuation: continuation)) }
          return isDueNow
        }
        if isDueNow { continuation.resume() }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) {
    let waiter = withLock { _ in
      waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
    }
    waiter?.continuation.resume()
  }

  /// Blocks the thread until no effect runs that outlives the screen.
  func waitForLastingEffects() {
    pthread_mutex_lock(mutex)
    while count.lastingEffects > 0 { pthread_cond_wait(changed, mutex) }
    pthread_mutex_unlock(mutex)
  }

  private func withLock<Result>(_ body: (inout Count) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&count)
  }
}
