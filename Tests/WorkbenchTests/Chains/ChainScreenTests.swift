import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

/// Requests that were sent in the workbench, over a real session. Mocks reply.
private struct ChainScreen {
  let folder: TemporaryDirectory
  let bench: RunningBench<LiveServices>

  private static let requests = [
    "login": "method: POST\nurl: /login\n", "me": "url: /me\nheaders: { Authorization: 'Bearer token-90071992' }\n",
    "item": "url: /items/:id\npath: { id: item-4711 }\n",
  ]

  private static let mocks = """
    - match: POST /login
      reply: { json: { token: token-90071992, item: item-4711 } }
    - match: GET /me
      reply: { json: { ok: true } }
    - match: GET /items/:id
      reply: { json: { ok: true } }

    """

  init(_ width: Int = 120, _ height: Int = 36, sending: [String] = ["login", "me", "item"]) async throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: chains\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "w/parley.yaml")
    try folder.write("vars: { place: here }\n", to: "w/environments/local.yaml")
    for (name, text) in Self.requests { try folder.write(text, to: "w/requests/\(name).yaml") }
    try folder.write(Self.mocks, to: "w/mocks/all.yaml")
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    session.mocks.isOn = true
    for id in sending { _ = try await session.sending.call(session.sending.render(id)).response() }
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    bench = try RunningBench(width, height, running: services, now: Timestamp.now)
    await bench.idle()
  }

  var group: String {
    get async throws { try await bench.services.groups.loadGroup("shop").saved }
  }

  /// Marks all requests of the tree.
  func markAll() async throws {
    try await bench.press("g", "m", "m", "m")
    await bench.idle()
  }

  /// Names the group, and makes it.
  func make() async throws {
    try await bench.press("Enter", "Ctrl-U")
    await bench.type("shop")
    try await bench.press("Enter")
    await bench.idle()
  }
}

