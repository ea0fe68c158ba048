package import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// One row of the command table, and what it does.
package struct CommandRow: Sendable {
  package let command: Command<State>
  package let action: Action

  package init(
    _ id: CommandID, _ title: String, help: String, keys: [String] = [], shared: Command<State>.Shared? = nil,
    in contexts: [KeyContext], hint: Command<State>.Hint? = nil, does action: Action,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) {
    command = Command(
      id, title, help: help, keys: keys, shared: shared, in: contexts, hint: hint, disabledReason: disabledReason)
    self.action = action
  }
}

extension CommandRow {
  /// A row with all of a command: what it does is the closure.
  package init(
    _ id: CommandID, _ title: String, help: String, keys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil },
    does change: @escaping StateChange
  ) {
    self.init(
      id, title, help: help, keys: keys, in: contexts, hint: hint, does: .change(change), disabledReason: disabledReason
    )
  }

  /// The same, which cannot be used either while there is this reason.
  package func unless(_ reason: @escaping @Sendable (State) -> String?) -> CommandRow {
    CommandRow(
      command.id, command.title, help: command.help, keys: command.keys, shared: command.shared, in: command.contexts,
      hint: command.hint, does: action, disabledReason: { [command] in reason($0) ?? command.disabledReason($0) })
  }

  /// The same, but not while something is shown as it was.
  package func unlessPast(_ what: String) -> CommandRow {
    unless { state in state.moment.map { "This is how \(what) was \($0.words): “Back to now” shows it as it is." } }
  }
}

/// The one table of commands: it feeds dispatch, hints, help, palette and the key reference.
package final class CommandSet: Sendable {
  package let table: CommandTable<State>
  private let actions: [CommandID: Action]
  package let rows: [CommandRow]
  package let rebound: [CommandID: [String]]
  /// Those that open a line to type in.
  private let openingKeys: Set<Key>
  /// By keys that sentences name, those they are now.
  let renamed: [String: String]

  /// - Parameter rebound: keys a person chose, in place of a command's own.
  package init(_ rows: [CommandRow], rebound: [CommandID: [String]] = [:]) throws(CommandTableError) {
    self.rows = rows
    self.rebound = rebound
    table = try CommandTable(rows.map(\.command), rebound: rebound)
    renamed = Self.renamed(rows.map(\.command), rebound)
    actions = Dictionary(rows.map { ($0.command.id, $0.action) }) { first, _ in first }
    openingKeys = Set(
      rows.lazy.map(\.command).filter(\.opensLine).flatMap { [table] in
        table.keymap.sequences(for: $0.id, in: $0.contexts).compactMap { $0.keys.count == 1 ? $0.keys.first : nil }
      })
  }

  /// Whether a key opens a line to type in somewhere.
  package func opensLine(_ key: Key) -> Bool { openingKeys.contains(key) }

  /// The action that a command performs; nil if there is none here.
  package func action(of id: CommandID) -> Action? {
    actions[id]
  }
}

extension [CommandRow] {
  /// The keys by which one goes through the lines of a pane.
  /// - Parameters:
  ///   - id: of the pane, which the rows' own ids begin with.
  ///   - pageDownKeys: that only this pane has.
  package static func moving(
    _ id: String, in context: KeyContext, pageDownKeys: [String] = [], does action: (ListCursor.Step) -> Action
  ) -> [CommandRow] {
    let ways: [(SharedCommand, ListCursor.Step)] = [
      (.down, .lines(1)), (.up, .lines(-1)), (.pageDown, .pages(1)), (.pageUp, .pages(-1)), (.first, .first),
      (.last, .last),
    ]
    return ways.map { shared, step in
      CommandRow(
        shared, CommandID("\(id).\(shared.word)"), ownKeys: step == .pages(1) ? pageDownKeys : [], in: [context],
        does: action(step))
    }
  }

  /// In the list of what the word before the cursor of a filter could become.
  package static func completing(
    _ id: String, in context: KeyContext, does action: (FilterCompletion.Action) -> Action
  ) -> [CommandRow] {
    let ways: [(SharedCommand, FilterCompletion.Action, Command<State>.Hint?)] = [
      (.nextChoice, .choose(.lines(1)), nil), (.previousChoice, .choose(.lines(-1)), nil),
      (.acceptChoice, .accept, .init("complete", rank: 5)), (.leaveChoices, .leave, nil),
    ]
    return ways.map { shared, does, hint in
      CommandRow(
        shared, CommandID("\(id)\(shared.word.prefix(1).uppercased())\(shared.word.dropFirst())"), in: [context],
        hint: hint, does: action(does))
    }
  }
}

/// The result of giving a command a key or taking one away, computed and shown before it is applied.
package struct KeyPlan: Sendable {
  /// A key that a command has no more.
  package struct Loss: Hashable, Sendable {
    package let title: String
    let key: KeySequence
    /// The keys that are left to it.
    let rest: [KeySequence]

    package init(title: String, key: KeySequence, rest: [KeySequence]) {
      self.title = title
      self.key = key
      self.rest = rest
    }

    /// One sentence.
    package var sentence: String {
      let left =
        rest.isEmpty
        ? "has no key left (the palette still lists it)" : "keeps \(rest.map(\.label).joined(separator: ", "))"
      return "“\(title)” loses \(key.label) and \(left)."
    }
  }

  /// With the keys as they would be.
  package let commands: CommandSet
  /// All keys of every command whose keys would change.
  package let changes: [CommandID: [KeySequence]]
  package let losses: [Loss]

  package init(commands: CommandSet, changes: [CommandID: [KeySequence]], losses: [Loss]) {
    self.commands = commands
    self.changes = changes
    self.losses = losses
  }
}
