import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Answers that are kept, as a request's file says", .timeLimit(.minutes(2)))
struct RequestFileCacheTests {
  private static let replies = (1...4).map { RawReply.text("{\"n\":\($0)}") }

  private func sent(_ text: String, times: Int = 2, workspace: String = "", files: [String: String] = [:]) async throws
    -> (Int, Response)
  {
    let workspace = try SendingWorkspace(Self.replies, workspace: workspace, files: files)
    for _ in 1..<times { try await workspace.send(text) }
    let last = try await workspace.send(text)
    return (workspace.server.requests.count, last)
  }

  @Test("Within its time to live a request is answered from the cache, by another start of the program too")
  func within() async throws {
    let (count, response) = try await sent("url: /items\ncache: { ttl: 60s }\n")
    #expect(count == 1 && response.cached?.code == "fresh.wish")
    #expect(try response.json() == ["n": 1])
  }

  @Test("None, zero and off are not at all", arguments: ["", "cache: { ttl: 0s }\n", "cache: off\n"])
  func none(cache: String) async throws {
    #expect(try await sent("url: /items\n\(cache)").0 == 2)
  }

  @Test("A folder says it for its requests, and a request says otherwise")
  func inherited() async throws {
    let folder = ["requests/folder.yaml": "cache: { ttl: 60s }\n"]
    #expect(try await sent("url: /items\n", files: folder).0 == 1)
    #expect(try await sent("url: /items\ncache: off\n", files: folder).0 == 2)
    #expect(try await sent("url: /items\ncache: { ttl: 0s }\n", files: folder).0 == 2)
    #expect(try await sent("url: /items\n", workspace: "defaults: { cache: { ttl: 60s } }\n").0 == 1)
  }

  @Test("A response that is not what was expected is not kept")
  func missed() async throws {
    #expect(try await sent("url: /items\ncache: { ttl: 60s }\nexpect: { status: 201 }\n").0 == 2)
  }

  @Test("What it says is inherited key by key, with its origin")
  func origins() async throws {
    let workspace = try SampleWorkspace()
    let rendered = try await workspace.render(
      "url: /items\ncache: { invalidates: [r], ignoreQuery: all, update: true }\n")
    let cache = rendered.effective.cache
    #expect(cache.ignoreQuery.value == .all && cache.ignoreQuery.origin == .request)
    #expect(cache.ttl.value == nil && cache.ttl.origin == .standard)
    #expect(rendered.request.cache == CachePolicy(updatesCache: true, ignoredQuery: .all, invalidates: ["r"]))
  }
}
