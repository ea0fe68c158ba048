/// All commands of a program, and the keys they are bound to.
package struct CommandTable<State>: Sendable {
  package let commands: [Command<State>]
  package let keymap: Keymap
  private let byID: [CommandID: Int]
  /// Those with a hint, by rank.
  private let hinted: [Command<State>]

  /// - Parameter rebound: keys a person chose, in place of a command's own; none unbind it. A shared name stands for the
  ///   command in every pane that has no line of its own.
  /// - Throws: an error if a command is there twice, an id is unknown, or a key has no such name.
  package init(
    _ commands: [Command<State>], rebound: [CommandID: [String]] = [:]
  ) throws(CommandTableError) {
    self.commands = commands
    byID = try Self.index(commands)
    hinted = Self.byRank(commands)
    let shared = Set(commands.compactMap(\.shared?.id))
    for id in rebound.keys where byID[id] == nil && !shared.contains(id) { throw .unknownCommand(id) }
    var bindings: [Binding] = []
    for command in commands {
      bindings += try Self.bindings(of: command, keys: command.keys(rebound: rebound))
    }
    keymap = Keymap(bindings)
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

  private static func byRank(_ commands: [Command<State>]) -> [Command<State>] {
    let hinted = commands.enumerated().filter { $0.element.hint != nil }
    return hinted.sorted { ($0.element.hint?.rank ?? 0, $0.offset) < ($1.element.hint?.rank ?? 0, $1.offset) }
      .map(\.element)
  }

  private static func bindings(
    of command: Command<State>, keys: [String]
  ) throws(CommandTableError) -> [Binding] {
    var bindings: [Binding] = []
    for key in keys {
      let sequence: KeySequence
      do { sequence = try KeySequence(key) } catch { throw .key(command.id, error) }
      bindings += command.contexts.map {
        Binding(sequence, command.id, in: $0, label: command.hint?.word ?? command.title)
      }
    }
    return bindings
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
    for command in hinted where hints.count < limit && command.contexts.contains(where: contexts.contains) {
      let entry = entry(command, contexts, state)
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
