import TerminalKit

/// What giving a command a key, or taking one away, comes to: known, and shown, before it is done.
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

  /// What is only exchanged is what was asked for.
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

  /// What commands have of their own: a narrower pane that means something else by a key of a wider one.
  private static let known: Set<Keymap.Conflict> = {
    let keymap = (try? CommandTable([CommandRow].all.map(\.command)))?.keymap ?? Keymap([])
    return Set(KeyContext.active.flatMap { keymap.conflicts(among: $0) })
  }()

  private func changing(_ changes: [CommandID: [KeySequence]]) throws(SettingsError) -> CommandSet {
    let keys = rebound.merging(changes.mapValues { $0.map(\.name) }) { $1 }
    do { return try CommandSet(rows, rebound: keys) } catch { throw SettingsError("\(error)") }
  }
}
