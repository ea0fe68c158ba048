import TerminalKit
import WorkbenchState

/// A part of the screen of groups, with the rows of its own commands.
protocol GroupsPart {
  static var commands: [CommandRow] { get }
}

extension GroupsPart {
  static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: GroupsScreen.Action,
    in contexts: [KeyContext] = [.groups], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    GroupsScreen.row(id, title, help, keys, action, in: contexts, hint: hint, disabledReason: disabledReason)
  }

  static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping GroupsScreen.CommandBody
  ) -> CommandRow {
    GroupsScreen.row(id, title, help, keys, in: contexts, hint: hint, disabledReason: disabledReason, does: body)
  }

  static func row(
    _ shared: SharedCommand, _ id: CommandID, ownKeys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping GroupsScreen.CommandBody
  ) -> CommandRow {
    GroupsScreen.row(
      shared, id, ownKeys: ownKeys, in: contexts, hint: hint, disabledReason: disabledReason, does: body)
  }
}
