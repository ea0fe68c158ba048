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

/// The request without a file is many requests, one after the other: only what one of them sent gets its name.
@Suite("Saving a request that is in no file", .timeLimit(.minutes(1)))
struct ScratchHistoryTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("{}"))
    try folder.write("parley: 1\nid: scratch2\n", to: "shop/parley.yaml")
  }

  private func services(isScratch: Bool) async throws -> LiveServices {
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let root = isScratch ? try ScratchWorkspace.make(in: state) : folder.path("shop")
    let session = try await Session.open(at: root, state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: isScratch, stateFolder: state, bus: bus, currentFolder: folder.path)
  }

  private func send(_ draft: RequestDraft, by services: LiveServices) async throws {
    guard case .started(let call, _, _) = try await services.requests.send(SendIntent(.scratch, draft)) else {
      throw Problem(code: "test", "The request was not sent.")
    }
    _ = try await call.response()
  }

  @Test("gives its name to what it sent, and to nothing that was sent before it", arguments: [true, false])
  func names(isScratch: Bool) async throws {
    let services = try await services(isScratch: isScratch)
    for (method, path) in [("GET", "/text"), ("GET", "/items?page=2"), ("POST", "/xml"), ("GET", "/xml")] {
      try await send(RequestDraft(method: method, url: server.url + path), by: services)
    }
    let draft = RequestDraft(method: "GET", url: "\(server.url)/xml?page=1")
    try await send(draft, by: services)
    if isScratch {
      _ = try await services.workspace.keepScratch(draft, as: "my-xml", in: folder.path("kept"))
    } else {
      _ = try await services.workspace.createFromScratch(draft, as: "my-xml")
    }
    let kept = try await services.session.store.history.recent(10)
    let named = kept.filter { $0.name == "my-xml" }
    #expect(named.map(\.url) == ["\(server.url)/xml?page=1", "\(server.url)/xml"])
    #expect(named.allSatisfy { $0.method == "GET" })
    await services.close()
  }

  @Test("leaves entries of the cache that are refreshed by what was sent")
  func refreshes() async throws {
    let cached = try RawServer.answering(
      inTurn: (1...2).map { .text("\($0)", headers: ["Cache-Control: max-age=60"]) })
    let services = try await services(isScratch: true)
    try await send(RequestDraft(url: cached.url + "/x", headers: [DraftRow("X-Kind", "tea")]), by: services)
    let cache = services.session.client.cache
    let entry = try #require(try await cache.list(services.session.cache.filter(), limit: 1).listings.first)
    _ = try await services.history.perform(CacheIntent(.askAgain, [entry.id]))
    #expect(cached.requests.map { $0.value(of: "X-Kind") } == ["tea", "tea"])
    await services.close()
  }

  @Test("begins with an empty log strip, whatever was sent before; the log itself has all of it")
  func strip() async throws {
    let before = try await services(isScratch: true)
    try await send(RequestDraft(url: server.url + "/before"), by: before)
    await before.close()
    let services = try await services(isScratch: true)
    for subject in [LogSubject.everything, .request(.scratch)] {
      #expect(try await services.history.newestLines(10, of: subject).isEmpty)
    }
    #expect(try await services.session.store.events.latest(10, matching: .all).isEmpty == false)
    try await send(RequestDraft(url: server.url + "/now"), by: services)
    #expect(try await services.history.newestLines(10, of: .everything).isEmpty == false)
    await services.close()
  }

  @Test("two windows keep one each, and who comes later goes on with what is left")
  func twoWindows() async throws {
    let (first, second) = (try await services(isScratch: true), try await services(isScratch: true))
    let (one, two) = (RequestDraft(method: "PUT", url: "http://one.test/"), RequestDraft(url: "http://two.test/"))
    #expect(try await first.requests.load(.scratch).draft == nil)
    try await first.requests.keepDraft(one, of: .scratch, over: RequestDraft())
    #expect(try await second.requests.load(.scratch).draft == nil)
    try await second.requests.keepDraft(two, of: .scratch, over: RequestDraft())
    #expect(try await first.requests.load(.scratch).draft == one)
    #expect(try await second.requests.load(.scratch).draft == two)
    await first.close()
    // What another window has left takes no other's place.
    try await second.requests.dropDraft(of: .scratch)
    #expect(try await second.requests.load(.scratch).draft == nil)
    try await second.requests.keepDraft(two, of: .scratch, over: RequestDraft())
    await second.close()
    var left: Set<RequestDraft> = []
    let later = [try await services(isScratch: true), try await services(isScratch: true)]
    for window in later { left.formUnion([try await window.requests.load(.scratch).draft].compactMap(\.self)) }
    #expect(left == [one, two])
    for window in later { await window.close() }
  }

  private func bench(_ services: LiveServices) async throws -> RunningBench<LiveServices> {
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    return bench
  }

  @Test(
    "is as quick to begin the second time: the URL has the keys, and nothing is left of the request before",
    arguments: [true, false])
  func secondStart(isSameServer: Bool) async throws {
    let services = try await services(isScratch: true)
    var old = RequestDraft(method: "POST", url: isSameServer ? "\(server.url)/cart" : "127.0.0.1:1/cart")
    old.body = .json(#"{"password": "hunter22"}"#)
    try await services.requests.keepDraft(old, of: .scratch, over: RequestDraft())
    let bench = try await bench(services)
    await bench.shows("/cart")
    await bench.type("\(server.url)/users")
    try await bench.press("F5")
    let shown = await bench.shows("200 OK")
    #expect(server.requests.map(\.requestLine) == ["GET /users HTTP/1.1"] && server.requests.last?.body.isEmpty == true)
    #expect(shown.contains("A new request"), "\(shown)")
    try await bench.press("u")
    #expect(await bench.idle().contains("POST ▾"))
  }

  @Test("the URL's field is left by F5, so that the next keys are no part of it")
  func leftBySending() async throws {
    let bench = try await bench(try await services(isScratch: true))
    await bench.type("\(server.url)/items")
    try await bench.press("F5")
    await bench.shows("200 OK")
    try await bench.press("6")
    let shown = await bench.shows("History")
    #expect(shown.contains("/items") && !shown.contains("/items6"), "\(shown)")
  }

  @Test("another path or another port typed into the URL keeps the request")
  func editedAddress() async throws {
    let services = try await services(isScratch: true)
    var old = RequestDraft(method: "POST", url: "\(server.url)/cart")
    old.body = .json("{}")
    try await services.requests.keepDraft(old, of: .scratch, over: RequestDraft())
    let bench = try await bench(services)
    await bench.shows("/cart")
    try await bench.press("End")
    await bench.type("/2")
    try await bench.press("F5")
    await bench.shows("200 OK")
    #expect(server.requests.last?.requestLine == "POST /cart/2 HTTP/1.1")
    try await bench.press("i")
    await bench.type("\(server.url)/other")
    try await bench.press("F5")
    await bench.idle()
    #expect(server.requests.last?.requestLine == "POST /other HTTP/1.1")
  }

  @Test("an exchange opened as a request shows no response of another one")
  func foreignResponse() async throws {
    let services = try await services(isScratch: true)
    try await send(RequestDraft(method: "GET", url: "\(server.url)/one"), by: services)
    try await send(RequestDraft(method: "GET", url: "\(server.url)/two"), by: services)
    let bench = try await bench(services)
    try await bench.press("Esc", "6", "Down", "o")
    let shown = await bench.shows("/one")
    #expect(!shown.contains("last response") && !shown.contains("200 OK"), "\(shown)")
  }

  @Test("a response is compared with one of another request, each told by its method and URL")
  func comparing() async throws {
    let services = try await services(isScratch: true)
    try await send(RequestDraft(method: "POST", url: "\(server.url)/one"), by: services)
    let bench = try await bench(services)
    await bench.type("\(server.url)/two")
    try await bench.press("F5")
    await bench.shows("200 OK")
    try await bench.press("Tab", "=")
    let choices = await bench.shows("Compare the response with")
    let host = server.url.dropFirst("http://".count)
    #expect(choices.contains("the response before, POST \(host)/one"), "\(choices)")
    #expect(choices.contains("shown now  GET \(host)/two"), "\(choices)")
    try await bench.press("Enter")
    let shown = await bench.shows("Two responses")
    #expect(shown.contains("- POST \(host)/one") && shown.contains("+ GET \(host)/two"), "\(shown)")
  }

  @Test("saving it as the first of a workspace leaves the keys where they were")
  func keepsFocus() async throws {
    let bench = try await bench(try await services(isScratch: true))
    await bench.type("\(server.url)/v1/items")
    try await bench.press("Enter", "Ctrl-S")
    let asked = await bench.idle()
    #expect(asked.contains("v1/items") && asked.contains("accept all"), "\(asked)")
    await bench.type(folder.path("made"))
    try await bench.press("Ctrl-S")
    await bench.shows("Saved to requests/v1/items.yaml")
    try await bench.press("?")
    #expect(bench.terminal.text.contains("Keys: Composer"), "\(bench.terminal.text)")
  }
}
