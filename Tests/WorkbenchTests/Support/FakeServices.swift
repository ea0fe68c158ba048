import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import TestSupport

@testable import Workbench
@testable import WorkbenchLive

/// Services in memory, over a real client whose transport is the test's.
final class FakeServices: Services {
  let secrets = KnownSecrets()
  var withheldVariables: Set<String> { content.withLock { $0.withheldVariables } }
  struct Content {
    var workspace: WorkspaceSnapshot
    var saved: [RequestID: RequestDraft]
    var drafts: [RequestID: RequestDraft] = [:]
    var previews: [RequestID: Preview] = [:]
    /// Given in place of sending, the first one first.
    var answers: [SendOutcome] = []
    var intents: [SendIntent] = []
    /// What sending waits for.
    var sendsWait: (@Sendable () async -> Void)?
    var log: [LogEntry] = []
    /// What calls of that name throw.
    var failures: [String: Problem] = [:]
    var reported: [Problem] = []
    var trusted: [TrustItem] = []
    var staged: [String: String] = [:]
    var opened: [String] = []
    /// What another program wrote into a request's file.
    var foreign: [RequestID: RequestDraft] = [:]
    /// What saving asks in place of writing.
    var rewrites: [RequestID: FileRewrite] = [:]
    var placed: [SecretPlacement] = []
    var rewritten: [RequestID: FileRewrite] = [:]
    var kept: [ExchangeID: RecordedExchange] = [:]
    var history: [RequestID: [HistoryEntry]] = [:]
    var hold: Duration?
    var vocabulary = LogVocabulary()
    var filters: [SavedFilter] = []
    /// What filters give, in place of what they would.
    var filterAnswers: [String: FilterOutcome] = [:]
    var mocks: [RequestID] = []
    var variables = VariableTable()
    var environmentChanges: [EnvironmentEdit] = []
    /// Given in place of what a change would, the first one first.
    var environmentOutcomes: [EnvironmentOutcome] = []
    var valuePlaces: [ValuePlace] = []
    var responsePaths: [String: [TemplateName]] = [:]
    var paneSizes = PaneSizes()
    var keys: [CommandID: String] = [:]
    var settings: [PersonSettings.Setting: String] = [:]
    /// What a program was given for the clipboard.
    var copied: [String] = []
    /// The names of shared keys.
    var sharedNames: [String] = []
    /// The pages that the person's browser was given.
    var openedPages: [String] = []
    var hasBrowser = true
    var onChanging: (@Sendable () -> Void)?
    var onChange: (@Sendable () -> Void)?
    var withheldVariables: Set<String> = []
    /// What saving asks about in place of writing, until it was placed.
    var unplaced: [UnplacedCredential] = []
    var placements: [CredentialPlacement] = []
  }

  let content: Lock<Content>
  let client: Client
  let signIns = SignIns()
  /// What the client has told, as the disk would keep it.
  private let told: EventSubscription
  private let kept = Lock([LogEntry]())
  let jar = InMemoryCookieStorage()
  let clock = Lock(BenchUnderTest.start)
  /// What imports left out, one after the other.
  let leavings = Lock<[[String]]>([])
  /// Called as when another program has written into the log.
  let foreignEvents = Lock<(@Sendable () -> Void)?>(nil)

