import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Query parameters that do not count, as a request's file says", .timeLimit(.minutes(2)))
struct RequestFileIgnoredQueryTests {
  private func count(_ cache: String) async throws -> Int {
    let workspace = try SendingWorkspace((1...4).map { .text("{\"n\":\($0)}") })
    try await workspace.send("url: /items\nquery: { ts: 1, page: 1 }\ncache: \(cache)\n")
    try await workspace.send("url: /items\nquery: { ts: 2, page: 1 }\ncache: \(cache)\n")
    return workspace.server.requests.count
  }

  @Test("Those that are named do not count, nor any with all")
  func ignored() async throws {
    #expect(try await count("{ ttl: 60s, ignoreQuery: [ts] }") == 1)
    #expect(try await count("{ ttl: 60s, ignoreQuery: all }") == 1)
    #expect(try await count("{ ttl: 60s, ignoreQuery: [page] }") == 2)
    #expect(try await count("{ ttl: 60s }") == 2)
  }

  @Test("What is no list is a mistake with its place", arguments: ["7", "{ ts: 1 }", "[{}]"])
  func mistakes(ignored: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://h' }\n")
    try folder.write("requests/r.yaml", "url: /\ncache: { ignoreQuery: \(ignored) }\n")
    let told = try Workspace.load(at: folder.path).diagnostics.map(\.description)
    #expect(told.count == 1 && told.allSatisfy { $0.hasPrefix("requests/r.yaml:2:") })
  }
}
