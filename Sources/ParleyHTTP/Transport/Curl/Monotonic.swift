import Glibc

/// A moment of the clock that only goes forward, in nanoseconds.
struct Monotonic: Comparable {
  private let nanoseconds: Int64

  static let distantFuture = Monotonic(nanoseconds: .max)

  static var now: Monotonic {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Monotonic(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: Monotonic, right: Monotonic) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the moment after a duration; one that lies more than a century ahead never comes.
  func advanced(by duration: Duration) -> Monotonic {
    guard duration < .seconds(4_000_000_000) else { return .distantFuture }
    return Monotonic(nanoseconds: nanoseconds + duration.inMicroseconds * 1000)
  }

  func advanced(byMilliseconds milliseconds: Int) -> Monotonic {
    Monotonic(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
  }

  func duration(to later: Monotonic) -> Duration {
    .nanoseconds(later.nanoseconds - nanoseconds)
  }

  /// Whole milliseconds until `later`, rounded up; none when it has passed.
  func milliseconds(until later: Monotonic) -> Int64 {
    guard later > self else { return 0 }
    return (later.nanoseconds - nanoseconds - 1) / 1_000_000 + 1
  }
}

/// The time by which a transfer must be done. The time it is held does not count.
struct Deadline {
  private(set) var at: Monotonic
  private var remaining: Duration?

  init(in limit: Duration?, from start: Monotonic) {
    at = limit.map(start.advanced) ?? .distantFuture
  }

  mutating func hold(at now: Monotonic) {
    guard at != .distantFuture else { return }
    remaining = now.duration(to: at)
    at = .distantFuture
  }

  mutating func release(at now: Monotonic) {
    guard let remaining else { return }
    at = now.advanced(by: remaining)
    self.remaining = nil
  }
}
