import ParleyEngine
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchLive

@Suite("Pasting outside of a field", .timeLimit(.minutes(1)))
struct PasteTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("{}"))
    try folder.write("parley: 1\nid: paste1\nservers: { api: 'http://127.0.0.1:1' }\n", to: "w/parley.yaml")
    try folder.write("vars: {}\n", to: "w/environments/local.yaml")
    try folder.write("url: /first\n", to: "w/requests/first.yaml")
  }

  private func services(scratch: Bool = false) async throws -> LiveServices {
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let root = scratch ? try ScratchWorkspace.make(in: state) : folder.path("w")
    let session = try await Session.open(at: root, state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: scratch, stateFolder: state, bus: bus, currentFolder: folder.path("desk"))
  }

  private func bench(scratch: Bool = false) async throws -> RunningBench<LiveServices> {
    let bench = try RunningBench(100, 30, running: try await services(scratch: scratch), now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try FileSystem.read(folder.path(file), limit: 1 << 20), as: UTF8.self)
  }

  private var address: String { server.url.replacing("http://", with: "") }

  @Test("a URL opens a request ready to send, from any screen; the open one stays as it is", arguments: ["1", "3"])
  func url(screen: String) async throws {
    let bench = try await bench()
    try await bench.press(screen)
    bench.terminal.send(.paste("\(address)/pasted"))
    let shown = await bench.shows("/pasted")
    #expect(shown.contains("No scheme: uses http"))
    try await bench.press("F5")
    await bench.shows("200 OK")
    #expect(server.requests.last?.target == "/pasted")
    #expect(try text("w/requests/first.yaml") == "url: /first\n")
  }

  @Test("a request that was pasted keeps its history when it is saved")
  func history() async throws {
    let bench = try await bench()
    bench.terminal.send(.paste("POST \(address)/items {\"a\": 1}"))
    await bench.shows("/items")
    try await bench.press("F5")
    await bench.shows("200 OK")
    try await bench.press("Ctrl-S", "Ctrl-U")
    await bench.type("items/new")
    try await bench.press("Enter")
    await bench.shows("items/new")
    #expect(try text("w/requests/items/new.yaml").contains("method: POST"))
    let history = try await bench.services.history.history(of: "items/new", limit: 10)
    #expect(history.count == 1 && history.first?.status == 200)
  }

  @Test("what a pasted command carried is kept on this machine, and that is said")
  func secrets() async throws {
    let bench = try await bench()
    bench.terminal.send(.paste("curl \(address)/me -H 'Authorization: Bearer hunter22'"))
    let shown = await bench.shows("Kept encrypted on this machine, in Shared data")
    #expect(!shown.contains("hunter22"))
    try await bench.press("F5")
    await bench.shows("200 OK")
    #expect(server.requests.last?.value(of: "authorization") == "Bearer hunter22")
  }

  @Test("several curl commands make a folder")
  func several() async throws {
    let bench = try await bench()
    bench.terminal.send(.paste("curl \(address)/items\ncurl \(address)/orders -u ada:hunter22\n"))
    #expect(await bench.shows("Import 2 requests").contains("get-items, get-orders"))
    await bench.type("shop")
    try await bench.press("Enter")
    await bench.shows("Wrote 2 requests")
    #expect(try text("w/requests/shop/get-items.yaml").contains("/items"))
    #expect(try !text("w/requests/shop/get-orders.yaml").contains("hunter22"))
  }

  @Test("in a folder without a workspace they make one")
  func scratch() async throws {
    let bench = try await bench(scratch: true)
    try await bench.press("Esc")
    bench.terminal.send(.paste("curl \(address)/items\ncurl \(address)/orders\n"))
    await bench.shows("Import 2 requests")
    await bench.type(folder.path("mine"))
    try await bench.press("Enter", "Enter")
    await bench.shows("Wrote 2 requests")
    #expect(try text("mine/requests/pasted/get-orders.yaml").contains("/orders"))
  }

  @Test("any other text says what can be pasted, and changes nothing")
  func others() async throws {
    let bench = try await bench()
    bench.terminal.send(.paste("Dear all, see below"))
    #expect(await bench.shows("not a URL").contains("first"))
  }

  @Test("a question says which variable of which environment it is, and for which request")
  func question() async throws {
    try folder.write("vars: { password: { secret: prompt } }\n", to: "w/environments/local.yaml")
    try folder.write("url: /first?p={{password}}\n", to: "w/requests/first.yaml")
    let bench = try await bench()
    try await bench.press("F5")
    #expect(
      await bench.shows("Before sending first").contains("“first” needs “password” of the environment local."))
  }
}
