/// Environments and the values in them.
package protocol EnvironmentServices: Sendable {
  /// Every value of the workspace and its environments, as the files say it now.
  func variables() async throws -> VariableTable
  /// Writes a change into the files that it is about.
  /// - Throws: for a name that cannot be used, and for what would be a secret in clear.
  func change(_ change: EnvironmentChange) async throws -> EnvironmentOutcome
  /// Takes back the last change, or makes it again.
  /// - Throws: when there is none, or its files have changed since.
  func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome
  /// Unsaved edits of a request with a new name in them.
  func renamed(_ draft: RequestDraft, by renaming: Renaming) async -> RequestDraft
  /// Unsaved edits of a group with a new name in them; as they are where they cannot be read.
  func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) async -> String
}

/// What a variable or a shared key was called, and what it is called from now on.
package struct Renaming: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case variable, sharedKey }

  package var kind: Kind
  package var old: String
  package var new: String

  package init(_ kind: Kind, _ old: String, to new: String) {
    (self.kind, self.old, self.new) = (kind, old, new)
  }

  package var reversed: Renaming { Renaming(kind, new, to: old) }
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
  package var homes: [VariableLocation] { [.workspace] + environments.map { .environment($0.name) } }

  package subscript(name: String) -> VariableRow? { rows.first { $0.name == name } }
}

/// Where a value stands.
package enum VariableLocation: Hashable, Sendable, Codable {
  /// In `parley.yaml`, for all environments.
  case workspace
  case environment(String)
}

/// One name, with its values and the places that use it.
package struct VariableRow: Hashable, Sendable {
  package var name: String
  package var cells: [VariableLocation: VariableCell]
  package var uses: [VariablePlace]
  /// The requests and groups whose unsaved edits use it.
  package var drafts: [String]

  package init(
    _ name: String, _ cells: [VariableLocation: VariableCell] = [:], uses: [VariablePlace] = [], drafts: [String] = []
  ) {
    (self.name, self.cells, self.uses, self.drafts) = (name, cells, uses, drafts)
  }
}

/// A value as a file says it. A secret is only its source.
package enum VariableCell: Hashable, Sendable, Codable {
  /// Masked where it holds a known secret.
  case text(String, isMasked: Bool = false)
  /// A secret that is asked for.
  case asked
  /// A secret from a variable of the operating system.
  case variable(String)
  /// A secret that a program prints.
  case program([String])
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

package enum EnvironmentChange: Hashable, Sendable {
  /// Sets a value, if the file still says what the person has seen; nil asks no more.
  case set(String, VariableCell, in: VariableLocation, over: SeenCell?)
  case remove(String, from: [VariableLocation])
  case copy(String, as: String)
  /// Wherever it is declared and used.
  case rename(String, to: String)
  case create(EnvironmentSummary)
  case duplicate(String, as: String)
  /// Another name, color or `confirm`.
  case describe(String, EnvironmentSummary)
  case delete(String)
}

/// What stood in a cell when it was edited; nil where nothing did.
package struct SeenCell: Hashable, Sendable {
  package var cell: VariableCell?

  package init(_ cell: VariableCell?) { self.cell = cell }
}

package indirect enum EnvironmentOutcome: Hashable, Sendable {
  /// - said: what was done, in a sentence.
  /// - renamed: the variable that has another name by it.
  case done(VariableTable, WorkspaceSnapshot, said: String, renamed: Renaming? = nil)
  /// The file says something else by now.
  case conflict(VariableTable, theirs: VariableCell?)
}
