package import TerminalKit

// For whoever drives the program on a screen in memory: tests, and what counts its instructions.
extension Activity {
  /// Suspends until nothing is in flight and nothing waits, and the loop sleeps.
  /// - Returns: the frame of that moment; the last one of a program that has ended.
  @discardableResult
  package func idleFrame(on terminal: MemoryTerminal) async -> Frame {
    await frame(on: terminal) { $0.isIdle }
  }

  func frame(on terminal: MemoryTerminal, when isWanted: @escaping @Sendable (Count) -> Bool) async -> Frame {
    while true {
      await wait { $0.hasEnded || isWanted($0) }
      // A program that has ended draws no more, and a test whose time is over waits no more: its last frame is the result.
      if current.hasEnded || Task.isCancelled { return terminal.frame }
      let before = current.generation
      let frame = await terminal.settled()
      let now = current
      if now.generation == before, isWanted(now) { return frame }
    }
  }

  /// Suspends until the program has ended.
  package func ended() async {
    await wait { $0.hasEnded }
  }
}
