import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension VariableSheet {
  static var commands: [CommandRow] { variables + environments }

  private static var variables: [CommandRow] {
    [
      row(
        "source", "Source of the value", "Chooses where the value comes from: a text or a secret's source.", ["s"],
        needsVariable
      ) { state in
        state.variables.ask { EnvironmentForm.source($0.name, in: $1, $0.cells[$1]) }
      },
      row("add", "New variable", "Adds a variable to the column's file.", ["a"]) { state in
        [.ask(EnvironmentForm.new(in: state.variables.home ?? .workspace))]
      },
      row(
        "rename", "Rename everywhere", "Renames the variable in all files that declare or use it; lists them first.",
        ["r"], needsVariable
      ) { state in
        state.variables.ask { row, _ in EnvironmentForm.rename(row.name) }
      },
      row(
        "copy", "Copy the variable", "Copies the variable under another name, with all its values.", ["p"],
        needsVariable
      ) { state in
        state.variables.ask { row, _ in EnvironmentForm.copy(row.name) }
      },
      row(
        "remove", "Delete the variable", "Deletes the variable in one environment or in all, after asking.",
        ["D", "Delete"], needsVariable
      ) { state in
        state.variables.ask { Confirm(removing: $0, from: $1) }
      },
      row(
        "uses", "Where it is used", "Lists the places that use the variable; Enter opens one in $EDITOR.", ["w"],
        needsVariable
      ) { state in
        state.variables.ask { row, _ in Picker(usesOf: row) }
      },
      row("undo", "Undo", "Takes back the last change of the files.", ["u"]) { state in
        [.perform(EnvironmentEffect.undo(.undo, OpenDrafts(in: state)))]
      },
      row("redo", "Redo", "Makes the last undone change again.", ["Ctrl-R"]) { state in
        [.perform(EnvironmentEffect.undo(.redo, OpenDrafts(in: state)))]
      },
      row("edit", "Edit the file", "Opens the column's file in $EDITOR.", ["e"]) { state in
        state.variables.home.map { [.terminal(.edit(file: $0.file, line: nil))] } ?? []
      },
    ]
  }

  private static var environments: [CommandRow] {
    [
      row("use", "Use the environment", "Makes the column's environment the active one.", ["Space"]) { state in
        state.variables.useEnvironment()
      },
      row("newEnvironment", "New environment", "Creates an environment.", ["A"]) { state in
        [.ask(EnvironmentForm.newEnvironment)]
      },
      row(
        "describe", "Settings of the environment",
        "Changes the environment's name, color, and whether it asks before sending.", ["E"], needsEnvironment
      ) { state in
        state.variables.environment.map { [.ask(EnvironmentForm.describe($0))] } ?? []
      },
      row(
        "duplicate", "Duplicate the environment", "Copies the environment under another name.", ["P"], needsEnvironment
      ) { state in
        state.variables.environment.map { [.ask(EnvironmentForm.duplicate($0.name))] } ?? []
      },
      row(
        "deleteEnvironment", "Delete the environment", "Deletes the environment's file, after asking.", ["X"],
        needsEnvironment
      ) { state in
        state.variables.environment.map { [.ask(Confirm(deleting: $0))] } ?? []
      },
    ]
  }

  private static let needsVariable: @Sendable (State) -> String? = {
    $0.variables.selected == nil ? "There is no variable yet." : nil
  }

  private static let needsEnvironment: @Sendable (State) -> String? = {
    $0.variables.environment == nil ? "The column of defaults belongs to parley.yaml." : nil
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String],
    _ disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }, does change: @escaping StateChange
  ) -> CommandRow {
    CommandRow(
      CommandID("variables.\(id)"), title, help: help, keys: keys, in: [.variables], disabledReason: disabledReason,
      does: change)
  }
}
