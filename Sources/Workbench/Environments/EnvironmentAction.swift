import TerminalKit

/// Actions on the table of values and environments.
indirect enum EnvironmentAction: Sendable {
  case open
  case loaded(VariableTable)
  case move(ListCursor.Step)
  case turnColumn(Int)
  case select(row: Int, column: Int)
  case copyValue
  /// Asks for something in a form or a question.
  case ask(Question)
  /// Opens a form again.
  case fill(EnvironmentForm)
  /// Makes the change that a form asked for.
  case change(EnvironmentChange)
  case changed(EnvironmentChange, EnvironmentOutcome)
  case undo(UndoWay)
  case undone(EnvironmentOutcome)
  /// A shared key gets another name, in files and in unsaved edits.
  case renameKey(SharedDataIntent)
  /// Something has another name in unsaved edits as well.
  case renamed(RenamedDrafts)
  /// Asks before a name is changed in the files that use it.
  case askRename(String, to: String)
  /// Makes the environment of the column the active one.
  case use
  case editFile

  enum Question: Sendable {
    case value, source, new, rename, copy, remove, uses
    case newEnvironment, describeEnvironment, duplicateEnvironment, deleteEnvironment
  }
}

/// Effects of the table on the files.
enum EnvironmentEffect: ServiceEffect {
  case load
  case change(EnvironmentChange, OpenDrafts)
  case undo(UndoWay, OpenDrafts)

  var lane: Lane? {
    switch self {
    case .load: Lane("variables", keepsOnlyNewest: true)
    case .change, .undo: .openFiles
    }
  }

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .load: [.environments(.loaded(try await services.variables()))]
    case .change(let change, let drafts):
      try await drafts.following(try await services.change(change), with: services) { .changed(change, $0) }
    case .undo(let way, let drafts):
      try await drafts.following(try await services.undoEnvironments(way), with: services) { .undone($0) }
    }
  }
}
