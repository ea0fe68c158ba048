import Glibc

/// A thread for one piece of work that blocks, or that owns what is not thread-safe. No signal is delivered to it.
package struct SystemThread: Sendable {
  private let id: pthread_t

  private final class Work {
    let body: () -> Void
    let end: @Sendable () -> Void

    init(_ body: @escaping () -> Void, _ end: @escaping @Sendable () -> Void) { (self.body, self.end) = (body, end) }
  }

  /// - Parameters:
  ///   - stackSize: in bytes; the system's own where none is given.
  ///   - end: called on the thread when all that `body` held is released.
  /// - Returns: a thread to join or detach; nil if the system has none left.
  package static func start(
    stackSize: Int? = nil, _ body: sending @escaping () -> Void, end: @escaping @Sendable () -> Void = {}
  ) -> SystemThread? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let work = Unmanaged.passRetained(Work(body, end))
    var id = pthread_t()
    if pthread_create(&id, &attributes, run, work.toOpaque()) == 0 { return SystemThread(id: id) }
    work.release()
    return nil
  }

  /// Waits for its end.
  package func join() { pthread_join(id, nil) }

  /// Lets it end by itself.
  package func detach() { pthread_detach(id) }

  package var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
    guard let work else { return nil }
    blockSignals()
    perform(work)()
    return nil
  }

  /// Performs the work, and releases everything it holds on return.
  private static func perform(_ work: UnsafeMutableRawPointer) -> @Sendable () -> Void {
    let work = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
    work.body()
    return work.end
  }

  /// Signals are the main thread's; and writing to a connection that is gone (SIGPIPE) must not end the program.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
