import ParleyEngine
import TerminalKit
import WorkbenchServices

extension SharedDataScreen {
  static var manyCommands: [CommandRow] {
    [
      row(
        "mark", "Mark",
        "Marks the key (◆), or all keys of a group; again clears the mark. B, C and D act on all marked keys.", ["m"],
        .mark,
        in: [.sharedKeys], hint: .init("mark", rank: 34), disabledReason: needsRow),
      row(
        "markAll", "Mark all", "Marks all keys that the filter shows; again clears the marks.", ["*"], .markAll,
        in: [.sharedKeys], disabledReason: { $0.shared.list.window.total == 0 ? "There are no keys." : nil }),
      row(
        "many", "Actions for many keys",
        "Deletes, encrypts, copies, moves or exports the marked keys, or imports some. One undo for all of it.", ["B"],
        .menu, in: [.shared], hint: .init("change many", rank: 36)),
      row(
        "snapshots", "Snapshots",
        "Lists what the keys of the environment held at earlier moments: take a snapshot, compare it with now, restore it.",
        ["S"], .snapshots, in: [.shared], hint: .init("snapshots", rank: 45)),
      CommandRow(
        "shared.compare", "Compare keys",
        help: "Compares two marked keys, the key with that of another environment, or all keys with those of another.",
        keys: ["="], in: [.sharedKeys, .sharedValue, .sharedUses], hint: .init("compare", rank: 42),
        does: .shared(.compare(.begin))),
    ]
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.shared.list.window.total == 0 ? "The cursor is not on a key." : nil
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: ManyAction,
    in contexts: [KeyContext], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("shared.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .shared(.many(action)),
      disabledReason: disabledReason)
  }
}
