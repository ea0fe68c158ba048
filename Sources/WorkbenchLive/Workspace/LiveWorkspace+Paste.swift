import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveWorkspace {
  package func requests(fromPasted text: String) async throws -> PastedRequests? {
    let session = session
    switch try PastedText(text, in: currentFolder, forWorkspaceAt: session.workspace.root) {
    case nil: return isDocument(text) ? .document : nil
    case .request(let command, let hint)?: return .one(try await draft(of: command, hint: hint, in: session))
    case .commands(let api)?: return .several(api.requests.map(\.id))
    }
  }

  private func isDocument(_ text: String) -> Bool {
    (try? ImportedAPI(ImportSource("pasted", Array(text.utf8)), in: currentFolder)) != nil
  }

  /// Its credentials are kept from now on.
  func draft(of command: CurlCommand, hint: String? = nil, in session: Session) async throws -> ImportedDraft {
    try await session.answers.keep(command.secrets)
    var draft = ImportedDraft(RequestDraft(command.request), notes: command.notes)
    let hints = [hint, command.sendsJSONAsForm ? CurlCommand.jsonAsForm : nil].compactMap(\.self)
    (draft.kept, draft.hint) = (command.secrets.map(\.name), hints.isEmpty ? nil : hints.joined(separator: " "))
    return draft
  }

  package func importCommands(
    _ text: String, into folder: String, workspace: String?
  ) async throws -> ImportedRequests {
    guard case .commands(var api)? = try PastedText(text, in: currentFolder) else {
      throw Problem(code: "paste.commands", "The text has no curl commands.")
    }
    if workspace == nil { api.environments = [] }
    let plan = try ImportPlan(api, at: workspace ?? session.workspace.root, into: folder)
    try plan.write()
    if let workspace { try await open(workspace) } else { try await session.reload() }
    try await session.answers.keep(plan.secrets)
    let requests = api.requests.map { RequestID(rawValue: plan.inFolder($0.id)) }
    return ImportedRequests(
      try await snapshot(), requests, notes: plan.notes.map { "\($0.place): \($0.text)" },
      kept: plan.secrets.map(\.name))
  }

  /// Goes on in a workspace that has just been made.
  func open(_ folder: String) async throws {
    await live.stopMockServer()
    let watch = FileWatch(of: folder)
    let opened = try await Session.open(
      at: folder, state: stateFolder, events: bus, teams: live.teams, proxies: live.session.proxies)
    let scratch = state.withLock { state in
      defer { (state.session, state.isScratch) = (opened, false) }
      return state.session
    }
    await scratch.close()
    live.follow(opened, by: watch)
    await live.forgetLog()
  }

  package func createFromScratch(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot {
    let isSent = session.exchanges(sentFrom: draft)
    _ = try await create(draft, as: id)
    let store = session.store
    // The file is there: what is left of the request without one is no reason to say that nothing was saved.
    try? await store.history.rename(
      RequestID.scratch.rawValue, to: id.rawValue, limit: Self.copiedHistory, where: isSent)
    try? await store.drafts.removeScratch()
    return try await snapshot()
  }
}
