package import TerminalKit
import WorkbenchState

extension [CommandRow] {
  /// Every row, pane by pane, in the order of help and key reference.
  static var all: [CommandRow] {
    ProgramCommands.all + Screens.all.flatMap { $0.commands } + LogStrip.commands + PopupAction.commands
      + VariableSheet.commands + SignInSheet.commands + ImportSheet.commands + [ResponseCertificate.command]
  }
}

// With every command there is.
extension CommandSet {
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
}

extension CommandSet {
  /// The keys a command has, wherever they count.
  func keys(of command: CommandID) -> [KeySequence] {
    (table[command]?.keys(rebound: rebound) ?? []).compactMap { try? KeySequence($0) }
  }

  /// A binding is of one key: every other key of the command stays. Whoever has the new key where both would count gives it up.
  /// A command that several panes have changes in all of them.
  /// - Parameters:
  ///   - key: nil takes `old` away.
  ///   - old: the key in whose place it comes; nil adds it.
  /// - Throws: for a key that is typed where the command works as you type.
  func plan(
    giving key: KeySequence?, to command: CommandID, inPlaceOf old: KeySequence?
  ) throws(SettingsError) -> KeyPlan {
    if let key { try checkIsNoText(key, for: command) }
    var (name, wanted) = line(of: command, changing: old)
    let place = old.flatMap { wanted.firstIndex(of: $0) } ?? wanted.count
    if place < wanted.count { wanted.remove(at: place) }
    if let key, !wanted.contains(key) { wanted.insert(key, at: place) }
    var changes = [name: wanted]
    var losses = lost(old, by: command, unless: key != nil, keeping: wanted)
    var commands = try changing(changes)
    while let clash = commands.clash(with: command) {
      let change = commands.givingUp(clash.sequence, of: clash.command, to: command)
      changes[change.name] = change.keys
      losses.append(
        KeyPlan.Loss(title: table[clash.command]?.title ?? clash.command.name, key: clash.sequence, rest: change.keys))
      commands = try changing(changes)
    }
    return KeyPlan(commands: commands, changes: changes, losses: losses)
  }

  /// The line of a keys file that says which keys a command has, and those that stand there: of all panes that have it, or
  /// of its own, where there is such a line already or the key is one that only its pane has.
  private func line(of command: CommandID, changing key: KeySequence?) -> (name: CommandID, keys: [KeySequence]) {
    let keys = keys(of: command)
    guard let shared = table[command]?.shared, rebound[command] == nil else { return (command, keys) }
    let own = shared.ownKeys.compactMap { try? KeySequence($0) }
    if let key, own.contains(key) { return (command, keys) }
    return (shared.id, keys.filter { !own.contains($0) })
  }

  /// A command that gives up a key to one that is everywhere does so in all its panes, and else in the one.
  private func givingUp(
    _ key: KeySequence, of command: CommandID, to winner: CommandID
  ) -> (name: CommandID, keys: [KeySequence]) {
    let isEverywhere = table[winner].map { !Set($0.contexts).isDisjoint(with: [.always, .browsing, .typing]) } ?? false
    let (name, keys) = isEverywhere ? line(of: command, changing: key) : (command, keys(of: command))
    return (name, keys.filter { $0 != key })
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
        if isSame(conflict.first.command, command), !isSame(conflict.second.command, command) { return conflict.second }
        if isSame(conflict.second.command, command), !isSame(conflict.first.command, command) { return conflict.first }
      }
    }
    return nil
  }

  /// Whether both are one command, in two panes.
  private func isSame(_ one: CommandID, _ other: CommandID) -> Bool {
    table[one]?.name == table[other]?.name
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
