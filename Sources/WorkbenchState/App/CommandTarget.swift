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

  package static func action(_ body: @escaping CommandBody) -> WorkbenchState.Action {
    .change { state in
      let context = state.context
      return body(&state.screens[Self.self], context)
    }
  }
}
