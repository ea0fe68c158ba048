package import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// Actions on the table of values and environments.
package indirect enum EnvironmentAction: Sendable {
  case open
  case loaded(VariableTable)
  case move(ListCursor.Step)
  case turnColumn(Int)
  case select(row: Int, column: Int)
  case copyValue
  /// Opens a form again.
  case fill(EnvironmentForm)
  /// The edit of a form; for a value with the cell that the person has seen.
  case change(EnvironmentEdit, over: SeenCell? = nil)
  case changed(EnvironmentEdit, EnvironmentOutcome)
  case undone(EnvironmentOutcome)
  /// A shared key gets another name, in files and in unsaved edits.
  case renameKey(SharedDataIntent)
  /// Something has another name in unsaved edits as well.
  case renamed(RenamedDrafts)
  /// Asks before a name is changed in the files that use it.
  case askRename(String, to: String)
}

/// Effects of the table on the files.
package enum EnvironmentEffect: ServiceEffect {
  case load
  case change(EnvironmentEdit, over: SeenCell?, OpenDrafts)
  case undo(UndoWay, OpenDrafts)

  package var lane: Lane? {
    switch self {
    case .load: Lane("variables", keepsOnlyNewest: true)
    case .change, .undo: .openFiles
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .load: [.environments(.loaded(try await services.workspace.variables()))]
    case .change(let edit, let seen, let drafts):
      try await drafts.following(try await services.workspace.change(edit, over: seen), with: services) {
        .changed(edit, $0)
      }
    case .undo(let way, let drafts):
      try await drafts.following(try await services.workspace.undoEnvironments(way), with: services) { .undone($0) }
    }
  }
}
