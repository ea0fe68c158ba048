import CGlibcExtras  // where an optimized build finds timespec
import Glibc

/// The time of a processor that an evaluation has taken, on the one or two threads that it uses.
struct WorkClock {
  /// The time that it took until it came to the thread that it is on.
  private var before = Duration.zero
  private var last = Duration.zero
  private var start = WorkClock.ofThread

  /// Looks at the clock. Called on the thread that works.
  mutating func measure() -> Duration {
    last = before + (Self.ofThread - start)
    return last
  }

  /// The work goes on, on the thread that calls this.
  mutating func changeThread() {
    before = last
    start = Self.ofThread
  }

  private static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
