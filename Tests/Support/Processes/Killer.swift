import Glibc

/// Kills a process and its group after a time, unless it is cancelled before.
final class Killer: Sendable {
  private enum Phase { case waiting, cancelled, killed }

  private let phase = Monitor(Phase.waiting)

  init(of process: pid_t, after limit: Duration) {
    startThread { [phase] in
      guard !phase.wait(for: limit, until: { $0 != .waiting }) else { return }
      phase.withLock { phase in
        guard phase == .waiting else { return }
        kill(-process, SIGKILL)
        phase = .killed
      }
    }
  }

  /// Call it before the process is waited for, so that its number is nobody else's yet.
  /// - Returns: whether it was killed.
  func cancel() -> Bool {
    phase.withLock { phase in
      if phase == .waiting { phase = .cancelled }
      return phase == .killed
    }
  }
}