  init(
    workspace: WorkspaceSnapshot = .shop, saved: [RequestID: RequestDraft] = [:],
    transport: any Transport = RecordingTransport(body: #"{"ok": true}"#, contentType: "application/json")
  ) {
    let drafts = Dictionary(
      workspace.requests.map { ($0.id, RequestDraft(method: $0.method, url: "/\($0.id)")) }
    ) { first, _ in first }
    content = Lock(Content(workspace: workspace, saved: drafts.merging(saved) { $1 }))
    let clock = clock
    client = Client(
      .init(servers: Servers("http://127.0.0.1:8080")), transport: transport, now: { clock.withLock { $0 } })
    told = client.events.subscribe()
  }

  func change(_ body: (inout sending Content) -> Void) {
    content.withLock { body(&$0) }
  }

  var snapshot: Content { content.withLock { $0 } }

  /// As if a file had been changed by another program.
  func changeOnDisk(_ body: (inout sending Content) -> Void) {
    let tell = content.withLock { content in
      body(&content)
      return content.onChange
    }
    tell?()
  }

  func check(_ call: String) throws {
    if let problem = content.withLock({ $0.failures[call] }) { throw problem }
  }
}

// The workspace.
extension FakeServices {
  func workspace() async throws -> WorkspaceSnapshot {
    try check("workspace")
    return snapshot.workspace
  }

  func select(environment: String) async throws -> WorkspaceSnapshot {
    try check("select")
    change { $0.workspace.environment = environment }
    return snapshot.workspace
  }

  func onChanging(_ call: @escaping @Sendable () -> Void) {
    change { $0.onChanging = call }
  }

  func onChange(_ call: @escaping @Sendable () -> Void) {
    change { $0.onChange = call }
  }

  func trustNeeded(by error: any Error) -> [TrustItem]? { nil }

  func trust(_ items: [TrustItem]) async throws -> WorkspaceSnapshot {
    change { content in
      content.trusted += items
      content.workspace.trust = .granted
    }
    return snapshot.workspace
  }

  func limit(pool: Int) async throws -> WorkspaceSnapshot {
    change { $0.workspace.poolSize = pool }
    return snapshot.workspace
  }

  func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot {
    change { $0.workspace.cacheMode = mode }
    return snapshot.workspace
  }

  func mock(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    change { $0.workspace.isMocking = isOn }
    return snapshot.workspace
  }

  func serveMocks(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    change { $0.workspace.mockServer = isOn ? "http://127.0.0.1:4010" : nil }
    return snapshot.workspace
  }

  func create(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot {
    try check("create")
    change { content in
      content.saved[id] = draft
      content.workspace.requests.append(RequestSummary(id, method: draft.method.isEmpty ? "GET" : draft.method))
      content.workspace.requests.sort { $0.id < $1.id }
    }
    return snapshot.workspace
  }

  func filesNaming(_ id: RequestID) async throws -> [String] { [] }

  func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot {
    try check("move")
    let draft = snapshot.saved[id] ?? RequestDraft()
    _ = try await delete(id)
    return try await create(draft, as: new)
  }

  func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot {
    try await create(snapshot.saved[id] ?? RequestDraft(), as: new)
  }

  func delete(_ id: RequestID) async throws -> WorkspaceSnapshot {
    try check("delete")
    change { content in
      content.saved[id] = nil
      content.workspace.requests.removeAll { $0.id == id }
    }
    return snapshot.workspace
  }

  func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot {
    change { content in
      content.workspace.isScratch = false
      content.workspace.folder = folder
      content.workspace.name = folder.split(separator: "/").last.map(String.init) ?? folder
    }
    return try await create(draft, as: id)
  }
}

// Requests.
extension FakeServices {
  func load(_ id: RequestID) async throws -> LoadedRequest {
    try check("load")
    let content = snapshot
    guard let saved = content.saved[id] else {
      throw Problem(code: "workspace.noRequest", "There is no request “\(id)”.")
    }
    return LoadedRequest(saved: saved, draft: content.drafts[id], servers: ["api"], file: "requests/\(id).yaml")
  }

