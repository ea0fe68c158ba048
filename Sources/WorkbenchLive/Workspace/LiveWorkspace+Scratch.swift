import Glibc
import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import Workbench

extension LiveWorkspace {
  package func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot
  {
    let asked = session.askedVariables
    let definition = try session.settled(session.definition(draft, of: id.rawValue), as: id.rawValue)
    let kept = try await Session.keepScratch(
      definition, as: id.rawValue, in: folder, from: session, state: stateFolder, events: bus)
    do {
      try await kept.takeAnswers(to: RequestDraft(definition).secretQuestions + asked, from: session)
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
      RequestID.scratch.rawValue, to: kept.store, as: id.rawValue, limit: Self.copiedHistory)
    try? await scratch.store.drafts.remove(RequestID.scratch.rawValue)
    await scratch.close()
    live.follow(kept, by: FileWatch(of: kept.workspace.root))
    await live.forgetLog()
    return try await snapshot()
  }

  /// As many as the list of earlier responses shows.
  private static let copiedHistory = 200
}
