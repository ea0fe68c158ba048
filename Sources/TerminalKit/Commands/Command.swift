/// Something a person can make the program do. One value feeds dispatch, hint line, help, palette and key reference.
public struct Command<State>: Identifiable, Sendable {
  public let id: CommandID
  /// As the palette lists it: `Send request`.
  public let title: String
  /// What it does, in a sentence.
  public let help: String
  /// As in keymaps, each a sequence: `["F5", "Alt-Enter"]`.
  public let keys: [String]
  public let contexts: [KeyContext]
  /// The word for the hint line, for commands that belong there; lower ranks come first.
  public let hint: Hint?
  /// Why it cannot be used now; nil when it can.
  public let disabledReason: @Sendable (State) -> String?

  public struct Hint: Hashable, Sendable {
    public let word: String
    public let rank: Int

    public init(_ word: String, rank: Int = 0) {
      self.word = word
      self.rank = rank
    }
  }

  public init(
    _ id: CommandID, _ title: String, help: String, keys: [String] = [], in contexts: [KeyContext],
    hint: Hint? = nil, disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) {
    self.id = id
    self.title = title
    self.help = help
    self.keys = keys
    self.contexts = contexts
    self.hint = hint
    self.disabledReason = disabledReason
  }
}
