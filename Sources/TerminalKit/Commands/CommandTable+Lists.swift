/// A command as a list shows it.
package struct CommandEntry<State>: Sendable {
  package let command: Command<State>
  /// The keys that reach it from here.
  package let keys: [KeySequence]
  /// Why it cannot be used now.
  package let disabledReason: String?

  package var isEnabled: Bool { disabledReason == nil }
}

extension CommandTable {
  /// The commands that can be reached from these contexts, in the order of the table: palette and help.
  package func entries(in contexts: [KeyContext], for state: State) -> [CommandEntry<State>] {
    commands.filter { !Set($0.contexts).isDisjoint(with: contexts) }.map { entry($0, contexts, state) }
  }

  /// The hint line: the commands with a hint and a key that can be used now, by rank.
  package func hints(in contexts: [KeyContext], for state: State, limit: Int = 6) -> [CommandEntry<State>] {
    let candidates = commands.enumerated().filter { $0.element.hint != nil }
    let ranked = candidates.sorted { ($0.element.hint?.rank ?? 0, $0.offset) < ($1.element.hint?.rank ?? 0, $1.offset) }
    let usable = ranked.lazy.map { entry($0.element, contexts, state) }.filter { $0.isEnabled && !$0.keys.isEmpty }
    return Array(usable.prefix(limit))
  }

  /// The key reference: every context with its commands, in the order of the table.
  package func reference() -> [(context: KeyContext, commands: [(command: Command<State>, keys: [KeySequence])])] {
    var contexts: [KeyContext] = []
    for context in commands.flatMap(\.contexts) where !contexts.contains(context) { contexts.append(context) }
    return contexts.map { context in
      let members = commands.filter { $0.contexts.contains(context) }
      return (context, members.map { ($0, keymap.sequences(for: $0.id, in: [context])) })
    }
  }

  private func entry(_ command: Command<State>, _ contexts: [KeyContext], _ state: State) -> CommandEntry<State> {
    CommandEntry(
      command: command, keys: keymap.sequences(for: command.id, in: contexts),
      disabledReason: command.disabledReason(state))
  }
}
