import HTTPTypes
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// Requests in memory, sent by a real client.
struct FakeRequests: RequestServices, FakePart {
  let fake: FakeServices

  var signIns: SignIns { fake.signIns }

  func vocabulary() async -> RequestVocabulary {
    let content = snapshot
    return RequestVocabulary(
      content.workspace.requests.compactMap { request in
        content.saved[request.id].map { RequestVocabulary.Entry(request.id, $0) }
      })
  }

  func responsePaths(of request: String) async -> [TemplateName] { snapshot.responsePaths[request] ?? [] }

  func checkPlaced() throws {
    let unplaced = content.withLock { $0.unplaced }
    guard unplaced.isEmpty else { throw FakeUnplaced(credentials: unplaced) }
  }

  func picked(by text: String, from body: JSONValue) async -> FilterOutcome {
    guard let filter = try? JQFilter(parsing: text),
      let values = try? await JQEvaluator().values(of: filter, on: JQInput(body))
    else { return .mistake(FilterMistake("syntax error", column: text.count)) }
    return .values(values)
  }

  func placesForValues() async throws -> [ValuePlace] { snapshot.valuePlaces }

  func target(of link: FollowedLink) async throws -> LinkTarget {
    .new(RequestDraft(method: "GET", url: link.text), isForeign: true)
  }

  func filter(_ text: String, each values: [JSONValue], of response: Response?) async -> FilterEachOutcome {
    guard let filter = try? JQFilter(parsing: text) else {
      return .mistake(FilterMistake("syntax error", column: text.count))
    }
    let outcomes = await JQEvaluator().values(of: filter, onEach: values, with: JQInput(.null))
    return .each(outcomes.map { $0.mapError { FilterMistake($0.summary) } })
  }

  func filledIn(message: String) async throws -> String { message.replacing("{{name}}", with: "Ada") }

  func openBrowser(at address: String) async -> Bool {
    content.withLock { content in
      content.openedPages.append(address)
      return content.hasBrowser
    }
  }

  func load(_ id: RequestID) async throws -> LoadedRequest {
    try check("load")
    let content = snapshot
    guard let saved = content.saved[id] else {
      throw Problem(code: "workspace.noRequest", "There is no request “\(id)”.")
    }
    return LoadedRequest(saved: saved, draft: content.drafts[id], servers: ["api"], file: "requests/\(id).yaml")
  }

  func preview(_ draft: RequestDraft, of id: RequestID, at moment: ShownMoment?) async -> Preview {
    snapshot.previews[id] ?? Preview(url: "http://127.0.0.1:8080\(draft.url)")
  }

  func save(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws -> SaveOutcome {
    try check("save")
    try checkPlaced()
    let content = snapshot
    if let rewrite = content.rewrites[id] { return .wantsRewrite(rewrite) }
    if let foreign = content.foreign[id], foreign != base {
      return .changedOnDisk(LoadedRequest(saved: foreign, servers: ["api"], file: "requests/\(id).yaml"))
    }
    change { content in
      content.saved[id] = draft
      content.drafts[id] = nil
    }
    return .saved(try await load(id), snapshot.workspace)
  }

  func rewrite(_ rewrite: FileRewrite, of id: RequestID) async throws -> SaveOutcome {
    change { $0.rewritten[id] = rewrite }
    return .saved(try await load(id), snapshot.workspace)
  }

  func keepDraft(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws {
    try check("keepDraft")
    change { $0.drafts[id] = draft }
  }

  func dropDraft(of id: RequestID) async throws {
    change { $0.drafts[id] = nil }
  }

  func draft(typed text: String) async throws -> ImportedDraft? {
    if text.hasPrefix("curl ") { return ImportedDraft(RequestDraft(method: "GET", url: String(text.dropFirst(5)))) }
    guard let address = RequestText.address(in: text) else { return nil }
    var draft = RequestDraft(method: address.method ?? "POST", url: address.url)
    draft.body = .json(text)
    return ImportedDraft(draft)
  }

  func place(_ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID) async throws -> RequestDraft {
    change { $0.placed += secrets }
    return secrets.reduce(draft) { draft, secret in
      guard case .sharedKey(let name) = secret.place else { return draft }
      return draft.replacingSecret(secret.question, with: "{{shared.\(name)}}")
    }
  }

  func forgetAnswers() async throws -> Int { 2 }

  func explain(_ intent: SendIntent, at moment: ShownMoment?) async throws -> SendingExplained {
    try check("explain")
    let line = SendingExplained.Line("url", "http://127.0.0.1:8080\(intent.draft.url)", from: "parley.yaml")
    return SendingExplained([SendingExplained.Stage("3  Sent", [line])])
  }

  func curl(_ intent: CurlExport) async throws -> CurlExportOutcome {
    try check("curl")
    if intent.showsSecrets, intent.intent.answers.isEmpty { return .asks([Question("password", label: "password")]) }
    let secret = intent.showsSecrets ? intent.intent.answers["password"] ?? "" : Secrets.mask
    return .text("curl 'http://127.0.0.1:8080\(intent.intent.draft.url)' --user 'ada:\(secret)'")
  }

  func send(_ intent: SendIntent) async throws -> SendOutcome {
    try check("send")
    let answer = content.withLock { content -> SendOutcome? in
      content.intents.append(intent)
      return content.answers.isEmpty ? nil : content.answers.removeFirst()
    }
    await snapshot.sendsWait?()
    if let answer { return answer }
    if let repetition = intent.repetition {
      return .repeats(
        RepeatedSend(count: repetition.count, atOnce: repetition.atOnce) { [client] in client.prepare(.get("/items")) })
    }
    var request = try Request.custom(intent.draft.method.isEmpty ? "GET" : intent.draft.method, intent.draft.url)
    request.name = intent.request.rawValue
    // As a workspace's requests have it by default.
    request = request.validating(.status(in: 200..<300))
    let call = client.prepare(request)
    call.start()
    return .started(call, hold: snapshot.hold)
  }

  func filter(_ text: String, _ body: JSONValue, of response: Response?) async -> FilterOutcome {
    if let answer = snapshot.filterAnswers[text] { return answer }
    return await picked(by: text, from: body)
  }

  func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String {
    try check("keepAsMock")
    change { $0.mocks.append(request) }
    return "mocks/recorded.yaml"
  }

  var cookies: (any CookieStorage)? { fake.jar }
  func file(of id: RequestID) async throws -> String { "/w/requests/\(id).yaml" }
}
