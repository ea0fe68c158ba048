import ParleyModel

@testable import Workbench

extension FakeServices {
  func requests(fromPasted text: String) async throws -> PastedRequests? {
    if text.contains("\n") { return .several(["get items", "get orders"]) }
    if let draft = try await draft(fromCurl: text) { return .one(draft) }
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
}
