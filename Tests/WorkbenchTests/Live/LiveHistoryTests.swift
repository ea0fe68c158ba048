import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// What a request was answered goes where the request goes.
@Suite("The history of a request, over a real session", .timeLimit(.minutes(1)))
struct LiveHistoryTests {
  private let folder: TemporaryDirectory
  private let server: RawServer
  private let state: StateFolder

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("hello", headers: ["Content-Type: text/plain"]))
    state = StateFolder(path: folder.path("state"))
    try folder.write(
      "parley: 1\nid: history1\nservers: { api: '\(server.url)' }\n", to: "shop/parley.yaml")
    try folder.write("vars: { place: here }\n", to: "shop/environments/local.yaml")
    try folder.write("url: /me\n", to: "shop/requests/me.yaml")
  }

  private func services(scratch: Bool = false) async throws -> LiveServices {
    let bus = EventBus()
    let root = scratch ? try ScratchWorkspace.make(in: state) : folder.path("shop")
    let session = try await Session.open(at: root, state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: scratch, stateFolder: state, bus: bus)
  }

  private func send(_ id: RequestID, _ draft: RequestDraft, with services: LiveServices) async throws {
    guard case .started(let call, _, _) = try await services.requests.send(SendIntent(id, draft)) else {
      throw Problem(code: "test", "The request was not sent.")
    }
    _ = try await call.response()
  }

  @Test("after a restart the last response is there; one before it is older")
  func restart() async throws {
    let before = try await services()
    for _ in 0..<2 { try await send("me", try await before.requests.load("me").saved, with: before) }
    await before.close()
    let after = try await services()
    let past = try await after.history.history(of: "me", limit: 9)
    #expect(past.count == 2)
    #expect(try await after.history.exchange(past[0].id).isNewest)
    #expect(try await after.history.exchange(past[0].id).environment == "local")
    #expect(try await !after.history.exchange(past[1].id).isNewest)
    let bench = try RunningBench(100, 30, running: after, now: Timestamp.now)
    let text = await bench.shows("hello")
    #expect(text.contains("last response, "))
    await after.close()
  }

  @Test("a request that is renamed keeps its history")
  func rename() async throws {
    let services = try await services()
    try await send("me", try await services.requests.load("me").saved, with: services)
    _ = try await services.workspace.move("me", to: "user/me", everywhere: false)
    #expect(try await services.history.history(of: "user/me", limit: 9).count == 1)
    #expect(try await services.history.history(of: "me", limit: 9).isEmpty)
    await services.close()
  }

  @Test("saving the scratch request takes along what it has sent, oldest first, under its new name")
  func scratch() async throws {
    let services = try await services(scratch: true)
    let drafts = ["/one", "/two", "/two"].map { RequestDraft(url: "\(server.url)\($0)") }
    for draft in drafts { try await send(.scratch, draft, with: services) }
    _ = try await services.workspace.keepScratch(drafts[1], as: "first", in: folder.path("kept"))
    let past = try await services.history.history(of: "first", limit: 9)
    #expect(past.count == 2)
    let newest = try await services.history.exchange(try #require(past.first).id)
    #expect(newest.isNewest && newest.sent.url == "\(server.url)/two" && newest.request == "first")
    await services.close()
  }
}
