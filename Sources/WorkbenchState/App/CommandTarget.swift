package import TerminalKit

/// A screen or a pane whose commands say in their rows what they do to it.
package protocol CommandTarget: Sendable {
  /// The first part of its commands' names.
  static var commandName: String { get }
  /// The action that changes it so.
  static func action(_ body: @escaping @Sendable (inout Self, ViewContext) -> [Effect]) -> WorkbenchState.Action
}

extension CommandTarget {
  package typealias CommandBody = @Sendable (inout Self, ViewContext) -> [Effect]

  /// The row of a command, and what it does.
  package static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping CommandBody
  ) -> CommandRow {
    CommandRow(
      CommandID("\(commandName).\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: action(body),
      disabledReason: disabledReason)
  }

  /// The row of a command that several panes have.
  package static func row(
    _ shared: SharedCommand, _ id: CommandID, ownKeys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping CommandBody
  ) -> CommandRow {
    CommandRow(
      shared, id, ownKeys: ownKeys, in: contexts, hint: hint, does: action(body), disabledReason: disabledReason)
  }
}

extension Screen {
  package static var commandName: String { name }
  /// The context of all its panes, while nothing is typed.
  package static var context: KeyContext { KeyContext(name) }

  /// The row of a command that is an action of the screen, because the mouse or an effect does it too.
  package static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [context], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("\(name).\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .on(self, action),
      disabledReason: disabledReason)
  }

  package static func action(_ body: @escaping CommandBody) -> WorkbenchState.Action {
    .change { state in
      let context = state.context
      return body(&state.screens[Self.self], context)
    }
  }
}

/// A part of a screen, with the rows of its own commands.
package protocol ScreenPart {
  associatedtype Owner: Screen
  static var commands: [CommandRow] { get }
}

extension ScreenPart {
  package static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Owner.Action,
    in contexts: [KeyContext] = [Owner.context], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    Owner.row(id, title, help, keys, action, in: contexts, hint: hint, disabledReason: disabledReason)
  }

  package static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping Owner.CommandBody
  ) -> CommandRow {
    Owner.row(id, title, help, keys, in: contexts, hint: hint, disabledReason: disabledReason, does: body)
  }

  package static func row(
    _ shared: SharedCommand, _ id: CommandID, ownKeys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does body: @escaping Owner.CommandBody
  ) -> CommandRow {
    Owner.row(shared, id, ownKeys: ownKeys, in: contexts, hint: hint, disabledReason: disabledReason, does: body)
  }
}
