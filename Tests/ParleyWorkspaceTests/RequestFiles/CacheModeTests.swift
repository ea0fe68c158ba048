import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A session bypasses the cache, asks nothing else, or is offline", .timeLimit(.minutes(2)))
struct CacheModeTests {
  private let workspace: SendingWorkspace

  init() throws {
    workspace = try SendingWorkspace(
      [.text("first"), .text("second"), .text("third")],
      files: [
        "requests/list.yaml": "url: /items\ncache: { ttl: 60s }\n",
        "requests/other.yaml": "url: /other\nretry: { retries: 3, delay: 10s }\n",
        "groups/both.yaml": "serial: [{ request: list }, { request: other }]\n",
      ])
  }

  private func send(_ id: String, by session: Session) async throws -> String {
    try await session.sending.call(session.sending.render(id)).response().text()
  }

  @Test("bypassed, it is neither read nor written")
  func bypass() async throws {
    let session = try await workspace.open()
    session.cache.mode = .bypass
    #expect(try await send("list", by: session) == "first")
    #expect(try await session.client.cache.list(session.cache.filter()).count == 0)
    session.cache.mode = .automatic
    #expect(try await send("list", by: session) == "second")
    session.cache.mode = .bypass
    #expect(try await send("list", by: session) == "third")
    session.cache.mode = .automatic
    #expect(try await send("list", by: session) == "second")
    await session.close()
  }

  @Test("only from the cache, what has expired is no response; offline it is one; nothing is sent, or sent again")
  func offline() async throws {
    let session = try await workspace.open()
    session.cache.mode = .offline
    let error = await #expect(throws: RequestError.self) { _ = try await send("list", by: session) }
    #expect(error?.code == "network.offline")
    #expect(error?.summary.contains("no response for http://127.0.0.1:") == true)
    #expect(error?.summary.contains("/items, and this session is offline.") == true)
    #expect(error?.advice?.contains("c or O on screen 4") == true)
    session.cache.mode = .automatic
    #expect(try await send("list", by: session) == "first")
    session.cache.mode = .onlyCache
    #expect(try await send("list", by: session) == "first")
    try await session.client.cache.expire(session.cache.filter())
    await #expect(throws: RequestError.self) { _ = try await send("list", by: session) }
    session.cache.mode = .offline
    let stale = try await session.sending.call(session.sending.render("list")).response()
    #expect(try stale.text() == "first")
    #expect(stale.cached?.summary.hasSuffix("old, and this session is offline.") == true)
    await #expect(throws: RequestError.self) { _ = try await send("other", by: session) }
    let run = try session.groups.run("both")
    #expect(await !run.result().succeeded)
    #expect(workspace.server.requests.count == 1)
    await session.close()
  }

  /// With the body of the request `list` edited in its cache.
  private func openEdited() async throws -> Session {
    let session = try await workspace.open()
    _ = try await send("list", by: session)
    let id = try #require(try await session.client.cache.list(session.cache.filter()).listings.first?.id)
    #expect(try await session.client.cache.replaceBody(of: id, with: Array("mine".utf8)))
    return session
  }

  @Test("an edited body is the response until it expires, and says that it is edited")
  func edited() async throws {
    let session = try await openEdited()
    let response = try await session.sending.call(session.sending.render("list")).response()
    #expect(try response.text() == "mine" && response.cached?.isByHand == true)
    #expect(response.cached?.summary.hasPrefix("Edited by hand. Fresh for another") == true)
    try await session.flushEvents()
    let all = try await session.store.history.search(try HistoryFilter(reading: ""), limit: 9).entries
    #expect(all.count == 2)
    for (filter, found) in [("is:edited", [all[0]]), ("-is:edited", [all[1]]), ("is:edited mine", [all[0]])] {
      #expect(try await session.store.history.search(try HistoryFilter(reading: filter), limit: 9).entries == found)
    }
    #expect(throws: WorkspaceError.self) { try HistoryFilter(reading: "is:new") }
    await session.close()
  }

  @Test("a step that got an edited body is marked in its run, while it is there and once it is kept")
  func editedInARun() async throws {
    let session = try await openEdited()
    let run = try session.groups.run("both")
    _ = await run.result()
    let live = run.recording.nodes.filter(\.made.isEdited).map(\.status)
    #expect(live == [200])
    try await session.flushEvents()
    let kept = try await session.store.runs.recording(of: run.groupID)
    #expect(kept?.nodes.filter(\.made.isEdited).map(\.status) == [200])
    await session.close()
  }
}
