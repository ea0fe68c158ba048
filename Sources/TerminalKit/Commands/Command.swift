/// Something a person can make the program do. One value feeds dispatch, hint line, help, palette and key reference.
package struct Command<State>: Identifiable, Sendable {
  package let id: CommandID
  /// As the palette lists it: `Send request`.
  package let title: String
  /// A sentence that describes the command.
  package let help: String
  /// As in keymaps, each a sequence: `["F5", "Alt-Enter"]`.
  package let keys: [String]
  /// The part that all panes have alike; nil for a command of one pane.
  package let shared: Shared?
  package let contexts: [KeyContext]
  /// The word for the hint line, for commands that belong there; lower ranks come first.
  package let hint: Hint?
  /// The reason why the command cannot be used now; nil when it can.
  package let disabledReason: @Sendable (State) -> String?

  package struct Hint: Hashable, Sendable {
    package let word: String
    package let rank: Int

    package init(_ word: String, rank: Int = 0) {
      self.word = word
      self.rank = rank
    }
  }

  /// A command that several panes have, each for its own content: `body.search`.
  package struct Shared: Hashable, Sendable {
    /// The name by which a keys file changes it in all of them.
    package let id: CommandID
    /// The keys that one pane adds, and keeps when the others change.
    package let ownKeys: [String]

    package init(_ id: CommandID, ownKeys: [String] = []) {
      self.id = id
      self.ownKeys = ownKeys
    }
  }

  /// - Parameter keys: with those that only this pane has.
  package init(
    _ id: CommandID, _ title: String, help: String, keys: [String] = [], shared: Shared? = nil,
    in contexts: [KeyContext], hint: Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) {
    self.id = id
    self.title = title
    self.help = help
    self.keys = keys
    self.shared = shared
    self.contexts = contexts
    self.hint = hint
    self.disabledReason = disabledReason
  }
}
