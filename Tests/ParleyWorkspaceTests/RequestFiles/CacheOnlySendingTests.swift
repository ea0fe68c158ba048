import ParleyEngine
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Asking only the cache, for a request of a workspace", .timeLimit(.minutes(2)))
struct CacheOnlySendingTests {
  @Test("It replies, or has nothing, and never sends")
  func only() async throws {
    let workspace = try SendingWorkspace(files: ["requests/list.yaml": "url: /items\ncache: { ttl: 60s }\n"])
    let session = try await workspace.open()
    let rendered = try await session.sending.render("list")
    #expect(try await session.cache.response(to: rendered) == nil)
    #expect(try await session.cache.decision(for: rendered, onlyCache: true).code == "entry.none")
    _ = try await session.sending.call(rendered).response()
    #expect(try await session.cache.response(to: rendered)?.text() == "{}")
    #expect(try await session.cache.decision(for: rendered).action == .use)
    #expect(workspace.server.requests.count == 1)
    await session.close()
  }

  @Test("Another environment has entries of its own")
  func environments() async throws {
    let workspace = try SendingWorkspace(
      files: [
        "requests/list.yaml": "url: /items\ncache: { ttl: 60s }\n", "environments/staging.yaml": "vars: { a: b }\n",
      ])
    let session = try await workspace.open()
    _ = try await session.sending.call(session.sending.render("list")).response()
    try session.select(environment: "staging")
    #expect(try await session.cache.response(to: session.sending.render("list")) == nil)
    #expect(try await session.client.cache.list(session.cache.filter()).count == 0)
    try session.select(environment: "local")
    #expect(try await session.cache.response(to: session.sending.render("list")) != nil)
    await session.close()
  }
}
