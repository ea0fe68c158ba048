import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("What a draft would be, over a real session", .timeLimit(.minutes(1)))
struct LivePreviewTests {
  private let folder: TemporaryDirectory
  private let services: LiveServices
  private let session: Session

  init() async throws {
    folder = try TemporaryDirectory()
    try folder.write(
      """
      parley: 1
      id: preview1
      servers: { api: 'http://127.0.0.1:1' }
      vars: { locale: en }
      defaults: { queryStyle: brackets }
      ciphers: { vault: { passphrase: prompt } }
      shared: { token: { cipher: vault } }

      """, to: "shop/parley.yaml")
    try folder.write("url: /items\n", to: "shop/requests/items.yaml")
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    session = try await Session.open(at: folder.path("shop"), state: state, events: bus, passphraseCost: 16)
    services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
  }

  @Test("shared keys are completed with their values, those that a cipher hides masked")
  func sharedNames() async throws {
    try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
    try await session.shared.set("cart", .text("c7"), writer: "cart/create")
    try await session.shared.set("token", .text("geheim"), writer: "user/login")
    try await session.shared.set("no name", .text("x"))
    try await session.reload()
    let names = await services.requests.preview(RequestDraft(url: "/x"), of: "items").names
    #expect(
      names.first { $0.name == "shared.cart" }
        == TemplateName("shared.cart", value: "c7", source: "shared cart ← cart/create"))
    #expect(names.first { $0.name == "shared.token" }?.value == Secrets.mask)
    #expect(!names.contains { $0.name.contains("no name") })
    let problem = await services.requests.preview(RequestDraft(url: "/x?t={{cart}}"), of: "items").uses.first?.problem
    #expect(problem?.contains("did you mean “shared.cart”?") == true)
    await services.close()
  }

  @Test("a shared key without a value is not masked as if it had one, nor is what is asked for when it is sent")
  func noValueYet() async throws {
    try folder.write(
      "vars: { pass: { secret: prompt }, gone: { secret: env PARLEY_NOT_SET }, head: 'Bearer {{shared.token}}' }\n",
      to: "shop/environments/local.yaml")
    await services.close()
    let (state, bus) = (StateFolder(path: folder.path("other")), EventBus())
    let session = try await Session.open(
      at: folder.path("shop"), state: state, environment: "local", events: bus, passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    try await session.reload()
    let names = ["shared.token", "shared.cart", "head", "gone", "pass", "locale"]
    let draft = RequestDraft(url: "/x", headers: names.map { DraftRow("X", "{{\($0)}}") })
    let empty = await services.requests.preview(draft, of: "items").uses
    #expect(empty.map(\.expression) == names)
    #expect(empty.map(\.isMissing) == [true, true, true, true, false, false])
    #expect(empty.map(\.value) == [nil, nil, nil, nil, nil, "en"])
    #expect(empty[4].source == "asked when sent")
    try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
    try await session.shared.set("token", .text("geheim"), writer: "user/login")
    try await session.shared.set("cart", .text("c7"), writer: "cart/create")
    session.ciphers.lock("vault")
    try await session.reload()
    let full = await services.requests.preview(draft, of: "items").uses
    #expect(full.map(\.isMissing) == [false, false, false, true, false, false])
    #expect(full.map(\.value) == [Secrets.mask, "c7", Secrets.mask, nil, nil, "en"])
    await services.close()
  }

  @Test(
    "a value that is wrong or half typed takes nothing else out of sight, and says what it should be",
    arguments: [
      (SettingKey.timeout, "2", "“2” is not a value of timeout. It needs a unit, as in 2s or 2ms."),
      (.timeout, "soon", "“soon” is not a value of timeout. For example 200ms, 30s or 5m."),
      (.redirects, "no", "“no” is not a value of redirects. A number from 0 to 100."),
    ])
  func wrongValue(key: SettingKey, text: String, sentence: String) async throws {
    var draft = RequestDraft(url: "/x")
    draft[key] = text
    let preview = await services.requests.preview(draft, of: "items")
    #expect(preview.url == "http://127.0.0.1:1/x")
    #expect(preview.problems.map(\.field) == [.setting(key)])
    #expect(preview.problems.first?.problem.sentence == sentence)
    await services.close()
  }

  @Test("what is wrong in edits that are not saved is said to be there, and not in the file")
  func placeOfDraft() async throws {
    let draft = RequestDraft(url: "/items?r={{region}}")
    do {
      _ = try await services.requests.send(SendIntent("items", draft))
      Issue.record("It was sent.")
    } catch let problem as Problem {
      #expect(problem.place == "the unsaved edits of items" && problem.summary.contains("region"), "\(problem)")
    }
    await services.close()
  }

  @Test("the explanation of a request shows the value of each template before its place, and masks secrets")
  func explained() async throws {
    try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
    try await session.shared.set("token", .text("geheim-und-lang"), writer: "user/login")
    let draft = RequestDraft(
      url: "/x?l={{locale}}", headers: [DraftRow("Authorization", "Bearer {{shared.token}}")])
    let explained = try await services.requests.explain(SendIntent("items", draft), at: nil)
    let lines = explained.stages.flatMap(\.lines).filter { $0.name.hasPrefix("{{") }
    #expect(lines.first { $0.name == "{{locale}}" }?.value.hasPrefix("en  in ") == true, "\(lines)")
    #expect(lines.first { $0.name == "{{shared.token}}" }?.value.hasPrefix(Secrets.mask) == true, "\(lines)")
    #expect(!"\(explained)".contains("geheim"))
    let added = explained.stages.flatMap(\.lines).filter { $0.origin == "added when it is sent" }
    #expect(added.first { $0.name == "Host" }?.value == "127.0.0.1:1", "\(added)")
    let origins = Set(explained.stages.flatMap(\.lines).map(\.origin))
    #expect(origins.contains("default"), "\(origins)")
    #expect(origins.isDisjoint(with: ["client", "standard", "codec", "body"]), "\(origins)")
    await services.close()
  }

  @Test("the explanation names the other places that set a value, which are overridden", arguments: [true, false])
  func overridden(isGiven: Bool) async throws {
    await services.close()
    try folder.write("vars: { locale: de }\n", to: "shop/environments/local.yaml")
    let (state, bus) = (StateFolder(path: folder.path("other")), EventBus())
    let session = try await Session.open(
      at: folder.path("shop"), state: state, environment: "local", given: isGiven ? ["locale": "fr"] : [:], events: bus,
      passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let explained = try await services.requests.explain(
      SendIntent("items", RequestDraft(url: "/x?l={{locale}}")), at: nil)
    let line = try #require(explained.stages.flatMap(\.lines).first { $0.name == "{{locale}}" })
    let places = isGiven ? "environments/local.yaml:1 and parley.yaml:4" : "parley.yaml:4"
    #expect(
      line.value.hasPrefix(isGiven ? "fr  " : "de  ") && line.origin.contains("also set in \(places), overridden"))
    await services.close()
  }

  @Test("what the file says and nobody reads is named, with where it belongs; what can be read is not")
  func leftOut() async throws {
    try folder.write("url: /items\ntimeout: 5s\n", to: "shop/requests/items.yaml")
    try await session.reload()
    let problems = await services.requests.preview(RequestDraft(url: "/items"), of: "items").problems
    let sentence = try #require(problems.first { $0.problem.sentence.hasPrefix("Left out") }?.problem.sentence)
    #expect(sentence.contains("line 2 of the file: unknown key “timeout”") && sentence.contains("under “options”"))
    try folder.write("url: /items\noptions: { timeout: 5s }\n", to: "shop/requests/items.yaml")
    try await session.reload()
    #expect(await services.requests.preview(RequestDraft(url: "/items"), of: "items").problems.isEmpty)
    await services.close()
  }

  @Test("the explanation tells a value that is asked for from one given at the start", arguments: [true, false])
  func asked(isGiven: Bool) async throws {
    await services.close()
    try folder.write("vars: { pass: { secret: prompt } }\n", to: "shop/environments/local.yaml")
    let (state, bus) = (StateFolder(path: folder.path("other")), EventBus())
    let session = try await Session.open(
      at: folder.path("shop"), state: state, environment: "local", given: isGiven ? ["pass": "geheim"] : [:],
      events: bus, passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let draft = RequestDraft(url: "/x", headers: [DraftRow("X-Pass", "{{pass}}"), DraftRow("X", "{{prompt('Word')}}")])
    let lines = try await services.requests.explain(SendIntent("items", draft), at: nil).stages.flatMap(\.lines)
    let asked = "asked when sent"
    let origin = lines.first { $0.name == "{{pass}}" }?.origin
    #expect(origin?.hasPrefix(isGiven ? "given at the start (--set)" : asked) == true, "\(origin ?? "")")
    #expect(lines.first { $0.name.contains("Word") }?.origin == asked)
    await services.close()
  }

  @Test("what the files have is known for completion, but for values that are secrets")
  func vocabulary() async throws {
    try folder.write(
      "url: /users/:id?page=2\npath: { id: '7' }\nheaders: { X-Key: geheim-und-lang, X-Shop: north }\n",
      to: "shop/requests/user/read.yaml")
    try await session.reload()
    services.secrets.learn(Secrets(["geheim-und-lang"]))
    let entry = await services.requests.vocabulary().entries.first { $0.id == "user/read" }
    #expect(entry?.url == "/users/:id" && entry?.query == [DraftRow("page", "2")])
    #expect(entry?.headers == [DraftRow("X-Key", ""), DraftRow("X-Shop", "north")])
    #expect(await services.requests.responsePaths(of: "user/read").isEmpty)
    await services.close()
  }

  @Test("the URL that is copied has its query, with lists in the style they are sent in")
  func url() async throws {
    let draft = RequestDraft(
      url: "/items",
      query: [DraftRow("tags", "low"), DraftRow("tags", "{{locale}}"), DraftRow("off", "1", isOn: false)])
    let preview = await services.requests.preview(draft, of: "items")
    #expect(preview.url == "http://127.0.0.1:1/items?tags[]=low&tags[]=en")
    #expect(preview.settings[.queryStyle]?.value == "brackets")
    await services.close()
  }

  @Test("an inherited header says where its value comes from, and then where it is written")
  func inheritedOrigin() async throws {
    try folder.write("vars: { locale: ja }\n", to: "shop/environments/mirror.yaml")
    try folder.write("headers: { Accept-Language: '{{locale}}', X-Fixed: one }\n", to: "shop/requests/user/folder.yaml")
    try folder.write("url: /me\n", to: "shop/requests/user/read.yaml")
    try await session.reload()
    try session.select(environment: "mirror")
    let preview = await services.requests.preview(RequestDraft(url: "/me"), of: "user/read")
    let language = preview.inherited.first { $0.name == "Accept-Language" }
    #expect(language?.value == "ja")
    #expect(language?.origin.hasPrefix("environments/mirror.yaml:1") == true, "\(language?.origin ?? "")")
    #expect(language?.origin.contains(", by ") == true)
    #expect(preview.inherited.first { $0.name == "X-Fixed" }?.origin.contains(", by ") == false)
    await services.close()
  }
}
