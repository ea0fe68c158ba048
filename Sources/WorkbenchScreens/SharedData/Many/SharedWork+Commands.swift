import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

// Many keys at once.
extension SharedWork: SharedDataPart {
  static var commands: [CommandRow] {
    [
      row(
        "mark", "Mark",
        "Marks the key (◆), or all keys of a group, and goes to the next; again clears the mark. B, C and D act on all marked keys.",
        ["m"],
        in: [.sharedKeys], hint: .init("mark", rank: 34), disabledReason: needsRow
      ) { screen, _ in
        screen.mark()
      },
      row(
        "markAll", "Mark all", "Marks all keys that the filter shows; again clears the marks.", ["*"],
        in: [.sharedKeys], disabledReason: { $0.shared.list.window.total == 0 ? "There are no keys." : nil }
      ) { screen, _ in
        screen.markAll()
      },
      row(
        "many", "Actions for many keys",
        "Deletes, encrypts, copies, moves or exports the marked keys, or imports some. One undo for all of it.", ["B"],
        in: [.shared], hint: .init("change many", rank: 36)
      ) { screen, _ in
        [.perform(SharedBatchEffect.choices(screen.names))]
      },
      row(
        "snapshots", "Snapshots",
        "Lists what the keys of the environment held at earlier moments: take a snapshot, compare it with now, restore it.",
        ["S"], in: [.shared], hint: .init("snapshots", rank: 45)
      ) { screen, _ in
        [.perform(SharedComparisonEffect.snapshots)]
      },
      row(
        "compare", "Compare keys",
        "Compares two marked keys, the key with that of another environment, or all keys with those of another.", ["="],
        in: [.sharedKeys, .sharedValue, .sharedUses], hint: .init("compare", rank: 42)
      ) { screen, context in
        screen.beginComparing(in: context.workspace.environment)
      },
    ]
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.shared.list.window.total == 0 ? "The cursor is not on a key." : nil
  }
}
