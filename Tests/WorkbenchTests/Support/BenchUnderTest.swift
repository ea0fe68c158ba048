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
    LoopThread(runtime).start()
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
    await activity.wait { $0.hasEnded }
  }

  private func frame(when isWanted: @escaping @Sendable (Activity.Count) -> Bool) async -> Frame {
    while true {
      await activity.wait { $0.hasEnded || isWanted($0) }
      // A program that has ended draws no more: its last frame is the answer.
      if activity.current.hasEnded { return terminal.frame }
      let before = activity.current.generation
      let frame = await terminal.settled()
      let now = activity.current
      if now.generation == before, isWanted(now) { return frame }
    }
  }
}

/// Runs the loop on a thread of its own, as it blocks.
// `@unchecked Sendable`: the runtime is touched by that thread alone once it has started.
private final class LoopThread: @unchecked Sendable {
  private let runtime: Runtime

  init(_ runtime: Runtime) {
    self.runtime = runtime
  }

  func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        try? Unmanaged<LoopThread>.fromOpaque(argument).takeRetainedValue().runtime.run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }
}
