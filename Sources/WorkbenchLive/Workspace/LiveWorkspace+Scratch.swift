import Glibc
import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveWorkspace {
  package func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot
  {
    let asked = session.environments.askedVariables
    let isSent = session.exchanges(sentFrom: draft)
    let definition = try session.credentials.settled(session.definition(draft, of: id.rawValue), as: id.rawValue)
    let kept = try await ScratchWorkspace.keep(
      definition, as: id.rawValue, in: folder, from: session, state: stateFolder, events: bus)
    do {
      try await kept.answers.take(RequestDraft(definition).secretQuestions + asked, from: session.answers)
    } catch {
      await kept.close()
      throw error
    }
    let scratch = state.withLock { state in
      defer { (state.session, state.isScratch) = (kept, false) }
      return state.session
    }
    // The file is there: what is left of the scratch request is no reason to say that nothing was saved.
    try? await scratch.store.history.copy(
      RequestID.scratch.rawValue, to: kept.store, as: id.rawValue, limit: Self.copiedHistory, where: isSent)
    try? await scratch.store.drafts.removeScratch()
    await scratch.close()
    live.follow(kept, by: FileWatch(of: kept.workspace.root))
    await live.forgetLog()
    return try await snapshot()
  }

  /// As many as the list of earlier responses shows.
  static let copiedHistory = 200
}

extension Session {
  /// Tells the exchanges that a request without a file has sent from those of other requests that had none: by method and URL,
  /// whatever the query.
  func exchanges(sentFrom draft: RequestDraft) -> @Sendable (HistoryEntry) -> Bool {
    let method = draft.method.isEmpty ? "GET" : draft.method
    let url = Preview(of: draft, as: RequestID.scratch.rawValue, in: self).url.withoutQuery
    return { $0.method == method && $0.url.withoutQuery == url }
  }
}

extension String {
  fileprivate var withoutQuery: String { String(prefix { $0 != "?" && $0 != "#" }) }
}
