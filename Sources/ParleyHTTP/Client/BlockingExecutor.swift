import Glibc

/// Lets the thread that waits for a task run the task: no other is needed, so that nothing can wait for it in turn.
///
/// Once it waits no longer, what is left of the task goes on in Swift's own threads.
final class BlockingExecutor<Value: Sendable>: TaskExecutor, @unchecked Sendable {  // `mutex` guards `state`
  private struct State {
    var jobs: [UnownedJob] = []
    var value: Value?
    var isWaiting = true
  }

  private enum Step {
    case run([UnownedJob])
    case end(Value?)
  }

  private var state = State()
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = locked { state in
      if state.isWaiting { state.jobs.append(job) }
      return state.isWaiting
    }
    if !isTaken { globalConcurrentExecutor.enqueue(job) }
  }

  func finish(with value: Value) {
    locked { $0.value = value }
  }

  /// Works until the value is there or the time is over. Once only.
  /// - Parameter limit: nil waits forever.
  func run(atMost limit: Duration?) -> Value? {
    let deadline = limit.map { timespec(monotonicIn: $0) }
    while true {
      switch nextStep(before: deadline) {
      case .run(let jobs): for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      case .end(let value): return value
      }
    }
  }

  private func nextStep(before deadline: timespec?) -> Step {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while state.jobs.isEmpty, state.value == nil {
      guard waits(until: deadline) else { break }
    }
    guard state.value == nil, !state.jobs.isEmpty else { return leave() }
    defer { state.jobs = [] }
    return .run(state.jobs)
  }

  private func waits(until deadline: timespec?) -> Bool {
    guard var deadline else { return pthread_cond_wait(changed, mutex) == 0 }
    return pthread_cond_timedwait(changed, mutex, &deadline) == 0
  }

  /// With the mutex held.
  private func leave() -> Step {
    state.isWaiting = false
    for job in state.jobs { globalConcurrentExecutor.enqueue(job) }
    state.jobs = []
    return .end(state.value)
  }

  @discardableResult
  private func locked<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }
}

extension timespec {
  /// That long from now, on the clock that only goes forward; at most a century.
  fileprivate init(monotonicIn duration: Duration) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let (seconds, attoseconds) = min(duration, .seconds(3_000_000_000)).components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    self.init(tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  }
}
