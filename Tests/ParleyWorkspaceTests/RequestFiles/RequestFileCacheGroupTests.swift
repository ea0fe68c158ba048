import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A group of entries for each user, as files say", .timeLimit(.minutes(2)))
struct RequestFileCacheGroupTests {
  @Test("The group comes from a template, and each has entries of its own")
  func template() async throws {
    let workspace = try SendingWorkspace(
      (1...4).map { .text("{\"n\":\($0)}") },
      workspace: "vars: { user: ada }\ndefaults: { cache: { ttl: 60s, group: 'user {{user}}' } }\n",
      files: ["requests/list.yaml": "url: /items\n"])
    let session = try await workspace.open()
    for user in ["ada", "grace", "ada"] {
      _ = try await session.sending.call(session.sending.render("list", given: ["user": user])).response()
    }
    #expect(workspace.server.requests.count == 2)
    let groups = try await session.client.cache.list(session.cache.filter()).listings.map(\.group)
    #expect(Set(groups) == ["user ada", "user grace"])
    await session.close()
  }

  @Test("A secret is no name of a group, since lists show it")
  func secret() async throws {
    let workspace = try SendingWorkspace()
    await #expect(throws: RenderError.self) {
      try await workspace.send("url: /\ncache: { ttl: 60s, group: '{{secret}}' }\n")
    }
    #expect(workspace.server.requests.isEmpty)
  }
}
