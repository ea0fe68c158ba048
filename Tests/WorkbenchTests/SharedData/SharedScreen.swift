import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport

@testable import Workbench
@testable import WorkbenchLive

/// The screen of shared data over a real session, in a folder of its own.
final class SharedScreen: Sendable {
  let folder: TemporaryDirectory
  let bench: RunningBench<LiveServices>
  let session: Session

  static let workspace = """
    # A comment that stays.
    parley: 1
    id: shared5
    servers: { api: "http://127.0.0.1:1" }   # and this one
    ciphers:
      vault: { passphrase: prompt }
    shared:
      token: { cipher: vault }
      "user.*": { scope: workspace }

    """

  init(
    _ width: Int = 100, _ height: Int = 30, workspace: String = workspace, teams: OneTeam? = nil,
    prepare: (Session) async throws -> Void = { _ in }
  ) async throws {
    folder = try TemporaryDirectory()
    try folder.write(workspace, to: "shop/parley.yaml")
    try folder.write("vars: { place: here }\ncolor: green\n", to: "shop/environments/local.yaml")
    try folder.write("vars: { place: there }\n", to: "shop/environments/other.yaml")
    try folder.write(
      "url: /me\nheaders: { Authorization: 'Bearer {{shared.token}}' }\n", to: "shop/requests/user/me.yaml")
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    session = try await Session.open(
      at: folder.path("shop"), state: state, events: bus, passphraseCost: 16, teams: teams)
    try await prepare(session)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus, teams: teams)
    bench = try RunningBench(width, height, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("5")
  }

  /// Another program on the same workspace.
  func other(state: String = "state") async throws -> Session {
    try await Session.open(at: folder.path("shop"), state: StateFolder(path: folder.path(state)), passphraseCost: 16)
  }

  /// The next program, on what this one would leave on the disk if it died now: nothing tells it that it ends, and nobody holds its locks.
  func openedAfterKill() async throws -> RunningBench<LiveServices> {
    _ = try await FinishedProcess.run("/bin/cp", ["-a", folder.path("state"), folder.path("left")])
    return try await opened(state: "left")
  }

  /// The workbench closed, and opened again in a screen of the same size.
  func reopened() async throws -> RunningBench<LiveServices> {
    let bench = try await opened()
    try await bench.press("5")
    return bench
  }

  /// Another program on the same workspace, as it comes up.
  func opened(state name: String = "state") async throws -> RunningBench<LiveServices> {
    let state = StateFolder(path: folder.path(name))
    let services = LiveServices(try await other(state: name), isScratch: false, stateFolder: state, bus: EventBus())
    let bench = try RunningBench(120, 30, running: services, now: Timestamp.now)
    await bench.idle()
    return bench
  }

  var file: String {
    get throws { String(decoding: try folder.read("shop/parley.yaml"), as: UTF8.self) }
  }
}

/// Gives one passphrase, as often as it is asked.
struct Passphrase: Prompter {
  let words: String

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer(words) }
  }
}