  func preview(_ draft: RequestDraft, of id: RequestID) async -> Preview {
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

  func draft(fromCurl text: String) async throws -> ImportedDraft? {
    text.hasPrefix("curl ") ? ImportedDraft(RequestDraft(method: "GET", url: String(text.dropFirst(5)))) : nil
  }

  func place(_ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID) async throws -> RequestDraft {
    change { $0.placed += secrets }
    return secrets.reduce(draft) { draft, secret in
      guard case .sharedKey(let name) = secret.place else { return draft }
      return draft.replacingSecret(secret.question, with: "{{shared.\(name)}}")
    }
  }

  func forgetAnswers() async throws -> Int { 2 }

  func explain(_ intent: SendIntent) async throws -> SendingExplained {
    try check("explain")
    let line = SendingExplained.Line("url", "http://127.0.0.1:8080\(intent.draft.url)", from: "parley.yaml")
    return SendingExplained([SendingExplained.Stage("3  Sent", [line])])
  }

  func curl(_ intent: CurlExport) async throws -> CurlExportOutcome {
    if intent.showsSecrets, intent.intent.answers.isEmpty { return .asks([Question("password", label: "password")]) }
    let secret = intent.showsSecrets ? intent.intent.answers["password"] ?? "" : Secrets.mask
    return .text("curl 'http://127.0.0.1:8080\(intent.intent.draft.url)' --user 'ada:\(secret)'")
  }

  func files() async throws -> [String] { ["docs/photo.png", "payload.json"] }

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

  var cookies: (any CookieStorage)? { jar }

  func history(of request: RequestID, limit: Int) async throws -> [HistoryEntry] {
    Array((snapshot.history[request] ?? []).prefix(limit))
  }

  func exchange(_ id: ExchangeID) async throws -> RecordedExchange {
    guard let kept = snapshot.kept[id] else {
      throw Problem(code: "history.gone", "The history has let go of this exchange.")
    }
    return kept
  }
}

// The log and the editor.
extension FakeServices {
  func events() -> EventSubscription { client.events.subscribe() }

  func log(_ query: LogQuery) async throws -> LogWindow {
    try check("log")
    let matching = snapshot.log.filter { query.filter.accepts($0) }
    let offset =
      switch query.place {
      case .newest: max(0, matching.count - query.count)
      case .from(let line): max(0, min(line, matching.count))
      }
    return LogWindow(
      total: matching.count, offset: offset, entries: Array(matching[offset...].prefix(query.count)))
  }

  func newestLines(_ count: Int, of subject: LogSubject) async throws -> [LogEntry] {
    try check("newestLines")
    let lines = kept.withLock { kept in
      for case .event(let event) in told.takeAvailable() {
        kept.append(LogEntry(id: Int64(kept.count), time: event.time, .event(event)))
      }
      return snapshot.log + kept
    }
    return lines.filter { $0.isOf(subject) }.suffix(count)
  }

  func logVocabulary() async throws -> LogVocabulary { snapshot.vocabulary }

  func savedFilters() async throws -> [SavedFilter] { snapshot.filters }

  func save(_ filter: SavedFilter) async throws -> [SavedFilter] {
    change { $0.filters.append(filter) }
    return snapshot.filters
  }

  func forgetFilter(_ name: String) async throws -> [SavedFilter] {
    change { content in content.filters.removeAll { $0.name == name } }
    return snapshot.filters
  }

  func mark(_ entry: LogEntry.ID, _ isMarked: Bool) async throws {
    change { content in
      for index in content.log.indices where content.log[index].id == entry { content.log[index].isMarked = isMarked }
    }
  }

  func report(_ problem: Problem, of request: RequestID?) async {
    change { $0.reported.append(problem) }
    client.events.post(custom: Problem.eventIdentifier, parameters: problem.parameters(of: request))
  }

  func copy(_ text: String) async throws -> String {
    try check("copy")
    change { $0.copied.append(text) }
    return "wl-copy"
  }

  func log(_ event: String, _ parameters: JSONValue) async {
    client.events.post(custom: event, parameters: parameters)
  }

  func keep(keys: [CommandID: [KeySequence]]) async throws {
    try check("keepKey")
    change { content in
      for (command, keys) in keys { content.keys[command] = keys.map(\.name).joined(separator: ", ") }
    }
  }

