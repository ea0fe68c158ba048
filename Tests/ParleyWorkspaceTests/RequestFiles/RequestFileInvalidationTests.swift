import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Requests that make others' entries wrong, as files say", .timeLimit(.minutes(2)))
struct RequestFileInvalidationTests {
  @Test("A success removes the entries of the requests it names")
  func invalidates() async throws {
    let workspace = try SendingWorkspace(
      (1...4).map { .text("{\"n\":\($0)}") },
      workspace: "vars: { page: 1 }\n",
      files: ["requests/list.yaml": "url: /items\nquery: { page: '{{page}}' }\ncache: { ttl: 60s }\n"])
    let session = try await workspace.open()
    for page in ["1", "2", "1"] {
      _ = try await session.sending.call(session.sending.render("list", given: ["page": page])).response()
    }
    #expect(workspace.server.requests.count == 2)
    await session.close()
    try await workspace.send("method: POST\nurl: /items\ncache: { invalidates: [list] }\n")
    let again = try await workspace.open()
    #expect(try await again.client.cache.list(again.cache.filter()).count == 0)
    await again.close()
  }

  @Test("A name that no request has is found by check, with the nearest")
  func unknown() throws {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://h' }\n")
    try folder.write("requests/cart/read.yaml", "url: /cart\n")
    try folder.write("requests/cart/folder.yaml", "cache: { invalidates: [nothing] }\n")
    try folder.write("requests/add.yaml", "url: /add\ncache: { invalidates: [cart/raed] }\n")
    let told = try Workspace.load(at: folder.path).diagnostics.map(\.description)
    #expect(
      told.contains(
        "requests/add.yaml:2:24: error: unknown request “cart/raed”; did you mean “cart/read”? [unknown-name]"))
    #expect(told.contains { $0.hasPrefix("requests/cart/folder.yaml:1:24: error: unknown request “nothing”") })
  }
}
