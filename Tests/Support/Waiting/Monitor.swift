import Glibc

/// State that threads share, and can wait on: a mutex and a condition around one value.
public final class Monitor<State>: @unchecked Sendable {  // its value is touched only while the mutex is held
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init(_ state: sending State) {
    self.state = state
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes whoever waits for it.
  public func withLock<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Blocks this thread until the condition holds; false when it does not within `seconds`.
  public func wait(seconds: Int = patience, until holds: (inout State) -> Bool) -> Bool {
    wait(for: .seconds(seconds), until: holds)
  }

  /// Blocks this thread until the condition holds; false when it does not within `limit`.
  public func wait(for limit: Duration, until holds: (inout State) -> Bool) -> Bool {
    var deadline = timespec(endOf: limit)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !holds(&state) {
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return holds(&state) }
    }
    return true
  }
}

extension timespec {
  /// The wall clock's time when `limit` has passed.
  fileprivate init(endOf limit: Duration) {
    self.init()
    clock_gettime(CLOCK_REALTIME, &self)
    let nanoseconds = tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
    tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
    tv_nsec = nanoseconds % 1_000_000_000
  }
}

/// Seconds after which a test that waits for something gives up. Nothing that works takes this long.
public let patience = 20
