package import ParleyModel

package enum UndoWay: Hashable, Sendable { case undo, redo }

/// Values by name, and what each environment has for them.
package struct VariableTable: Hashable, Sendable {
  package var environments: [EnvironmentSummary]
  package var rows: [VariableRow]
  /// The names whose values were given when the program was started: these are sent in place of those of the files.
  package var given: Set<String> = []

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

/// The content of a cell when it was edited; nil if it was empty.
package struct SeenCell: Hashable, Sendable {
  package var cell: VariableCell?

  package init(_ cell: VariableCell?) { self.cell = cell }
}

package indirect enum EnvironmentOutcome: Hashable, Sendable {
  /// - said: a description of the change, in a sentence.
  /// - renamed: the variable that has another name by it.
  case done(VariableTable, WorkspaceSnapshot, said: String, renamed: Renaming? = nil)
  /// The file says something else by now.
  case conflict(VariableTable, theirs: VariableCell?)
}
