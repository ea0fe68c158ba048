@testable import Workbench

extension FakeServices {
  func variables() async throws -> VariableTable { snapshot.variables }

  func change(_ change: EnvironmentChange) async throws -> EnvironmentOutcome {
    self.change { $0.environmentChanges.append(change) }
    let answers = snapshot.environmentOutcomes
    self.change { if !$0.environmentOutcomes.isEmpty { $0.environmentOutcomes.removeFirst() } }
    return answers.first ?? .done(snapshot.variables, snapshot.workspace, said: "Changed.")
  }

  func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome {
    .done(snapshot.variables, snapshot.workspace, said: way == .undo ? "Undone." : "Redone.")
  }
}
