import ParleyEngine
import ParleyModel
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices

/// Names that change in the table, and all that goes along with them.
@Suite("Renaming environments and variables", .timeLimit(.minutes(1)))
struct EnvironmentRenameTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: rename1\nservers: { api: 'http://127.0.0.1:1' }\nvars: { email: ada@example.com }\n",
      to: "w/parley.yaml")
    try folder.write("vars: { stage: one }\n", to: "w/environments/local.yaml")
    try folder.write("vars: { stage: two }\n", to: "w/environments/staging.yaml")
    try folder.write("url: /login?as={{email}}\n", to: "w/requests/login.yaml")
    try folder.write("url: /logout\n", to: "w/requests/logout.yaml")
    try folder.write("serial:\n  - request: login\n", to: "w/groups/all.yaml")
    try folder.write(
      "- match: GET /login\n  where: { jq: '$vars.email == \"x\"' }\n  reply: { jq: '$vars[\"email\"]' }\n",
      to: "w/mocks/login.yaml")
  }

  private func bench(
    _ prepare: (Session) async throws -> Void = { _ in }
  ) async throws -> RunningBench<LiveServices> {
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(
      at: folder.path("w"), state: state, environment: "local", events: bus, passphraseCost: 16)
    try await prepare(session)
    let bench = try RunningBench(
      120, 36, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus), now: Timestamp.now)
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try FileSystem.read(folder.path("w/\(file)"), limit: 1 << 20), as: UTF8.self)
  }

  private func renameEnvironment(_ bench: RunningBench<LiveServices>, to name: String) async throws {
    try await bench.press("Alt-v", "E", "Ctrl-U")
    await bench.type(name)
    try await bench.press("Enter", "Enter", "Enter")
  }

  @Test("an environment takes its shared keys, cookies and answers along, stays active, and u brings it all back")
  func environment() async throws {
    let bench = try await bench { session in
      try await session.shared.set("token", "t0ken")
      session.store.cookies.storage(for: "local").set(Cookie("sid", "1", domain: "shop.test"))
      try await session.answers.keep("hunter2", to: "password", .session)
    }
    try await renameEnvironment(bench, to: "home")
    #expect(await bench.idle().contains("Renamed local to home, with its shared keys, cookies and responses."))
    #expect(await bench.idle().contains("home ●"))
    let session = bench.services.session
    #expect(session.environmentName == "home" && session.answers.kept["password"] == .session)
    #expect(try await session.shared.get("token") == "t0ken")
    #expect(session.store.cookies.storage(for: "home").cookies.count == 1)
    try await bench.press("u")
    #expect(await bench.idle().contains("local ●"))
    #expect(session.environmentName == "local")
    #expect(try await session.shared.get("token") == "t0ken")
    #expect(session.store.cookies.storage(for: "home").cookies.isEmpty)
  }

  @Test("a name that has data of its own is refused, and says what it has")
  func refused() async throws {
    let bench = try await bench { session in
      session.shared.environment = "home"
      try await session.shared.set("token", "theirs")
      session.shared.environment = "local"
    }
    try await renameEnvironment(bench, to: "home")
    let refused = await bench.idle()
    #expect(refused.contains("1 shared key of an earlier environment"))
    #expect(try text("environments/local.yaml") == "vars: { stage: one }\n")
    #expect(bench.services.session.environmentName == "local")
  }

  @Test("a variable is renamed in filters of mocks too")
  func mocks() async throws {
    let bench = try await bench()
    try await bench.press("Alt-v", "r")
    await bench.type("mail")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("mocks/login.yaml:2"))
    try await bench.press("r")
    await bench.idle()
    #expect(
      try text("mocks/login.yaml")
        == "- match: GET /login\n  where: { jq: '$vars.mail == \"x\"' }\n  reply: { jq: '$vars[\"mail\"]' }\n")
  }

  @Test("unsaved edits of requests and groups are listed, renamed without a question, and renamed back by u")
  func drafts() async throws {
    let bench = try await bench { session in
      // Of a request that nobody has opened yet.
      let draft = RequestDraft(url: "/logout?who={{email}}", expectedFilters: ["$vars.email != null"])
      try await session.store.drafts.save(
        "logout", content: JSONPrinter.compact.bytes(of: try JSONValue(encoding: draft)))
      let group = KeptGroupDraft(
        text: "serial:\n  - request: login\n    when: $vars.email != null\n", base: "serial:\n  - request: login\n")
      try await session.store.drafts.save(KeptGroupDraft.key(of: "all"), content: group.content())
    }
    try await bench.press("Enter", "i", "End")
    await bench.type("&to={{email}}")
    try await bench.press("Esc")
    await bench.idle()
    try await bench.press("Alt-v", "r")
    await bench.type("mail")
    try await bench.press("Enter")
    let asked = await bench.idle()
    #expect(asked.contains("And in unsaved edits of all, login, logout."), "\(asked)")
    try await bench.press("r")
    let renamed = await bench.idle()
    #expect(renamed.contains("Renamed email to mail") && !renamed.contains("has also changed on disk"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("/login?as={{mail}}&to={{mail}}"))
    let drafts = bench.services.session.store.drafts
    let kept = try #require(try await drafts.load("logout"))
    #expect(String(decoding: kept.content, as: UTF8.self).contains("/logout?who={{mail}}"))
    #expect(String(decoding: kept.content, as: UTF8.self).contains("$vars.mail != null"))
    let group = try #require(try await drafts.load(KeptGroupDraft.key(of: "all")).flatMap(KeptGroupDraft.init))
    #expect(group.text.contains("when: $vars.mail != null"))
    try await bench.press("Alt-v", "u")
    await bench.idle()
    try await bench.press("Esc")
    #expect(await bench.idle().contains("/login?as={{email}}&to={{email}}"))
  }
}
