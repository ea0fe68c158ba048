import Glibc

/// A value under a lock, with threads that wait for it to change.
final class Monitor<Value>: @unchecked Sendable {  // `value` is touched only while `mutex` is held
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&value)
    pthread_cond_broadcast(changed)
    return result
  }

  /// Tries again at every change until `body` has a result, or nil once the time is up.
  func wait<Result>(timeout: Duration? = nil, _ body: (inout Value) -> Result?) -> Result? {
    let deadline = timeout.map(Self.deadline(after:))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard sleep(until: deadline) else { return body(&value) }
    }
  }

  /// - Returns: false once the deadline has passed.
  private func sleep(until deadline: timespec?) -> Bool {
    guard var deadline else { return pthread_cond_wait(changed, mutex) == 0 }
    return pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT
  }

  private static func deadline(after duration: Duration) -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
      tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  }
}
