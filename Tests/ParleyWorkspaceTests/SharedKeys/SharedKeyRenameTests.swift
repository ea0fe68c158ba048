import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A shared key gets another name, wherever it is named", .timeLimit(.minutes(2)))
struct SharedKeyRenameTests {
  private let place: SendingWorkspace

  init() throws {
    place = try SendingWorkspace(
      [.json(#"{"o": 1}"#)],
      workspace: """
        shared:
          token: { cipher: gzip, ttl: 30m }   # and this stays
          "user.*": { scope: workspace }
        vars: { bearer: "Bearer {{shared.token}}" }

        """,
      files: [
        "environments/other.yaml": "vars: { a: 1 }\n",
        "requests/login.yaml": """
        url: /login
        capture: { ~token: .t, other: .o }

        """,
        "requests/me.yaml": """
        url: /me/{{ shared.token }}/{{shared.token2}}   # {{shared.token}} in a comment
        headers: { Authorization: "{{bearer}}" }
        expect: { jq: '$shared.token != null and $shared["token"] != ""' }

        """,
        "groups/all.yaml": """
        serial:
          - request: login
          - { local: put, set: { token: '{{shared.other}}' } }
          - request: me
            when: $shared.token == "a"

        """,
        "groups/outer.yaml": "serial: [{ group: all }]\n",
        "mocks/me.yaml": "- match: GET /me\n  reply: { text: '{{shared.token}}' }\n",
      ])
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try place.folder.read("w/\(file)"), as: UTF8.self)
  }

  @Test("its uses are found, and the groups around them")
  func uses() async throws {
    let session = try await place.open()
    #expect(session.workspace.diagnostics.isEmpty)
    let tree = session.sharedKeys.uses.tree(of: "token")
    #expect(
      tree.map { "\($0.kind?.rawValue ?? "") \($0.place.file):\($0.place.line)" } == [
        "captures requests/login.yaml:2", "sets groups/all.yaml:3", "reads parley.yaml:7", "reads mocks/me.yaml:2",
        "reads groups/all.yaml:5", "reads requests/me.yaml:1", "reads requests/me.yaml:3",
        "reads requests/me.yaml:3",
      ])
    let around = try #require(tree.first?.children.first)
    #expect(
      around.subject == .group("all", step: "login") && around.children.map(\.subject) == [.group("outer", step: "all")]
    )
    let keys = session.sharedKeys.uses.keys(ofRequest: "me").map { "\($0.kind.rawValue) \($0.key)" }
    #expect(keys == ["reads token", "reads token2"])
    #expect(session.sharedKeys.uses.keys(ofRequest: "login").map(\.key) == ["token", "other"])
    #expect(session.sharedKeys.uses.keys(ofGroup: "all").map(\.kind.rawValue).contains("sets"))
    await session.close()
  }

  @Test("an answer that is kept is used where it is asked for, and keeps its name")
  func answers() async throws {
    try place.folder.write("vars: { pin: { secret: prompt } }\n", to: "w/environments/other.yaml")
    try place.folder.write(
      "url: /ask/{{pin}}\nheaders: { A: '{{secret(\"token at h\")}}', B: '{{prompt(\"who\")}}' }\n",
      to: "w/requests/ask.yaml")
    let session = try await place.open()
    let workspace = session.workspace
    let all = SharedKeyUses(in: workspace)
    let uses = { (key: String) in all.tree(of: key).map { "\($0.place.file):\($0.place.line)" } }
    #expect(uses("asked token at h") == ["requests/ask.yaml:2"] && uses("asked who") == ["requests/ask.yaml:2"])
    #expect(uses("asked pin") == ["environments/other.yaml:1"])
    #expect(
      all.keys(ofRequest: "ask").map(\.key).sorted() == ["asked pin", "asked token at h", "asked who"])
    for (old, new) in [("asked who", "who"), ("token", "asked who")] {
      #expect(throws: WorkspaceError.self) { try SharedKeyRename(old, to: new).change(in: workspace) }
    }
    await session.close()
  }

  @Test("each file says the new name, every other byte stays, and the history goes along in each environment")
  func renames() async throws {
    let session = try await place.open()
    try await session.shared.set("token", "one", writer: "login")
    try await session.shared.set("token", "two", writer: "login")
    try session.select(environment: "other")
    try await session.shared.set("token", "elsewhere", writer: "login")
    try session.select(environment: "local")
    let before = try ["parley.yaml", "requests/login.yaml", "requests/me.yaml", "groups/all.yaml", "mocks/me.yaml"]
      .map { try ($0, text($0)) }
    let change = try await session.sharedKeys.rename("token", to: "api.session", by: NoPrompter())
    #expect(Set(change.items.map(\.file)) == Set(before.map(\.0)))
    #expect(try text("parley.yaml").contains("  api.session: { cipher: gzip, ttl: 30m }   # and this stays\n"))
    #expect(try text("parley.yaml").contains("\"Bearer {{shared.api.session}}\""))
    #expect(try text("requests/login.yaml").contains("capture: { ~api.session: .t, other: .o }"))
    #expect(
      try text("requests/me.yaml") == """
        url: /me/{{ shared.api.session }}/{{shared.token2}}   # {{shared.token}} in a comment
        headers: { Authorization: "{{bearer}}" }
        expect: { jq: '$shared["api.session"] != null and $shared["api.session"] != ""' }

        """)
    #expect(try text("groups/all.yaml").contains("set: { api.session: '{{shared.other}}' }"))
    #expect(try text("mocks/me.yaml").contains("'{{shared.api.session}}'"))
    #expect(session.workspace.diagnostics.isEmpty)
    #expect(try await session.shared.get("token") == nil)
    let history = try await session.shared.history(of: "api.session")
    #expect(
      history.map(\.value) == ["two", "one"] && history.allSatisfy { $0.writer == "login" && $0.cipher == "gzip" })
    #expect(try await session.shared.undo("api.session").value == "one")
    try session.select(environment: "other")
    #expect(try await session.shared.get("api.session") == "elsewhere")
    try session.select(environment: "local")
    try await session.sharedKeys.rename("api.session", to: "token", by: NoPrompter())
    for (file, text) in before where !["requests/me.yaml", "groups/all.yaml"].contains(file) {
      #expect(try self.text(file) == text)
    }
    await session.close()
  }

  @Test("a name that is taken, or that templates cannot say, changes nothing")
  func refused() async throws {
    let session = try await place.open()
    try await session.shared.set("token", "one")
    try await session.shared.set("taken", "two")
    let before = try text("requests/me.yaml")
    await #expect(throws: SharedDataError.self) {
      try await session.sharedKeys.rename("token", to: "taken", by: NoPrompter())
    }
    await #expect(throws: WorkspaceError.self) {
      try await session.sharedKeys.rename("token", to: "a b", by: NoPrompter())
    }
    #expect(try text("requests/me.yaml") == before)
    #expect(try await session.shared.get("token") == "one")
    await session.close()
  }

  @Test("the newest exchange and run that used it are known")
  func newest() async throws {
    let session = try await place.open()
    try await session.shared.set("token", "one")
    try await session.shared.set("token2", "two")
    try await session.shared.set("other", "three")
    #expect(await session.sharedKeys.newestUse(of: "token", by: .request("me")) == nil)
    _ = try? await session.sending.call(session.sending.render("me")).response()
    let alone = try #require(await session.sharedKeys.newestUse(of: "token", by: .request("me")))
    #expect(alone.run == nil && alone.state == "200" || alone.hasFailed)
    #expect(!alone.isRecorded)
    let run = try session.groups.run("all")
    _ = await run.result()
    try await session.flushEvents()
    let use = await session.sharedKeys.newestUse(of: "other", by: .group("all", step: nil))
    #expect(use?.run == 1 && use?.isRecorded == true)
    let inRun = await session.sharedKeys.newestUse(of: "other", by: .request("login"))
    #expect(inRun?.run == 1 && inRun?.isRecorded == true)
    // The run's exchange is recorded without it; there is none before.
    #expect(await session.sharedKeys.newestUse(of: "nobody", by: .request("login")) == nil)
    #expect(await session.sharedKeys.newestSend(of: "login")?.run == 1)
    #expect(await session.sharedKeys.newestUse(of: "nobody", by: .group("all", step: nil)) == nil)
    await session.close()
  }
}
