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
  package convenience init(_ file: KeyBindingFile) throws(SettingsError) {
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

  /// The action that a command performs; nil if there is none here.
  func action(of id: CommandID) -> Action? {
    actions[id]
  }
}

extension [CommandRow] {
  /// Every row, pane by pane, in the order of help and key reference.
  static var all: [CommandRow] {
    State.everywhere + Screens.all.flatMap { $0.commands } + LogStrip.commands + PopupAction.commands
      + VariableSheet.commands + SignInSheet.commands + ImportSheet.commands
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

  /// In the list of what the word before the cursor of a filter could become.
  static func completing(
    _ id: String, in context: KeyContext, does action: (FilterCompletion.Action) -> Action
  ) -> [CommandRow] {
    func row(
      _ name: String, _ title: String, _ help: String, _ key: String, _ does: FilterCompletion.Action,
      hint: Command<State>.Hint? = nil
    ) -> CommandRow {
      CommandRow(
        CommandID("\(id)\(name)"), title, help: help, keys: [key], in: [context], hint: hint, does: action(does))
    }
    return [
      row("Down", "Next choice", "Moves to the next choice.", "Down", .choose(.lines(1))),
      row("Up", "Previous choice", "Moves to the previous choice.", "Up", .choose(.lines(-1))),
      row(
        "Accept", "Accept the choice", "Inserts the selected field or value.", "Tab", .accept,
        hint: .init("complete", rank: 5)),
      row("Leave", "Close the list", "Closes the list and changes nothing.", "Esc", .leave),
    ]
  }
}

/// The result of giving a command a key or taking one away, computed and shown before it is applied.
struct KeyPlan: Sendable {
  /// A key that a command has no more.
  struct Loss: Hashable, Sendable {
    let title: String
    let key: KeySequence
    /// The keys that are left to it.
    let rest: [KeySequence]

    /// One sentence.
    var sentence: String {
      let left =
        rest.isEmpty
        ? "has no key left (the palette still lists it)" : "keeps \(rest.map(\.label).joined(separator: ", "))"
      return "“\(title)” loses \(key.label) and \(left)."
    }
  }

  /// With the keys as they would be.
  let commands: CommandSet
  /// All keys of every command whose keys would change.
  let changes: [CommandID: [KeySequence]]
  let losses: [Loss]
}

extension CommandSet {
  /// The keys a command has, wherever they count.
  func keys(of command: CommandID) -> [KeySequence] {
    let names = rebound[command] ?? table[command]?.keys ?? []
    return names.compactMap { try? KeySequence($0) }
  }

  /// A binding is of one key: every other key of the command stays. Whoever has the new key where both would count gives it up.
  /// - Parameters:
  ///   - key: nil takes `old` away.
  ///   - old: the key in whose place it comes; nil adds it.
  /// - Throws: for a key that is typed where the command works as you type.
  func plan(
    giving key: KeySequence?, to command: CommandID, inPlaceOf old: KeySequence?
  ) throws(SettingsError) -> KeyPlan {
    if let key { try checkIsNoText(key, for: command) }
    var wanted = keys(of: command)
    let place = old.flatMap { wanted.firstIndex(of: $0) } ?? wanted.count
    if place < wanted.count { wanted.remove(at: place) }
    if let key, !wanted.contains(key) { wanted.insert(key, at: place) }
    var changes = [command: wanted]
    var losses = lost(old, by: command, unless: key != nil, keeping: wanted)
    var commands = try changing(changes)
    while let clash = commands.clash(with: command) {
      let rest = commands.keys(of: clash.command).filter { $0 != clash.sequence }
      changes[clash.command] = rest
      losses.append(
        KeyPlan.Loss(title: table[clash.command]?.title ?? clash.command.name, key: clash.sequence, rest: rest))
      commands = try changing(changes)
    }
    return KeyPlan(commands: commands, changes: changes, losses: losses)
  }

  /// The loss of a key by the command itself. Empty if the key is only exchanged: that is what was asked for.
  private func lost(
    _ key: KeySequence?, by command: CommandID, unless isExchanged: Bool, keeping rest: [KeySequence]
  ) -> [KeyPlan.Loss] {
    guard let key, !isExchanged else { return [] }
    return [KeyPlan.Loss(title: table[command]?.title ?? command.name, key: key, rest: rest)]
  }

  private func checkIsNoText(_ key: KeySequence, for command: CommandID) throws(SettingsError) {
    guard key.keys.first?.typed != nil, let row = table[command],
      !Set(row.contexts).isDisjoint(with: [.always, .typing, .popup])
    else { return }
    throw SettingsError(
      "“\(key.label)” types text, and “\(row.title)” works in text fields too.",
      advice: "Use a function key, or one with Ctrl or Alt.")
  }

  /// A key of another command that cannot be reached any more, or hides one of this command's.
  private func clash(with command: CommandID) -> Binding? {
    let known = Self.known
    for contexts in KeyContext.active {
      for conflict in table.keymap.conflicts(among: contexts) where !known.contains(conflict) {
        if conflict.first.command == command, conflict.second.command != command { return conflict.second }
        if conflict.second.command == command, conflict.first.command != command { return conflict.first }
      }
    }
    return nil
  }

  /// The conflicts of the default keys: a narrower pane that gives another meaning to a key of a wider one.
  private static let known: Set<Keymap.Conflict> = {
    let keymap = (try? CommandTable([CommandRow].all.map(\.command)))?.keymap ?? Keymap([])
    return Set(KeyContext.active.flatMap { keymap.conflicts(among: $0) })
  }()

  private func changing(_ changes: [CommandID: [KeySequence]]) throws(SettingsError) -> CommandSet {
    let keys = rebound.merging(changes.mapValues { $0.map(\.name) }) { $1 }
    do { return try CommandSet(rows, rebound: keys) } catch { throw SettingsError("\(error)") }
  }
}
