import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Several programs have one event log", .timeLimit(.minutes(1)))
struct SharedLogTests {
  private let folder: TemporaryDirectory
  private let server: RawServer
  private let state: StateFolder

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("hello", headers: ["Content-Type: text/plain"]))
    state = StateFolder(path: folder.path("state"))
    try folder.write("parley: 1\nid: log2\nservers: { api: '\(server.url)' }\n", to: "shop/parley.yaml")
    try folder.write("vars: { place: here }\n", to: "shop/environments/local.yaml")
    try folder.write("vars: { place: there }\n", to: "shop/environments/other.yaml")
    try folder.write("url: /me\n", to: "shop/requests/me.yaml")
  }

  private func session(_ bus: EventBus = EventBus()) async throws -> Session {
    try await Session.open(at: folder.path("shop"), state: state, environment: "local", events: bus, passphraseCost: 16)
  }

  private func services() async throws -> LiveServices {
    let bus = EventBus()
    return LiveServices(try await session(bus), isScratch: false, stateFolder: state, bus: bus)
  }

  /// Of the whole log, once everybody has written what they have heard.
  private func count(_ kind: EventFilter.Kind, _ services: LiveServices...) async throws -> Int {
    for services in services { try await services.session.flushEvents() }
    return try await services[0].session.store.events.count(matching: EventFilter(kinds: [kind]))
  }

  @Test("what another program sends and writes is at once in the strip and in the log of every workbench")
  func atOnce() async throws {
    let (first, second) = (try await services(), try await services())
    let benches = [
      try RunningBench(110, 30, running: first, now: Timestamp.now),
      try RunningBench(110, 30, running: second, now: Timestamp.now),
    ]
    try await benches[1].press("3")
    await benches[1].shows("Events")
    let other = try await session()
    _ = try await other.sending.call(try await other.sending.render("me")).response()
    try await other.flushEvents()
    for bench in benches { await bench.until { $0.contains("/me") && $0.contains("200") } }
    try await other.shared.set("cart", .text("c7"), writer: "somebody")
    try await other.flushEvents()
    for bench in benches { await bench.shows("cart") }
    await other.close()
    await first.close()
    await second.close()
  }

  @Test("one change of shared data is one line, however many programs are told of it")
  func oneLine() async throws {
    let watching = [try await services(), try await services(), try await services()]
    let heard = watching.map { $0.session.shared.changes(of: .key("last")) }
    let other = try await session()
    try await other.shared.set("token", .text("t"), writer: "somebody")
    try await other.shared.remove("token", writer: "somebody")
    try await other.shared.set("last", .text("x"), writer: "somebody")
    for changes in heard { for await _ in changes { break } }
    try await other.flushEvents()
    #expect(try await count(.updateSharedData, watching[0], watching[1], watching[2]) == 2)
    #expect(try await count(.removeSharedData, watching[0], watching[1], watching[2]) == 1)
    await other.close()
    for services in watching { await services.close() }
  }

  @Test("many keys that are removed together are one line too")
  func oneLineOfMany() async throws {
    let watching = [try await services(), try await services()]
    let heard = watching.map { $0.session.shared.changes(of: .key("last")) }
    let other = try await session()
    for number in 0..<12 { try await other.shared.set("many.\(number)", .text("x"), writer: "somebody") }
    try await other.shared.removeAll(prefix: "many.", writer: "somebody")
    try await other.shared.set("last", .text("x"), writer: "somebody")
    for changes in heard { for await _ in changes { break } }
    try await other.flushEvents()
    #expect(try await count(.updateSharedData, watching[0], watching[1]) == 13)
    #expect(try await count(.removeSharedData, watching[0], watching[1]) == 1)
    await other.close()
    for services in watching { await services.close() }
  }

  @Test("what is sent in another environment to be compared is in the log once")
  func elsewhere() async throws {
    let services = try await services()
    let draft = try await services.requests.load("me").saved
    let intent = ElsewhereIntent(SendIntent("me", draft), in: "other", comparedWith: ExchangeID())
    guard case .sent = try await services.history.sendElsewhere(intent) else {
      Issue.record("It was not sent.")
      return
    }
    #expect(try await count(.sent, services) == 1)
    #expect(try await count(.loadRemote, services) == 1)
    await services.close()
  }
}
