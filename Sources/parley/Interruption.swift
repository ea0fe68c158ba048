import Commands
import Glibc
import ParleyEngine

/// Ctrl-C cancels the request or stops the run, so that it is kept as cancelled and its programs end; without one it ends the
/// program. The same when somebody else ends it, or the terminal goes. One signal more than there are stops ends the program at once,
/// whatever it waits for.
final class Interruption: Sendable {
  private struct State: Sendable {
    var cancel: (@Sendable () -> Void)?
    /// The first signal that came.
    var signal: Int32?
    /// How many came.
    var count = 0
  }

  private let stops: Int
  private let state = Lock(State())

  /// - Parameter stops: how many there are. A run has two: all of it but what runs always, and that too.
  init(stops: Int = 2) {
    self.stops = stops
    for number in [SIGINT, SIGTERM, SIGHUP] {
      SignalHandlers.set({ [self] in interrupt(by: number) }, for: number)
    }
  }

  private func interrupt(by number: Int32) {
    let (cancel, first) = state.withLock { state in
      let first = state.signal ?? number
      state.signal = first
      state.count += 1
      return (state.count > stops ? nil : state.cancel, first)
    }
    // The main thread, and others, are in the middle of something.
    guard let cancel else { ProcessEnd.atOnce(128 + first) }
    cancel()
    TerminalPrompt.interrupt()
  }

  func does(_ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.cancel = cancel }
  }

  /// Returns the exit status of a command: 128 plus the signal, as in a shell, if a signal interrupted it.
  func status(_ status: ExitStatus) -> ExitStatus {
    guard status == .interrupted, let number = state.withLock({ $0.signal }) else { return status }
    return ExitStatus(rawValue: 128 + number) ?? status
  }
}
