import TerminalKit
import WorkbenchServices

extension VariableSheet {
  static var commands: [CommandRow] { variables + environments }

  private static var variables: [CommandRow] {
    [
      row(
        "source", "Source of the value", "Chooses where the value comes from: a text or a secret's source.", ["s"],
        .ask(.source), needsVariable),
      row("add", "New variable", "Adds a variable to the column's file.", ["a"], .ask(.new)),
      row(
        "rename", "Rename everywhere", "Renames the variable in all files that declare or use it; lists them first.",
        ["r"], .ask(.rename), needsVariable),
      row(
        "copy", "Copy the variable", "Copies the variable under another name, with all its values.", ["p"],
        .ask(.copy), needsVariable),
      row(
        "remove", "Delete the variable", "Deletes the variable in one environment or in all, after asking.",
        ["D", "Delete"], .ask(.remove), needsVariable),
      row(
        "uses", "Where it is used", "Lists the places that use the variable; Enter opens one in $EDITOR.", ["w"],
        .ask(.uses), needsVariable),
      row("undo", "Undo", "Takes back the last change of the files.", ["u"], .undo(.undo)),
      row("redo", "Redo", "Makes the last undone change again.", ["Ctrl-R"], .undo(.redo)),
      row("edit", "Edit the file", "Opens the column's file in $EDITOR.", ["e"], .editFile),
    ]
  }

  private static var environments: [CommandRow] {
    [
      row("use", "Use the environment", "Makes the column's environment the active one.", ["Space"], .use),
      row("newEnvironment", "New environment", "Creates an environment.", ["A"], .ask(.newEnvironment)),
      row(
        "describe", "Settings of the environment",
        "Changes the environment's name, color, and whether it asks before sending.", ["E"],
        .ask(.describeEnvironment), needsEnvironment),
      row(
        "duplicate", "Duplicate the environment", "Copies the environment under another name.", ["P"],
        .ask(.duplicateEnvironment), needsEnvironment),
      row(
        "deleteEnvironment", "Delete the environment", "Deletes the environment's file, after asking.", ["X"],
        .ask(.deleteEnvironment), needsEnvironment),
    ]
  }

  private static let needsVariable: @Sendable (State) -> String? = {
    $0.variables.selected == nil ? "There is no variable yet." : nil
  }

  private static let needsEnvironment: @Sendable (State) -> String? = {
    $0.variables.environment == nil ? "The column of defaults belongs to parley.yaml." : nil
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: EnvironmentAction,
    _ disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("variables.\(id)"), title, help: help, keys: keys, in: [.variables], does: .environments(action),
      disabledReason: disabledReason)
  }
}
