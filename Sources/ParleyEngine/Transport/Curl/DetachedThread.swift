import Dispatch
import Glibc

/// A thread of its own for work that owns what is not thread-safe.
package enum DetachedThread {
  /// Those that run.
  private static let running = DispatchGroup()

  /// Blocks until no such thread has work any more, but no longer than that. For the end of a process.
  package static func waitForAll(within limit: Duration) {
    _ = running.wait(timeout: .now() + .microseconds(Int(limit.inMicroseconds)))
  }

  private final class Work {
    let body: @Sendable () -> Void
    let isAwaited: Bool

    init(_ body: @escaping @Sendable () -> Void, isAwaited: Bool) {
      (self.body, self.isAwaited) = (body, isAwaited)
    }
  }

  /// Runs `body` on a fresh thread, to which no signal is delivered.
  /// - Parameter isAwaited: whether the end of a process waits for it; false for one that ends by being told to.
  /// - Returns: whether the system gave a thread.
  static func start(isAwaited: Bool = true, _ body: @escaping @Sendable () -> Void) -> Bool {
    if isAwaited { running.enter() }
    let work = Unmanaged.passRetained(Work(body, isAwaited: isAwaited))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(&thread, &attributes, run, work.toOpaque())
    if result != 0 {
      work.release()
      if isAwaited { running.leave() }
    }
    return result == 0
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    blockSignals()
    if runAndRelease(context) { running.leave() }
    return nil
  }

  /// What the work holds is gone when this returns.
  /// - Returns: whether it is awaited.
  private static func runAndRelease(_ context: UnsafeMutableRawPointer) -> Bool {
    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    work.body()
    return work.isAwaited
  }

  /// Signals are the main thread's; and writing to a connection that is gone (SIGPIPE) must not end the program.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
