import CGlibcExtras
import Glibc
import Synchronization

/// A thread with a stack of a given size that does one thing, while its maker waits for it.
enum LargeStackThread {
  /// Runs `body` there, and calls `whileWaiting` on this thread every few milliseconds until it has ended.
  /// - Returns: whether there was a thread to be had.
  static func run(bytes: Int, _ body: () -> Void, whileWaiting: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      guard let thread = start(work, bytes: bytes) else { return false }
      while !work.isFinished.load(ordering: .acquiring) {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_nsec += 10_000_000
        if deadline.tv_nsec >= 1_000_000_000 {
          deadline.tv_sec += 1
          deadline.tv_nsec -= 1_000_000_000
        }
        if pthread_timedjoin_np(thread, nil, &deadline) == 0 { return true }
        whileWaiting()
      }
      pthread_join(thread, nil)
      return true
    }
  }

  // The maker waits until the work has ended: nothing is used by two threads at once.
  private final class Work: @unchecked Sendable {
    let body: () -> Void
    let isFinished = Atomic(false)

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }

  private static func start(_ work: Work, bytes: Int) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, bytes)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(work)
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        work.body()
        work.isFinished.store(true, ordering: .releasing)
        return nil
      }, argument.toOpaque())
    if result == 0 { return thread }
    argument.release()
    return nil
  }
}

/// Told by one thread, seen by another: nobody waits for the evaluation any more.
final class AbandonFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
