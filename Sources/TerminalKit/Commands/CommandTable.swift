/// All commands of a program, and the keys they are bound to.
package struct CommandTable<State>: Sendable {
  package let commands: [Command<State>]
  package let keymap: Keymap
  private let byID: [CommandID: Int]
  /// The places of those with a hint, by rank.
  private let hinted: [Int]
  /// Those of them that a context has, by their places there: each frame looks for the few of its contexts.
  private let hintedByContext: [KeyContext: [Int]]

  /// - Parameter rebound: keys a person chose, in place of a command's own; none unbind it. A shared name stands for the
  ///   command in every pane that has no line of its own.
  /// - Throws: an error if a command is there twice, an id is unknown, or a key has no such name.
  package init(
    _ commands: [Command<State>], rebound: [CommandID: [String]] = [:]
  ) throws(CommandTableError) {
    self.commands = commands
    byID = try Self.index(commands)
    hinted = Self.byRank(commands)
    hintedByContext = Self.byContext(hinted, of: commands)
    try Self.check(rebound, byID, commands)
    var bindings: [Binding] = []
    bindings.reserveCapacity(2 * commands.count)
    for command in commands { try Self.bind(command, command.keys(rebound: rebound), &bindings) }
    keymap = Keymap(bindings)
  }

  private static func check(
    _ rebound: [CommandID: [String]], _ byID: [CommandID: Int], _ commands: [Command<State>]
  ) throws(CommandTableError) {
    let others = rebound.keys.filter { byID[$0] == nil }
    guard !others.isEmpty else { return }
    let shared = Set(commands.compactMap { $0.shared?.id })
    if let unknown = others.first(where: { !shared.contains($0) }) { throw .unknownCommand(unknown) }
  }

  package subscript(id: CommandID) -> Command<State>? {
    byID[id].map { commands[$0] }
  }

  private static func index(_ commands: [Command<State>]) throws(CommandTableError) -> [CommandID: Int] {
    var index: [CommandID: Int] = [:]
    for (place, command) in commands.enumerated() {
      guard index.updateValue(place, forKey: command.id) == nil else { throw .duplicateCommand(command.id) }
    }
    return index
  }

  private static func byRank(_ commands: [Command<State>]) -> [Int] {
    var hinted: [(rank: Int, place: Int)] = []
    for (place, command) in commands.enumerated() {
      if let hint = command.hint { hinted.append((hint.rank, place)) }
    }
    return hinted.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.place)
  }

  private static func byContext(_ hinted: [Int], of commands: [Command<State>]) -> [KeyContext: [Int]] {
    var byContext: [KeyContext: [Int]] = [:]
    for (order, place) in hinted.enumerated() {
      for context in commands[place].contexts { byContext[context, default: []].append(order) }
    }
    return byContext
  }

  private static func bind(
    _ command: Command<State>, _ keys: [String], _ bindings: inout [Binding]
  ) throws(CommandTableError) {
    for key in keys {
      let sequence: KeySequence
      do { sequence = try KeySequence(key) } catch { throw .key(command.id, error) }
      for context in command.contexts {
        bindings.append(Binding(sequence, command.id, in: context, label: command.title))
      }
    }
  }
}

/// A table of commands, or a person's keymap, that cannot be used.
package enum CommandTableError: Error, Hashable, Sendable, CustomStringConvertible {
  case duplicateCommand(CommandID)
  case unknownCommand(CommandID)
  case key(CommandID, KeyNameError)

  package var description: String {
    switch self {
    case .duplicateCommand(let id): "The command \(id) exists twice."
    case .unknownCommand(let id): "There is no command \(id)."
    case .key(let id, let error): "\(id): \(error)"
    }
  }
}

extension Command {
  /// Its name in the key reference.
  package var name: CommandID { shared?.id ?? id }

  /// The keys that it has with those a person chose.
  package func keys(rebound: [CommandID: [String]]) -> [String] {
    if let own = rebound[id] { return own }
    guard let shared, let chosen = rebound[shared.id] else { return keys }
    return chosen + shared.ownKeys.filter { !chosen.contains($0) }
  }
}

/// A command, and where it can be reached.
package struct ReferencedCommand<State>: Sendable {
  /// The first of those that are the same in several panes.
  package let command: Command<State>
  package fileprivate(set) var places: [(context: KeyContext, keys: [KeySequence])] = []
}

/// A command as a list shows it.
package struct CommandEntry<State>: Sendable {
  package let command: Command<State>
  /// The keys that reach it from here.
  package let keys: [KeySequence]
  /// The reason why the command cannot be used now; nil when it can.
  package let disabledReason: String?

  var isEnabled: Bool { disabledReason == nil }
}

extension CommandTable {
  /// The commands that can be reached from these contexts, in the order of the table: palette and help.
  package func entries(in contexts: [KeyContext], for state: State) -> [CommandEntry<State>] {
    commands.filter { !Set($0.contexts).isDisjoint(with: contexts) }.map { entry($0, contexts, state) }
  }

  /// The hint line: the commands with a hint and a key that can be used now, by rank.
  package func hints(in contexts: [KeyContext], for state: State, limit: Int = 6) -> [CommandEntry<State>] {
    var hints: [CommandEntry<State>] = []
    for order in Set(contexts.flatMap { hintedByContext[$0, default: []] }).sorted() where hints.count < limit {
      let entry = entry(commands[hinted[order]], contexts, state)
      if entry.isEnabled, !entry.keys.isEmpty { hints.append(entry) }
    }
    return hints
  }

  /// The key reference: every command once, with the panes that have it, in the order of the table.
  package func reference() -> [ReferencedCommand<State>] {
    var order: [CommandID] = []
    var found: [CommandID: ReferencedCommand<State>] = [:]
    for command in commands {
      let places = command.contexts.map { ($0, keymap.sequences(for: command.id, in: [$0])) }
      if found[command.name] == nil { order.append(command.name) }
      found[command.name, default: ReferencedCommand(command: command)].places += places
    }
    return order.compactMap { found[$0] }
  }

  private func entry(_ command: Command<State>, _ contexts: [KeyContext], _ state: State) -> CommandEntry<State> {
    CommandEntry(
      command: command, keys: keymap.sequences(for: command.id, in: contexts),
      disabledReason: command.disabledReason(state))
  }
}
