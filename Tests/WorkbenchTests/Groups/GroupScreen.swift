import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport

@testable import Workbench
@testable import WorkbenchLive

/// The screen of groups over a real session, in a folder of its own. Mocks reply.
final class GroupScreen: Sendable {
  let folder: TemporaryDirectory
  let bench: RunningBench<LiveServices>
  let session: Session

  static let group = """
    serial:
      - request: item/list
      - { local: first, jq: '.items[0]' }
      - request: cart/pay
        with: { body: { json: '{ "total": {{input.total}} }' } }
        when: '$steps.first.total == $steps.first.total'
      - concurrent:
          - { request: item/list, as: again }
          - { local: rest, wait: 1ms }
        limit: 1
      - { local: ids, each: '.again.items', jq: '.id' }
      - { request: item/gone, retry: { retries: 2, delay: 1ms } }
      - { request: item/list, as: last }

    """

  static let mocks = """
    - match: GET /items
      reply: { json: { items: [ { id: 42, total: 99.5 }, { id: 43, total: 12 } ] } }
    - match: POST /pay
      reply: { status: 202, json: { state: paid } }
    - match: GET /gone
      reply: { status: 503, json: { message: "It is gone." } }

    """

  /// - Parameters:
  ///   - file: of the group `shop`.
  ///   - server: replies in place of mocks.
  ///   - files: of the workspace, by their paths, in place of those it has or besides them.
  init(
    _ width: Int = 120, _ height: Int = 36, file: String = group, server: String? = nil,
    environment: String = "vars: { place: here }\n",
    mocks: String = GroupScreen.mocks, files: [String: String] = [:],
    prepare: (Session) async throws -> Void = { _ in }
  ) async throws {
    folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: groups5\nservers: { api: \"\(server ?? "http://127.0.0.1:1")\" }\n", to: "w/parley.yaml")
    try folder.write(environment, to: "w/environments/local.yaml")
    try folder.write("url: /items\n", to: "w/requests/item/list.yaml")
    try folder.write("url: /gone\n", to: "w/requests/item/gone.yaml")
    try folder.write("method: POST\nurl: /pay\n", to: "w/requests/cart/pay.yaml")
    try folder.write(mocks, to: "w/mocks/all.yaml")
    try folder.write(file, to: "w/groups/shop.yaml")
    for (path, text) in files { try folder.write(text, to: "w/\(path)") }
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    session.mocks.isOn = server == nil
    try await prepare(session)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    // The files are there as long as the program runs.
    bench = try RunningBench(width, height, running: services) { [folder] in
      withExtendedLifetime(folder) { Timestamp.now() }
    }
    await bench.idle()
    try await bench.press("2")
    await bench.idle()
  }

  /// The program, started again on the same workspace.
  func restarted() async throws -> RunningBench<LiveServices> {
    let bench = try await opened()
    try await bench.press("2")
    return bench
  }

  /// The same, as it comes up.
  func opened(state name: String = "state") async throws -> RunningBench<LiveServices> {
    let bus = EventBus()
    let state = StateFolder(path: folder.path(name))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    session.mocks.isOn = true
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let bench = try RunningBench(120, 36, running: services, now: Timestamp.now)
    await bench.idle()
    return bench
  }

  /// The next program, on what this one would leave on the disk if it died now.
  func openedAfterKill() async throws -> RunningBench<LiveServices> {
    _ = try await FinishedProcess.run("/bin/cp", ["-a", folder.path("state"), folder.path("left")])
    return try await opened(state: "left")
  }

  /// What was kept of the newest run.
  func newest() async throws -> RunRecording {
    try await session.flushEvents()
    return try await session.runs.recording(of: session.runs.kept("last"))
  }
}

extension GroupScreen {
  /// Gives the request of a step that waits the header `X-Note`.
  /// - Returns: the screen with the request open, and once it is edited.
  @discardableResult
  func addNote(_ value: String, toRequestOf step: String) async throws -> (opened: String, applied: String) {
    try await bench.press("I")
    let opened = await bench.shows("Request of \(step)")
    try await bench.press("]", "a")
    await bench.type("X-Note")
    try await bench.press("Enter")
    await bench.type(value)
    try await bench.press("Enter", "Ctrl-S")
    return (opened, await bench.shows("✎ edited"))
  }
}
