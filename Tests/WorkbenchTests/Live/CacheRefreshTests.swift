import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchServices

/// Many entries may be of one request, each filled in with other values.
@Suite("Refreshing an entry of the cache, over a real session", .timeLimit(.minutes(1)))
struct CacheRefreshTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(inTurn: (1...6).map { .text("\($0)") })
    try folder.write(
      "parley: 1\nid: refresh1\nservers: { api: '\(server.url)' }\nvars: { id: 2 }\n", to: "shop/parley.yaml")
    try folder.write(
      "url: /items/:id\npath: { id: '{{id}}' }\ncache: { ttl: 60s }\n", to: "shop/requests/one.yaml")
    try folder.write(
      "serial:\n  - { request: one, with: { path: { id: 60 } } }\n", to: "shop/groups/look.yaml")
  }

  private func services() async throws -> LiveServices {
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
  }

  private func entries(_ services: LiveServices) async throws -> [CacheListing] {
    let session = services.session
    return try await session.client.cache.list(session.cache.filter(), limit: .max).listings
  }

  @Test("fetches that entry, whatever its request is filled in with now")
  func sameEntry() async throws {
    let services = try await services()
    #expect(try await services.session.groups.run("look").result().succeeded)
    let entry = try #require(try await entries(services).first)
    #expect(entry.label.url.hasSuffix("/items/60") && entry.label.name == "one")
    _ = try await services.history.perform(CacheIntent(.askAgain, [entry.id]))
    #expect(server.requests.map(\.target) == ["/items/60", "/items/60"])
    let after = try await entries(services)
    #expect(after.map(\.label.url) == [entry.label.url] && after.allSatisfy { !$0.isExpired })
    await services.close()
  }

  @Test("keeps the entry as it is where no request would fetch it any more")
  func otherEntry() async throws {
    let services = try await services()
    #expect(try await services.session.groups.run("look").result().succeeded)
    let entry = try #require(try await entries(services).first)
    try folder.write(
      "url: /items/:id\npath: { id: '{{id}}' }\ncache: { ttl: 60s, group: other }\n", to: "shop/requests/one.yaml")
    _ = try await services.session.reload()
    await #expect(throws: (any Error).self) {
      _ = try await services.history.perform(CacheIntent(.askAgain, [entry.id]))
    }
    #expect(server.requests.count == 1)
    #expect(try await entries(services).allSatisfy { !$0.isExpired })
    await services.close()
  }
}
