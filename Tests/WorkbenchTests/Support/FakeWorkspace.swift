import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// A workspace in memory.
struct FakeWorkspace: WorkspaceServices, FakePart {
  let fake: FakeServices

  func certificates(of url: String, _ options: TransferOptions?) async throws -> CertificateChain {
    CertificateChain(server: TrustedServers.name(of: url) ?? url, certificates: [])
  }

  func trust(certificate pem: String?, of server: String) async throws -> WorkspaceSnapshot {
    change { $0.workspace.trustedServers = pem == nil ? [] : [server] }
    return snapshot.workspace
  }

  func trust(authoritiesIn file: String, of server: String) async throws -> WorkspaceSnapshot {
    try await trust(certificate: file, of: server)
  }

  func checkCertificates(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    change { $0.workspace.checksCertificates = isOn }
    return snapshot.workspace
  }

  func credentials(unplacedBy error: any Error) -> [UnplacedCredential]? { (error as? FakeUnplaced)?.credentials }

  func place(_ placements: [CredentialPlacement]) async throws {
    content.withLock { content in
      content.placements += placements
      content.unplaced = []
    }
  }

  func folder(ofWorkspaceAt path: String) async throws -> String {
    guard path.contains("shop") else { throw Problem(code: "workspace.none", "There is no workspace in \(path).") }
    return path
  }

  func describe(_ draft: RequestDraft, of id: RequestID) async throws -> SendingExplained {
    try check("describe")
    return SendingExplained([.init("GET \(draft.url)", [.init("operation", "show")])])
  }

  func operationWords(of draft: RequestDraft, _ id: RequestID) async -> OperationWords { OperationWords() }

  func report(_ kind: DescriptionReport) async throws -> [String] {
    ["Shop (openapi/shop.yaml): 1 operation", "  sent"]
  }

  func requests(fromPasted text: String) async throws -> PastedRequests? {
    if text.contains("\n") { return .several(["get items", "get orders"]) }
    if let draft = try await fake.requests.draft(typed: text) { return .one(draft) }
    return text.contains("://") ? .one(ImportedDraft(RequestDraft(url: text))) : nil
  }

  func importCommands(_ text: String, into folder: String, workspace: String?) async throws -> ImportedRequests {
    ImportedRequests(snapshot.workspace, [])
  }

  func createFromScratch(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot {
    try await create(draft, as: id)
  }

  func variables() async throws -> VariableTable { snapshot.variables }

  func change(_ edit: EnvironmentEdit, over seen: SeenCell?) async throws -> EnvironmentOutcome {
    self.change { $0.environmentChanges.append(edit) }
    let answers = snapshot.environmentOutcomes
    self.change { if !$0.environmentOutcomes.isEmpty { $0.environmentOutcomes.removeFirst() } }
    return answers.first ?? .done(snapshot.variables, snapshot.workspace, said: "Changed.")
  }

  func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome {
    .done(snapshot.variables, snapshot.workspace, said: way == .undo ? "Undone." : "Redone.")
  }

  func renamed(_ draft: RequestDraft, by renaming: Renaming) async -> RequestDraft { draft }
  func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) async -> String { text }

  func export(_ export: FormatExport) async throws -> FormatExportOutcome {
    let text = "\(export.name) as \(export.format.rawValue)"
    if export.path.isEmpty {
      return .text(text, notes: export.format == .k6 ? ["cart/pay: Not exported: retries."] : [])
    }
    if export.path.hasPrefix("taken"), !export.replaces { return .exists(path: export.path) }
    return .written([export.path], notes: [])
  }

  func planImport(_ wish: ImportWish) async throws -> ImportOutline {
    if wish.source == .place("broken") { throw Problem(code: "import.unknownFormat", "This file is in no format.") }
    var entries = [
      ImportOutline.Entry("environments/local", .extended), ImportOutline.Entry("parley", .extended),
      ImportOutline.Entry("requests/shop/cart/add", .new), ImportOutline.Entry("requests/shop/cart/pay", .new),
      ImportOutline.Entry("requests/shop/login", .new), ImportOutline.Entry("requests/shop/old", .kept),
      ImportOutline.Entry("groups/shop/recording", .new),
    ]
    entries[1].isNeeded = true
    for place in 2...5 { entries[place].method = place == 2 ? "PUT" : "POST" }
    entries[6].needs = ["requests/shop/login"]
    return ImportOutline(
      "HAR 1.2", title: "Shop", target: "requests/\(wish.into ?? "shop")", makesWorkspace: false, entries: entries,
      notes: ["entries[7]: An image was left out.", "entries[9]: A style was left out."])
  }

  func makeImport(
    _ wish: ImportWish, leaving leftOut: Set<String>, _ progress: WritingProgress
  ) async throws -> ImportMade? {
    fake.leavings.withLock { $0.append(leftOut.sorted()) }
    return ImportMade(try await read(), ["cart/pay"], in: "requests/\(wish.into ?? "shop")", credentials: 1)
  }

  func cancelImport() async {}

  func paths(completing typed: String) async -> [String] {
    ["apis/", "petstore.yaml", "shop.har"].filter { $0.hasPrefix(typed) }
  }

  func read() async throws -> WorkspaceSnapshot {
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

  func script(_ path: String) async throws -> String { "echo \(path)\n" }

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
  func filesNaming(folder: String) async throws -> [String] { [] }

  func move(folder: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot { snapshot.workspace }
  func delete(folder: String) async throws -> WorkspaceSnapshot { snapshot.workspace }
  func move(_ ids: [RequestID], of all: [RequestID], into folder: String) async throws -> WorkspaceSnapshot {
    for id in ids {
      let name = id.rawValue.split(separator: "/").last ?? ""
      _ = try await move(id, to: RequestID(rawValue: "\(folder)/\(name)"), everywhere: true)
    }
    return snapshot.workspace
  }
  func filesNaming(_ ids: [RequestID]) async throws -> [String] { [] }
  func delete(_ ids: [RequestID], of all: [RequestID]) async throws -> WorkspaceSnapshot {
    for id in ids { _ = try await delete(id) }
    return snapshot.workspace
  }
  func undoFiles() async throws -> FilesUndone { FilesUndone(snapshot.workspace, said: "Put back.") }

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

  func files() async throws -> [String] { ["docs/photo.png", "payload.json"] }
}

/// What the fake throws in place of saving while credentials are unplaced.
struct FakeUnplaced: Error {
  let credentials: [UnplacedCredential]
}
