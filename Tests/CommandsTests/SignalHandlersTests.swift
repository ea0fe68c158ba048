import Commands
import Glibc
import Testing

@Suite("Signals that a command handles", .timeLimit(.minutes(1)))
struct SignalHandlersTests {
  @Test("a signal is handled that comes as soon as its handler is set, the first time and each time after")
  func atOnce() async {
    for _ in 0..<20 {
      let (heard, hear) = AsyncStream.makeStream(of: Void.self)
      SignalHandlers.set({ hear.yield() }, for: SIGUSR2)
      kill(getpid(), SIGUSR2)
      #expect(await heard.first(where: { true }) != nil)
      SignalHandlers.remove(for: SIGUSR2)
    }
  }

  @Test("a signal that the process was started to ignore stays ignored")
  func ignored() {
    signal(SIGURG, SIG_IGN)
    SignalHandlers.set({}, for: SIGURG)
    #expect(!SignalHandlers.hasHandler(for: SIGURG))
  }
}
