import Glibc

/// Ends the program by the signals that mean the end, while somebody is asked something: with the status that a shell gives
/// them, and the terminal as it was. Where a command handles a signal itself, that is left to it.
struct PromptInterruption {
  private let signals: [Int32]

  /// - Parameter restore: undoes what the question did to the terminal.
  init(restoring restore: @escaping @Sendable () -> Void) {
    signals = [SIGINT, SIGTERM, SIGHUP].filter { !SignalHandlers.hasHandler(for: $0) }
    for number in signals {
      SignalHandlers.set(
        {
          restore()
          _exit(128 + number)
        }, for: number)
    }
  }

  func end() {
    for number in signals { SignalHandlers.remove(for: number) }
  }
}
