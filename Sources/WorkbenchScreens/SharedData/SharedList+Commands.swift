import ParleyEngine
import TerminalKit
import WorkbenchGroups
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension SharedList: SharedDataPart {
  static var commands: [CommandRow] {
    [
      row(
        "sort", "Sort the keys", "Sorts by name, time, writer, size or expiry: each time by the next.", [","],
        in: [.sharedKeys], hint: .init("sort", rank: 70)
      ) { screen, _ in
        screen.list.arrange { $0.sortByNext() }
      },
      row(
        "tree", "Tree or list", "Shows the keys as a tree by the parts of their names, with counts, or a line each.",
        ["t"], in: [.sharedKeys], hint: .init("tree / list", rank: 65)
      ) { screen, _ in
        screen.list.arrange { $0.turnTree() }
      },
      row(
        "fold", "Fold or unfold", "Shows or hides the keys of the group.", ["Enter", "z"], in: [.sharedGroup],
        hint: .init("fold", rank: 10)
      ) { screen, _ in
        screen.list.fold(.turn)
        return []
      },
      row(
        "unfold", "Unfold", "Shows the keys of the group.", ["Right", "l"], in: [.sharedKeys], disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.open)
        return []
      },
      row(
        "leaveGroup", "Fold, or to the group", "Hides the keys of the group, or goes to the group around the key.",
        ["Left", "h"], in: [.sharedKeys], disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.close)
        return []
      },
      row(
        "foldAll", "Fold everything", "Hides the keys of all groups.", ["-"], in: [.sharedKeys],
        disabledReason: needsTree
      ) { screen, _ in
        screen.list.fold(.all)
        return []
      },
      row(
        "valueMenu", "Menu on the value", "Goes to the value of the key, and lists what can be done with it.", ["."],
        in: [.sharedKeys], disabledReason: needsShownValue
      ) { _, _ in
        [.then(.navigation(.focus(.sharedValue))), .then(.shared(.look(.pick(.menu, line: nil))))]
      },
    ]
  }

  private static let needsShownValue: @Sendable (State) -> String? = { state in
    if let reason = SharedDataScreen.needsKey(state) { return reason }
    if state.shared.value.showsStructure {
      return "The value is shown as a tree: Tab goes there, Enter changes a place."
    }
    guard state.shared.value.browser.pane.page == nil else { return nil }
    return state.shared.row?.isSecret == true ? "The value is secret: reveal it first with v." : "There is no value."
  }

  private static let needsTree: @Sendable (State) -> String? = {
    $0.shared.list.isTree ? nil : "The keys are not shown as a tree: t."
  }

  mutating func arrange(_ change: (inout SharedList) -> Void) -> [Effect] {
    change(&self)
    return [.then(.panes(.arranged(arrangement, on: .shared)))]
  }
}
