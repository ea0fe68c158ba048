import Glibc
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// With services of the test's making.
typealias BenchUnderTest = RunningBench<FakeServices>

extension BenchUnderTest {
  /// 2026-11-21T14:03:07Z, unless the test moves it.
  static var start: Timestamp { Timestamp(microseconds: 1_795_269_787_000_000) }

  convenience init(
    _ width: Int = 100, _ height: Int = 30, services: FakeServices = FakeServices(), editor: [String] = ["editor"]
  ) throws {
    let clock = services.clock
    try self.init(width, height, running: services, editor: editor) { clock.withLock { $0 } }
  }
}

/// The commands that nobody has given other keys, made once: they are the same in every test.
enum TestCommands {
  static let standard = Result { try CommandSet() }
}

/// The services behind a workbench under test.
protocol BenchServices: Sendable {
  var all: Services { get }
}

extension FakeServices: BenchServices {}
extension LiveServices: BenchServices {}

/// The whole program on a screen in memory. Tests press keys, wait until it is idle, and look at the picture; none sleeps.
final class RunningBench<Behind: BenchServices>: Sendable {
  let terminal: MemoryTerminal
  let services: Behind
  private let activity: Activity
  /// By how much its clock is ahead of the test's.
  private let ahead: Lock<Duration>

  init(
    _ width: Int, _ height: Int, running services: Behind, editor: [String] = ["editor"],
    now: @escaping @Sendable () -> Timestamp
  ) throws {
    let terminal = MemoryTerminal(size: Size(width: width, height: height))
    let ahead = Lock(Duration.zero)
    self.ahead = ahead
    let runtime = Runtime(
      terminal: terminal, services: services.all, commands: try TestCommands.standard.get(), editor: editor
    ) { now().advanced(by: ahead.withLock { $0 }) }
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
    await quietFrame().text
  }

  /// The frame of that moment, with its styles.
  func idleFrame() async -> Frame {
    await frame { $0.isIdle }
  }

  func press(_ keys: String...) async throws {
    for key in keys {
      try terminal.press(key)
      await quietFrame()
    }
  }

  /// Does what a dangerous question asks about, once its keys count.
  func confirm() async throws {
    pass(.seconds(1))
    try await press("Ctrl-T")
  }

  /// Time goes by.
  func pass(_ duration: Duration) {
    ahead.withLock { $0 += duration }
  }

  func type(_ text: String) async {
    terminal.type(text)
    await quietFrame()
  }

  /// Until something that comes from elsewhere is on screen: all of these texts, in one frame.
  ///
  /// The frame may lack what a run in progress, another program or a server tells a moment later: such texts are named here
  /// too, and not looked for in the frame of the first.
  @discardableResult
  func shows(_ texts: String...) async -> String {
    await until { shown in texts.allSatisfy { shown.contains($0) } }
  }

  /// Until something is on screen while work is in progress.
  func appears(_ text: String) async {
    while true {
      let before = activity.current.frames
      if terminal.frame.text.contains(text) { return }
      await activity.wait { $0.hasEnded || $0.frames != before }
      if isOver { return }
    }
  }

  /// Until something that went elsewhere is off the screen.
  @discardableResult
  func hides(_ text: String) async -> String {
    await until { !$0.contains(text) }
  }

  /// Until that holds of the screen.
  @discardableResult
  func until(_ isWanted: (String) -> Bool) async -> String {
    while true {
      let before = activity.current.generation
      let shown = await quiet()
      if isWanted(shown) { return shown }
      await activity.wait { $0.hasEnded || $0.generation != before }
      if isOver { return terminal.frame.text }
    }
  }

  /// The program has ended, or the test's time is over: then the screen that it waited on says why.
  private var isOver: Bool {
    if Task.isCancelled { Issue.record("waited in vain on this screen:\n\(terminal.frame.text)") }
    return Task.isCancelled || activity.current.hasEnded
  }

  /// Until the program has ended by itself.
  func ended() async {
    await activity.ended()
  }

  /// The frame without its text: tests press thousands of keys, and a text costs a fourth of what drawing costs.
  @discardableResult
  private func quietFrame() async -> Frame {
    await frame { $0.isQuiet }
  }

  private func frame(when isWanted: @escaping @Sendable (Activity.Count) -> Bool) async -> Frame {
    await activity.frame(on: terminal, when: isWanted)
  }
}

/// Runs the loop on a thread of its own, as it blocks.
private final class LoopThread: @unchecked Sendable {  // the runtime is touched by that thread alone once it runs
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
        _ = try? Unmanaged<LoopThread>.fromOpaque(argument).takeRetainedValue().runtime.run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }
}
