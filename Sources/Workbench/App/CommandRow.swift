package import TerminalKit

/// One row of the command table, and what it does.
struct CommandRow: Sendable {
  let command: Command<State>
  let action: Action

  init(
    _ id: CommandID, _ title: String, help: String, keys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, does action: Action,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) {
    command = Command(
      id, title, help: help, keys: keys, in: contexts, hint: hint, disabledReason: disabledReason)
    self.action = action
  }
}

/// The one table of commands: it feeds dispatch, hints, help, palette and the key reference.
package final class CommandSet: Sendable {
  let table: CommandTable<State>
  private let actions: [CommandID: Action]
  let rows: [CommandRow]
  let rebound: [CommandID: [String]]

  /// - Parameter rebound: keys a person chose, in place of a command's own.
  package convenience init(rebound: [CommandID: [String]] = [:]) throws(CommandTableError) {
    try self.init(.all, rebound: rebound)
  }

  /// With the keys of a file a person wrote.
  /// - Throws: for an unknown command, and for keys that would mean two things in one pane.
  package convenience init(_ file: KeyFile) throws(SettingsError) {
    let rows = [CommandRow].all
    if let mistake = file.mistake(in: rows.map(\.command), active: KeyContext.active) {
      throw mistake
    }
    do { try self.init(rows, rebound: file.keys) } catch { throw SettingsError("\(error)") }
  }

  init(_ rows: [CommandRow], rebound: [CommandID: [String]] = [:]) throws(CommandTableError) {
    self.rows = rows
    self.rebound = rebound
    table = try CommandTable(rows.map(\.command), rebound: rebound)
    actions = Dictionary(rows.map { ($0.command.id, $0.action) }) { first, _ in first }
  }

  /// What a command does.
  func action(of id: CommandID) -> Action? {
    actions[id]
  }
}

extension [CommandRow] {
  /// Every row, pane by pane, in the order of help and key reference.
  static var all: [CommandRow] {
    State.everywhere + Screens.all.flatMap { $0.commands } + LogStrip.commands + PopupAction.commands
  }
}

extension [CommandRow] {
  /// The keys by which one goes through the lines of a pane.
  /// - Parameters:
  ///   - id: of the pane, which the rows' own ids begin with.
  ///   - what: one of its lines, for the help.
  static func moving(
    _ id: String, through what: String, in context: KeyContext, does action: (ListCursor.Step) -> Action
  ) -> [CommandRow] {
    let ways: [(String, String, help: String, keys: [String], ListCursor.Step)] = [
      ("down", "Down", "Moves to the next \(what).", ["Down", "j"], .lines(1)),
      ("up", "Up", "Moves to the previous \(what).", ["Up", "k"], .lines(-1)),
      ("pageDown", "Page down", "Moves a page down.", ["PageDown", "Ctrl-D"], .pages(1)),
      ("pageUp", "Page up", "Moves a page up.", ["PageUp", "Ctrl-U"], .pages(-1)),
      ("first", "First", "Moves to the first \(what).", ["Home", "g"], .first),
      ("last", "Last", "Moves to the last \(what).", ["End", "G"], .last),
    ]
    return ways.map { name, title, help, keys, step in
      CommandRow(CommandID("\(id).\(name)"), title, help: help, keys: keys, in: [context], does: action(step))
    }
  }
}
