package import ParleyModel

/// Environments and the values in them.
package protocol EnvironmentServices: Sendable {
  /// Every value of the workspace and its environments, as the files say it now.
  func variables() async throws -> VariableTable
  /// Writes a change into the files that it is about; of a value, if the file still says what the person has seen. Nil asks no more.
  /// - Throws: for a name that cannot be used, and for what would be a secret in clear.
  func change(_ edit: EnvironmentEdit, over seen: SeenCell?) async throws -> EnvironmentOutcome
  /// Takes back the last change, or makes it again.
  /// - Throws: when there is none, or its files have changed since.
  func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome
  /// Unsaved edits of a request with a new name in them.
  func renamed(_ draft: RequestDraft, by renaming: Renaming) async -> RequestDraft
  /// Unsaved edits of a group with a new name in them; as they are where they cannot be read.
  func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) async -> String
}

package enum UndoWay: Hashable, Sendable { case undo, redo }

/// Values by name, and what each environment has for them.
package struct VariableTable: Hashable, Sendable {
  package var environments: [EnvironmentSummary]
  package var rows: [VariableRow]

  package init(environments: [EnvironmentSummary] = [], rows: [VariableRow] = []) {
    (self.environments, self.rows) = (environments, rows)
  }

  /// The columns: what holds in all environments, then each of them.
  package var homes: [VariableHome] { [.workspace] + environments.map { .environment($0.name) } }

  package subscript(name: String) -> VariableRow? { rows.first { $0.name == name } }
}

/// One name, with its values and the places that use it.
package struct VariableRow: Hashable, Sendable {
  package var name: String
  package var cells: [VariableHome: VariableCell]
  package var uses: [VariablePlace]
  /// The requests and groups whose unsaved edits use it.
  package var drafts: [String]

  package init(
    _ name: String, _ cells: [VariableHome: VariableCell] = [:], uses: [VariablePlace] = [], drafts: [String] = []
  ) {
    (self.name, self.cells, self.uses, self.drafts) = (name, cells, uses, drafts)
  }
}

/// A place in the files that uses a value.
package struct VariablePlace: Hashable, Sendable {
  package var file: String
  /// Counted from 1.
  package var line: Int

  package init(_ file: String, line: Int) {
    (self.file, self.line) = (file, line)
  }
}

/// What stood in a cell when it was edited; nil where nothing did.
package struct SeenCell: Hashable, Sendable {
  package var cell: VariableCell?

  package init(_ cell: VariableCell?) { self.cell = cell }
}

package enum EnvironmentOutcome: Hashable, Sendable {
  /// - said: what was done, in a sentence.
  /// - renamed: the variable that has another name by it.
  case done(VariableTable, WorkspaceSnapshot, said: String, renamed: Renaming? = nil)
  /// The file says something else by now.
  case conflict(VariableTable, theirs: VariableCell?)
}
