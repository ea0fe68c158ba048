import Glibc

/// A thread of its own for work that owns what is not thread-safe.
enum DetachedThread {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs `body` on a fresh thread, to which no signal is delivered.
  /// - Returns: whether the system gave a thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(&thread, &attributes, run, work.toOpaque())
    if result != 0 { work.release() }
    return result == 0
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    blockSignals()
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }

  /// Signals are the main thread's; and writing to a connection that is gone (SIGPIPE) must not end the program.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
