import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// What the workbench makes of responses, over a real workspace with a real server.
@Suite("Answers, over a real session", .timeLimit(.minutes(1)))
struct LiveResponseTests {
  private let folder: TemporaryDirectory
  private let server: RawServer
  private let services: LiveServices

  init() async throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text(#"{"n": 9007199254740993}"#, headers: ["Content-Type: application/json"]))
    try folder.write(
      """
      parley: 1
      id: answers1
      servers: { api: '\(server.url)' }
      vars: { locale: en }
      defaults: { headers: { Accept-Language: '{{locale}}' } }

      """, to: "shop/parley.yaml")
    try folder.write(
      "vars: { password: { secret: prompt } }\n", to: "shop/environments/local.yaml")
    try folder.write(
      "url: /me\nauth: { basic: { user: ada, password: '{{password}}' } }\ncache: { ttl: 60s }\n",
      to: "shop/requests/me.yaml")
    try folder.write("url: /open\ncache: { ttl: 60s }\n", to: "shop/requests/open.yaml")
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus, passphraseCost: 16)
    services = LiveServices(
      session, isScratch: false, stateFolder: state, bus: bus, settingsFolder: folder.path("settings"))
  }

  private func intent(_ id: RequestID, answers: [String: String] = [:]) async throws -> SendIntent {
    SendIntent(id, try await services.requests.load(id).saved, answers: answers)
  }

  @Test("a request is copied as it would be sent: filled in, with what it inherits, its secrets masked or asked for")
  func curl() async throws {
    let masked = try await services.requests.curl(CurlExport(intent("me"), showsSecrets: false))
    guard case .text(let text) = masked else { return #expect(Bool(false), "it asked") }
    #expect(text.contains("curl '\(server.url)/me'") && text.contains("--header 'Accept-Language: en'"))
    #expect(text.contains("--user '\(Secrets.mask)'"))
    let asked = try await services.requests.curl(CurlExport(intent("me"), showsSecrets: true))
    guard case .asks(let questions) = asked else { return #expect(Bool(false), "it did not ask") }
    #expect(questions.map(\.name) == ["password"] && questions[0].isSecret)
    #expect(questions[0].keepings == AnswerKeeping.allCases)
    let whole = try await services.requests.curl(
      CurlExport(intent("me", answers: ["password": "geheim"]), showsSecrets: true))
    guard case .text(let open) = whole else { return #expect(Bool(false), "it asked again") }
    #expect(open.contains("--user 'ada:geheim'"))
    await services.close()
  }

  @Test("the server is asked in place of a fresh entry, and its response is the entry from then on")
  func asksServer() async throws {
    _ = try await answer(to: "open")
    #expect(try await answer(to: "open").cached != nil && server.requests.count == 1)
    #expect(try await answer(to: "open", asksServer: true).cached == nil)
    #expect(server.requests.count == 2 && server.requests.last?.value(of: "Cache-Control") == "no-cache")
    #expect(try await answer(to: "open").cached != nil && server.requests.count == 2)
    await services.close()
  }

  private func answer(to id: RequestID, asksServer: Bool = false) async throws -> Response {
    var intent = try await intent(id)
    intent.asksServer = asksServer
    guard case .started(let call, _, _) = try await services.requests.send(intent) else {
      throw Problem(code: "test", "The request was not sent.")
    }
    return try await call.response()
  }

  @Test("a filter that picks keeps digits; a mistake has its column")
  func filter() async throws {
    let response = try await answer(to: "open")
    let body = try JSONValue(parsing: response.bytes())
    #expect(
      await services.requests.filter(".n", body, of: response) == .values([.number(JSONNumber(9_007_199_254_740_993))]))
    #expect(await services.requests.filter("$response.status", body, of: response) == .values([200]))
    guard case .mistake(let mistake) = await services.requests.filter(#".n == "ab"#, body, of: response) else {
      return #expect(Bool(false), "it gave something")
    }
    #expect(mistake.column == 7)
    await services.close()
  }

  @Test("a mock of a response goes to a file, and into the log")
  func mock() async throws {
    #expect(try await services.workspace.read().mocks == 0)
    let events = services.history.events()
    var answer = try await answer(to: "open")
    answer.status = .created
    let file = try await services.requests.keepAsMock(answer, method: "GET", of: "open")
    #expect(file == "mocks/recorded.yaml")
    let text = String(decoding: try folder.read("shop/mocks/recorded.yaml"), as: UTF8.self)
    for line in ["match: GET /open", "status: 201", "9007199254740993"] { #expect(text.contains(line)) }
    let told = events.takeAvailable().compactMap { item -> String? in
      guard case .event(let event) = item, case .custom(let custom) = event.kind else { return nil }
      return custom.line
    }
    #expect(told.contains { $0.contains("mock.kept") && $0.contains("mocks/recorded.yaml") })
    #expect(try await services.workspace.read().mocks == 1)
    await services.close()
  }

  @Test("an entry of the cache is edited by hand, and laid beside what the server says without touching either")
  func cache() async throws {
    _ = try await answer(to: "open")
    let listing = try #require(try await services.history.cache(CacheQuery(count: 9)).lines.first?.listing)
    let text = try #require(try await services.history.cachedText(listing.id))
    #expect(text == CachedText(#"{"n": 9007199254740993}"#, suffix: ".json", isSecret: false))
    #expect(try await services.history.cacheDifference(listing.id)?.hasEqualBodies == true)
    #expect(try await services.history.replaceCached(listing.id, with: #"{"n": 1}"#, for: nil) != nil)
    let edited = try await answer(to: "open")
    #expect(try edited.text() == #"{"n": 1}"#)
    let past = try #require(try await services.history.history(of: "open", limit: 1).first)
    #expect(past.isEdited && past.isCached)
    #expect(try await services.history.exchange(past.id).isEdited)
    let difference = try #require(try await services.history.cacheDifference(listing.id))
    #expect(!difference.hasEqualBodies && difference.kept.body?.contains(#"  "n": 1"#) == true)
    #expect(try await answer(to: "open").text() == #"{"n": 1}"#)
    #expect(server.requests.count == 3)
    await services.close()
  }

  @Test("an entry whose request asks for something first says so")
  func asking() async throws {
    guard
      case .started(let call, _, _) = try await services.requests.send(intent("me", answers: ["password": "geheim"]))
    else {
      return #expect(Bool(false), "it was not sent")
    }
    _ = try await call.response()
    let listing = try #require(try await services.history.cache(CacheQuery(count: 9)).lines.first?.listing)
    let problem = await #expect(throws: Problem.self) { try await services.history.cacheDifference(listing.id) }
    #expect(problem?.code == "cache.asks")
    await services.close()
  }

  @Test("a key that was chosen in the help is written into the file of keys, which is made where it is missing")
  func keys() async throws {
    try await services.person.keep(keys: ["request.send": [KeySequence("F9")]])
    #expect(String(decoding: try folder.read("settings/keybindings"), as: UTF8.self) == "request.send = F9\n")
    try await services.person.keep(keys: ["events.mark": [KeySequence("g m")]])
    try await services.person.keep(keys: ["request.send": [KeySequence("F10"), KeySequence("F11")], "focus.jump": []])
    #expect(
      String(decoding: try folder.read("settings/keybindings"), as: UTF8.self)
        == "request.send = F10, F11\nevents.mark = g m\nfocus.jump = \n")
    await services.close()
  }

  @Test("keys go into the file with the name from before where there is no other, and a folder of that name is none")
  func formerKeys() async throws {
    try folder.write("# mine\nrequest.send = F8\n", to: "settings/keys")
    try await services.person.keep(keys: ["request.send": [KeySequence("F9")]])
    #expect(String(decoding: try folder.read("settings/keys"), as: UTF8.self) == "# mine\nrequest.send = F9\n")
    #expect(KeyBindingLocation(folder: folder.path("settings")).path == folder.path("settings/keys"))
    try folder.write("key", to: "shared/keys/machine.key")
    #expect(KeyBindingLocation(folder: folder.path("shared")).path == folder.path("shared/keybindings"))
    await services.close()
  }

  @Test("a setting is written into the file of settings, in place of the one before")
  func settings() async throws {
    try await services.person.keep(.theme, "nord")
    try await services.person.keep(.theme, "gruvbox")
    #expect(String(decoding: try folder.read("settings/settings"), as: UTF8.self) == "theme = gruvbox\n")
    await services.close()
  }
}
