import ParleyEngine
import TerminalKit
import WorkbenchParts

extension SharedDataScreen {
  static var arranging: [CommandRow] {
    [
      row(
        "sort", "Sort the keys", "Sorts by name, time, writer, size or expiry: each time by the next.", [","],
        .arrange(.sort), in: [.sharedKeys], hint: .init("sort", rank: 70)),
      row(
        "tree", "Tree or list", "Shows the keys as a tree by the parts of their names, with counts, or a line each.",
        ["t"], .arrange(.tree), in: [.sharedKeys], hint: .init("tree / list", rank: 65)),
      row(
        "fold", "Fold or unfold", "Shows or hides the keys of the group.", ["Enter", "z"], .arrange(.fold(.turn)),
        in: [.sharedGroup], hint: .init("fold", rank: 10)),
      row(
        "unfold", "Unfold", "Shows the keys of the group.", ["Right", "l"], .arrange(.fold(.open)), in: [.sharedKeys],
        disabledReason: needsTree),
      row(
        "leaveGroup", "Fold, or to the group", "Hides the keys of the group, or goes to the group around the key.",
        ["Left", "h"], .arrange(.fold(.close)), in: [.sharedKeys], disabledReason: needsTree),
      row(
        "foldAll", "Fold everything", "Hides the keys of all groups.", ["-"], .arrange(.fold(.all)), in: [.sharedKeys],
        disabledReason: needsTree),
    ]
  }

  private static let needsTree: @Sendable (State) -> String? = {
    $0.shared.list.isTree ? nil : "The keys are not shown as a tree: t."
  }
}