  func keep(_ setting: PersonSettings.Setting, _ value: String) async throws {
    try check("keepSetting")
    change { $0.settings[setting] = value }
  }

  func file(of id: RequestID) async throws -> String { "/w/requests/\(id).yaml" }

  func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String {
    change { $0.staged["/tmp/staged\(suffix)"] = text }
    return "/tmp/staged\(suffix)"
  }

  func collect(_ path: String) async throws -> String {
    snapshot.staged[path] ?? ""
  }
}

// Shared data has tests of its own, over a real session.
extension FakeServices {
  func sharedKeys(_ query: SharedKeysQuery) async throws -> SharedKeysWindow {
    let rows = snapshot.sharedNames.filter { query.filter.isEmpty || $0.contains(query.filter) }.map { name in
      SharedRow(
        key: SharedKey(name), sequence: 1, kind: .text, isSecret: false, at: BenchUnderTest.start, isRestored: false)
    }
    return SharedKeysWindow(total: rows.count, rows: rows)
  }
  func findShared(_ query: SharedValuesQuery) async throws -> SharedValuesFound {
    SharedValuesFound(rows: [], lookedAt: 0, locked: 0, next: nil)
  }
  func sharedKey(_ name: String) async throws -> SharedKeyDetail? { nil }
  func perform(_ intent: SharedDataIntent) async throws -> SharedDataOutcome { .done(nil) }
  func sharedKeys(matching filter: String, prefix: String) async throws -> [SharedKey] {
    snapshot.sharedNames.filter { $0.hasPrefix(prefix) }.map { SharedKey($0) }
  }
  func leftDrafts() async throws -> [LeftDraft] { [] }
  func keep(_ draft: EditorDraft) async throws {}
  func drop(_ place: EditorDraft.Place) async throws {}
  func forget(_ left: LeftDraft.ID) async throws {}
  func deletion(of names: [String]) async throws -> SharedDeletion { SharedDeletion(names) }
  func perform(_ intent: SharedBatchIntent) async throws -> SharedBatchOutcome {
    .done(SharedBatchResult(intent.names))
  }
  func compareShared(_ left: SharedSide, _ right: SharedSide) async throws -> SharedTable {
    SharedTable("", left: "", right: "", rows: [])
  }
  func compareShared(acrossEnvironments name: String) async throws -> SharedTable {
    SharedTable("", left: "", right: "", rows: [])
  }
  func compareShared(_ values: SharedValuesIntent) async throws -> SharedValuesOutcome { .compared(.init()) }
  func sharedSnapshots() async throws -> SharedSnapshotList { SharedSnapshotList([]) }
  func ciphers() async throws -> [CipherSummary] { [] }
  func sharedKeys(of user: SharedUser) async throws -> [UsedKey] { [] }
  func places(renaming name: String, to new: String) async throws -> [VariablePlace] { [] }
  func exchange(of change: SharedRow) async throws -> ExchangeID? { nil }
}

extension LogEntry {
  fileprivate func isOf(_ subject: LogSubject) -> Bool {
    guard case .request(let request) = subject else { return true }
    guard case .event(let event) = content else { return false }
    if case .custom(let custom) = event.kind { return custom.parameters?["request"]?.string == request.rawValue }
    return event.subject?.name == request.rawValue
  }
}

extension WorkspaceSnapshot {
  /// A small shop.
  static let shop = WorkspaceSnapshot(
    name: "shop", folder: "~/shop",
    environments: [
      EnvironmentSummary("local", color: .green), EnvironmentSummary("live", color: .red, asksBeforeSending: true),
    ],
    environment: "local", folders: ["cart", "user"],
    requests: [
      RequestSummary("cart/pay", method: "POST"), RequestSummary("cart/read"), RequestSummary("health"),
      RequestSummary("user/login", method: "POST"), RequestSummary("user/profile"),
    ])
}
