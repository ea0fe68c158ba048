import Dispatch
import Synchronization
import SystemCalls

/// A thread with a stack of a given size that does one thing, while its maker waits for it.
enum LargeStackThread {
  /// Runs `body` there, and calls `whileWaiting` on this thread every few milliseconds until it has ended.
  /// - Returns: whether there was a thread to be had.
  static func run(bytes: Int, _ body: () -> Void, whileWaiting: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      // The maker waits until the work has ended: nothing is used by two threads at once.
      nonisolated(unsafe) let body = body
      let done = DispatchSemaphore(value: 0)
      let end = { @Sendable in _ = done.signal() }
      guard let thread = SystemThread.start(stackSize: bytes, { body() }, end: end) else { return false }
      while done.wait(timeout: .now() + .milliseconds(10)) == .timedOut { whileWaiting() }
      thread.join()
      return true
    }
  }
}

/// A flag, set by one thread and seen by another: nobody waits for the evaluation any more.
final class AbandonFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
