import Glibc
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import Workbench
import WorkbenchLive
import WorkbenchState

/// Keys that move the cursor of each screen, from the key to the frame, in a workbench on a screen in memory.
enum KeyToFrame {
  private static let screens = ["requests", "groups", "events", "cache", "shared", "history"]

  static let all: [String: CountedWork.Work] = Dictionary(
    uniqueKeysWithValues: screens.enumerated().map { index, name in ("key-\(name)", moving(on: "\(index + 1)")) })

  private static func moving(on screen: String) -> CountedWork.Work {
    { rounds, place in try await run(screen, rounds, place) }
  }

  private static func run(_ screen: String, _ rounds: Rounds, _ place: CountedPlace) async throws {
    let bus = EventBus()
    let state = StateFolder(path: "\(place.folder)/state")
    let session = try await Session.open(at: "\(place.folder)/workspace", state: state, events: bus)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let terminal = MemoryTerminal(size: Size(width: 120, height: 36))
    let runtime = Runtime(terminal: terminal, services: services.all, commands: try CommandSet()) {
      Timestamp(microseconds: 1_795_269_787_000_000)
    }
    let activity = runtime.activity
    let loop = Loop(runtime)
    loop.start()
    await activity.idleFrame(on: terminal)
    try await press([screen], on: terminal, activity)
    try await rounds.counting { count in
      for round in 0..<count { try await press([round.isMultiple(of: 2) ? "j" : "k"], on: terminal, activity) }
    }
    terminal.send(.terminate)
    await activity.ended()
    await services.close()
  }

  private static func press(_ keys: [String], on terminal: MemoryTerminal, _ activity: Activity) async throws {
    for key in keys {
      try terminal.press(key)
      await activity.idleFrame(on: terminal)
    }
  }

  /// Runs the loop on a thread of its own, as it blocks.
  private final class Loop: @unchecked Sendable {  // the runtime is touched by that thread alone once it runs
    private let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    func start() {
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          _ = try? Unmanaged<Loop>.fromOpaque(argument).takeRetainedValue().runtime.run()
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      pthread_detach(thread)
    }
  }
}
