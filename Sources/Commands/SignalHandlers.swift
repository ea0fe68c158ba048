@preconcurrency import Dispatch
import Glibc
import ParleyEngine

/// The handlers of this process for signals, in place of their default effect.
///
/// A source of Dispatch is made once for each signal and stays: on Linux a second one for the same signal hears nothing.
package enum SignalHandlers {
  package typealias Handler = @Sendable () -> Void

  private static let handlers = Lock<[Int32: Handler]>([:])
  /// They live as long as the program.
  private static let sources = Lock<[Int32: any DispatchSourceSignal]>([:])

  /// Calls the handler at each such signal from now on, on some thread. A signal that the process was started to ignore, as
  /// `nohup` does with SIGHUP, stays ignored.
  package static func set(_ handler: @escaping Handler, for number: Int32) {
    let isHeard = sources.withLock { sources in
      if sources[number] == nil, !isIgnored(number) { sources[number] = startedSource(number) }
      return sources[number] != nil
    }
    if isHeard { handlers.withLock { $0[number] = handler } }
  }

  /// The signal has its default effect again.
  package static func remove(for number: Int32) {
    handlers.withLock { $0[number] = nil }
  }

  package static func hasHandler(for number: Int32) -> Bool {
    handlers.withLock { $0[number] != nil }
  }

  /// Returns once signals are heard. Another thread registers the source, and what came before that would be lost: the only
  /// Ctrl-C of somebody who is fast.
  private static func startedSource(_ number: Int32) -> any DispatchSourceSignal {
    // A source hears of no signal that ends the program by itself.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.setEventHandler { receive(number) }
    source.resume()
    isRegistered.wait()
    return source
  }

  private static func receive(_ number: Int32) {
    if let handler = handlers.withLock({ $0[number] }) { return handler() }
    signal(number, SIG_DFL)
    // Dispatch blocks signals in its threads, and perhaps in all there are.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, number)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    kill(getpid(), number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    sigaction(number, nil, &current)
    return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
