import Glibc
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench

/// The whole program on a screen in memory, with services of the test's making. Tests press keys, wait until it is idle,
/// and look at the picture; none sleeps.
final class BenchUnderTest: Sendable {
  let terminal: MemoryTerminal
  let services: FakeServices
  private let activity: Activity
  private let thread: LoopThread

  /// 2026-11-21T14:03:07Z, unless the test moves it.
  static let start = Timestamp(microseconds: 1_795_269_787_000_000)

  init(
    _ width: Int = 100, _ height: Int = 30, services: FakeServices = FakeServices(), editor: [String] = ["editor"]
  ) throws {
    let terminal = MemoryTerminal(size: Size(width: width, height: height))
    let clock = services.clock
    let runtime = Runtime(
      terminal: terminal, services: services, commands: try CommandSet(), editor: editor, now: { clock.withLock { $0 } }
    )
    self.terminal = terminal
    self.services = services
    activity = runtime.activity
    thread = LoopThread(runtime)
    thread.start()
  }

  /// Ends the program; a test that quits by keys need not.
  deinit {
    terminal.send(.terminate)
  }

  /// Once nothing is in flight and nothing waits, the screen as text.
  @discardableResult
  func idle() async -> String {
    await frame { $0.isIdle }.text
  }

  /// As `idle`, but calls may be in flight: held by the test's transport.
  @discardableResult
  func quiet() async -> String {
    await frame { $0.isQuiet }.text
  }

  /// The frame of that moment, with its styles.
  func idleFrame() async -> Frame {
    await frame { $0.isIdle }
  }

  func press(_ keys: String...) async throws {
    for key in keys {
      try terminal.press(key)
      await quiet()
    }
  }

  func type(_ text: String) async {
    terminal.type(text)
    await quiet()
  }

  /// Until the program has ended by itself.
  func ended() async {
    await thread.ended()
  }

  private func frame(when isWanted: @escaping @Sendable (Activity.Count) -> Bool) async -> Frame {
    while true {
      await activity.wait(until: isWanted)
      let before = activity.current.generation
      let frame = await terminal.settled()
      let now = activity.current
      if now.generation == before, isWanted(now) { return frame }
    }
  }
}

/// Runs the loop on a thread of its own, as it blocks.
///
/// `@unchecked Sendable`: the runtime is touched by that thread alone once it has started.
private final class LoopThread: @unchecked Sendable {
  private let runtime: Runtime
  private let activity: Activity
  private let hasEnded = Lock(false)

  init(_ runtime: Runtime) {
    self.runtime = runtime
    activity = runtime.activity
  }

  func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<LoopThread>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  func ended() async {
    let hasEnded = hasEnded
    await activity.wait { _ in hasEnded.withLock { $0 } }
  }

  private func run() {
    try? runtime.run()
    hasEnded.withLock { $0 = true }
    activity.change { $0.generation += 1 }
  }
}
