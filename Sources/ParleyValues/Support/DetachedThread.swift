import Dispatch
internal import SystemCalls

/// Starts threads that end by themselves, and waits for them at the end of a process.
package enum DetachedThread {
  /// Those that run.
  private static let running = DispatchGroup()

  /// Blocks until no such thread has work any more, but no longer than that. For the end of a process.
  package static func waitForAll(within limit: Duration) {
    _ = running.wait(timeout: .now() + .microseconds(Int(limit.inMicroseconds)))
  }

  /// Runs `body` on a fresh thread.
  /// - Parameter isAwaited: whether the end of a process waits for it; false for one that ends by being told to.
  /// - Returns: whether the system gave a thread.
  package static func start(isAwaited: Bool = true, _ body: @escaping @Sendable () -> Void) -> Bool {
    let end = { @Sendable in if isAwaited { running.leave() } }
    if isAwaited { running.enter() }
    guard let thread = SystemThread.start(body, end: end) else {
      end()
      return false
    }
    thread.detach()
    return true
  }
}
