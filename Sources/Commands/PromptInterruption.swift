@preconcurrency import Dispatch
import Glibc

/// Ends the program by the signals that mean the end, while somebody is asked something: with the status that a shell gives them, and the
/// terminal as it was. Where a command cares for a signal itself, that is left to it.
final class PromptInterruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private var sources: [(number: Int32, source: any DispatchSourceSignal)] = []

  /// - Parameter restore: makes good what the question did to the terminal.
  init(restoring restore: @escaping @Sendable () -> Void) {
    for number in Self.signals where Self.hasDefaultEffect(number) {
      // A source hears of no signal that ends the program by itself.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        restore()
        _exit(128 + number)
      }
      source.resume()
      sources.append((number, source))
    }
  }

  private static func hasDefaultEffect(_ number: Int32) -> Bool {
    var current = sigaction()
    sigaction(number, nil, &current)
    return current.__sigaction_handler.sa_handler == nil
  }

  func end() {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
}