@Suite("Making a group of what happened", .timeLimit(.minutes(1)))
struct ChainScreenTests {
  @Test("marked requests become a group in the order in which they were sent, linked by what they passed on")
  func requests() async throws {
    let screen = try await ChainScreen()
    try await screen.markAll()
    #expect(await screen.bench.idle().contains("◆3 of "))
    try await screen.bench.press("Alt-g")
    let sheet = await screen.bench.idle()
    #expect(sheet.contains("From what happened: 3 steps, 2 links"))
    #expect(sheet.contains("header Authorization  ← login .token  ••••••••"))
    #expect(sheet.contains("path 2  ← login .item  item-4711"))
    #expect(!sheet.contains("token-90071992"))
    try await screen.make()
    #expect(
      try await screen.group == """
        serial:
          - request: login
          - { request: me, with: { headers: { Authorization: "Bearer {{steps.login.token}}" } } }
          - { request: item, with: { path: { id: "{{steps.login.item}}" } } }

        """)
    let shown = await screen.bench.idle()
    #expect(shown.contains("Wrote groups/shop.yaml") && shown.contains("as defined in its file"), "\(shown)")
    try await screen.bench.press("F5")
    #expect(await screen.bench.idle().contains("run 1"))
    try await screen.bench.press("1")
    #expect(!(await screen.bench.idle().contains("◆")))
  }

  @Test("a link that is left, and a step that is left out, are not written; a step that moves takes other links")
  func choices() async throws {
    let screen = try await ChainScreen()
    try await screen.markAll()
    try await screen.bench.press("Alt-g", "j", "j", "Space")
    #expect(await screen.bench.idle().contains("· header Authorization"))
    try await screen.bench.press("J")
    #expect(await screen.bench.idle().contains("3 steps, 1 link"))
    try await screen.bench.press("K")
    let again = await screen.bench.idle()
    #expect(again.contains("· header Authorization") && again.contains("✓ path 2"))
    try await screen.bench.press("Space")
    #expect(await screen.bench.idle().contains("2 steps, 1 link"))
    try await screen.make()
    #expect(
      try await screen.group == """
        serial:
          - request: login
          - { request: item, with: { path: { id: "{{steps.login.item}}" } } }

        """)
  }

  @Test("the line under the cursor says how the value was found, and what stands there now")
  func evidence() async throws {
    let screen = try await ChainScreen(80, 24)
    try await screen.markAll()
    try await screen.bench.press("Alt-g", "j", "j", "j", "j")
    let shown = await screen.bench.idle()
    #expect(shown.contains("{{steps.login.item}}  exact") && shown.contains("in place of item-4711"))
  }

  @Test("marked lines of the log become a group, and are marked no longer; Esc keeps what was marked")
  func log() async throws {
    let screen = try await ChainScreen()
    try await screen.bench.press("3")
    await screen.bench.idle()
    try await screen.bench.press("Alt-g")
    #expect(await screen.bench.idle().contains("No marked line of the log is about an exchange."))
    for key in ["k", "m"] { for _ in 0..<(key == "k" ? 7 : 8) { try await screen.bench.press(key) } }
    try await screen.bench.press("Alt-g")
    #expect(await screen.bench.idle().contains("3 steps, 2 links"))
    try await screen.bench.press("Esc", "Alt-g")
    #expect(await screen.bench.idle().contains("3 steps, 2 links"))
    try await screen.make()
    #expect(try await screen.group.contains("{{steps.login.token}}"))
    try await screen.bench.press("3", "Alt-g")
    #expect(await screen.bench.idle().contains("No marked line of the log is about an exchange."))
  }

  @Test("an exchange of the history is marked, and Esc in the list of requests unmarks it")
  func history() async throws {
    let screen = try await ChainScreen(sending: ["me", "login", "me"])
    try await screen.bench.press("g", "j", "m")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "Tab", "[")
    #expect(await screen.bench.idle().contains("History"))
    try await screen.bench.press("m")
    // The title of the requests counts requests.
    #expect(await screen.bench.idle().contains("◆1 of "))
    try await screen.bench.press("Alt-g")
    let sheet = await screen.bench.idle()
    #expect(sheet.contains("2 steps, 1 link"), "\(sheet)")
    try await screen.bench.press("Esc", "Esc", "Esc")
    let left = await screen.bench.idle()
    #expect(!left.contains("◆") && left.contains("Took off 2 marks: m sets them again."), "\(left)")
  }

  @Test("m marks and goes on; with one mark Esc says that it took off one, and marks of the history are named")
  func oneMark() async throws {
    let screen = try await ChainScreen(sending: ["me"])
    try await screen.bench.press("g", "m")
    #expect(await screen.bench.idle().contains("◆1 of "))
    try await screen.bench.press("Esc")
    #expect(await screen.bench.idle().contains("Took off 1 mark: m sets it again."))
    try await screen.bench.press("6", "m", "1")
    #expect(await screen.bench.idle().contains("◆1 in History"))
  }

  @Test("a group whose name is taken is not made, and nothing is lost by leaving the question")
  func names() async throws {
    let screen = try await ChainScreen()
    try await screen.markAll()
    try await screen.bench.press("Alt-g")
    try await screen.make()
    try await screen.bench.press("1")
    try await screen.markAll()
    try await screen.bench.press("Alt-g")
    await screen.bench.idle()
    try await screen.make()
    #expect(await screen.bench.idle().contains("The group “shop” already exists."))
    try await screen.bench.press("Esc")
    #expect(await screen.bench.idle().contains("3 steps, 2 links"))
  }

  @Test("an exchange without a request file is listed as a new request, which is made with the group")
  func newRequest() async throws {
    let screen = try await ChainScreen(sending: ["login"])
    let session = screen.bench.services.session
    var scratch = RequestDefinition(url: Located("http://127.0.0.1:1/me"))
    scratch.headers = [Row("Authorization", "Bearer token-90071992")]
    _ = try await session.sending.call(session.sending.render(scratch, id: "")).response()
    try await screen.bench.press("3")
    await screen.bench.idle()
    try await screen.bench.press("k", "k", "k", "m", "m", "m", "m")
    try await screen.bench.press("Alt-g")
    let sheet = await screen.bench.idle()
    #expect(sheet.contains("2 steps, 1 link") && sheet.contains("get-me  new request"))
    try await screen.bench.press("j")
    #expect(await screen.bench.idle().contains("Makes requests/get-me.yaml"))
    try await screen.make()
    #expect(await screen.bench.idle().contains("Wrote groups/shop.yaml and requests/get-me.yaml"))
    #expect(try await screen.group.contains("{{steps.login.token}}"))
    let file = String(decoding: try screen.folder.read("w/requests/get-me.yaml"), as: UTF8.self)
    #expect(file.contains("Bearer {{secret(") && !file.contains("90071992"))
  }

  @Test("what an unsaved draft sent is listed, carried over, and can be left")
  func carriedOver() async throws {
    let screen = try await ChainScreen(sending: [])
    let session = screen.bench.services.session
    var draft = try session.files.request("login").definition
    draft.query = [Row("page", "2")]
    _ = try await session.sending.call(session.sending.render(draft, id: "login")).response()
    try await screen.bench.press("g", "m", "m", "Alt-g")
    let sheet = await screen.bench.idle()
    #expect(sheet.contains("✓ query page  was sent  2"), "\(sheet)")
    try await screen.bench.press("j")
    #expect(await screen.bench.idle().contains("the file has none"))
    try await screen.bench.press("Space")
    #expect(await screen.bench.idle().contains("· query page"))
    try await screen.bench.press("Space")
    try await screen.make()
    #expect(try await screen.group.contains("request: login, with: { query: { page: 2 } }"))
  }

  @Test("with nothing marked the key says how to mark")
  func nothing() async throws {
    let screen = try await ChainScreen(sending: [])
    try await screen.bench.press("Alt-g")
    #expect(await screen.bench.idle().contains("Nothing is marked: m marks requests"))
  }
}
