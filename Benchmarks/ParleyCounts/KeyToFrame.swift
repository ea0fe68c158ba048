import Glibc
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import Workbench
import WorkbenchLive
import WorkbenchState

/// Keys from the key to the frame, in a workbench on a screen in memory: those that move the cursor of each screen, and those of the
/// screen of groups that are about all the steps of a large group.
enum KeyToFrame {
  private static let screens = ["requests", "groups", "events", "cache", "shared", "history"]

  static let all: [String: CountedWork.Work] = moving.merging(stepping) { $1 }

  private static let moving: [String: CountedWork.Work] = Dictionary(
    uniqueKeysWithValues: screens.enumerated().map { index, name in
      ("key-\(name)", pressing(["j", "k"], after: ["\(index + 1)"]))
    })

  private static let stepping: [String: CountedWork.Work] = [
    "key-moving": pressing(["J", "K"], after: ["2", "Enter"], in: .steps(40)),
    "key-filter": pressing(["9", "Backspace"], after: ["2", "F5", "Enter", "f"], in: .elements(200)),
  ]

  private static func pressing(
    _ keys: [String], after first: [String], in group: LargeGroup? = nil
  ) -> CountedWork.Work {
    { rounds, place in
      try group?.write(below: place.folder)
      try await press(keys, after: first, rounds, place)
    }
  }

  private static func press(
    _ keys: [String], after first: [String], _ rounds: Rounds, _ place: CountedPlace
  ) async throws {
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
    try await press(first, on: terminal, activity)
    try await rounds.counting { count in
      for round in 0..<count { try await press([keys[round % keys.count]], on: terminal, activity) }
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
