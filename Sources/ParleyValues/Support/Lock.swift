public import Glibc

/// A mutual-exclusion lock around the state it protects.
///
/// `pthread_mutex` rather than the standard library's `Mutex`, because the thread sanitizer does not see the futex
/// calls of `Mutex` on Linux and reports races that are none.
///
/// ```swift
/// let counter = Lock(0)
/// counter.withLock { $0 += 1 }
/// ```
public final class Lock<Value>: @unchecked Sendable {  // `value` is touched only while `mutex` is held
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The lock itself keeps two from reaching it at once.
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Takes the state over; from now on it is reached through ``withLock(_:)`` only.
  @inlinable public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  @inlinable deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the state held. Never calls out, suspends or blocks inside.
  @inlinable public func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
