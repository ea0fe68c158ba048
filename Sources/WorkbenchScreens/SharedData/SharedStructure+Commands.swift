import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension SharedStructure: SharedDataPart {
  static var commands: [CommandRow] {
    let context: [KeyContext] = [.sharedStructure]
    let moving: [CommandRow] = .moving("shared.structure", in: .sharedStructure) {
      .shared(.structure(.move($0)))
    }
    let changing: [CommandRow] = [
      row(
        "leaf.change", "Change the value", "Changes the value on the row, and nothing else.", ["Enter", "i"],
        in: context, hint: .init("change", rank: 1), disabledReason: needsRow
      ) { screen, _ in
        screen.value.askChange(of: screen.row)
      },
      row(
        "leaf.add", "Add a value", "Adds a value inside the object or array on the row, or behind the value on it.",
        ["a"], in: context, hint: .init("add", rank: 2), disabledReason: needsRow
      ) { screen, _ in
        screen.value.askAdd(to: screen.row)
      },
      row(
        "leaf.rename", "Rename or move", "Asks for another path: another name, or another place.", ["r"], in: context,
        hint: .init("rename", rank: 3), disabledReason: needsInnerRow
      ) { screen, _ in
        screen.value.askRename(in: screen.row)
      },
      row(
        "leaf.delete", "Delete the value", "Removes the value on the row; u brings it back.", ["D", "Delete"],
        in: context, disabledReason: needsInnerRow
      ) { screen, _ in
        screen.value.remove(of: screen.row)
      },
      row(
        "leaf.down", "Move down", "Moves the value behind the next one.", ["J", "Alt-Down"], in: context,
        disabledReason: needsInnerRow
      ) { screen, _ in
        screen.value.shift(1, of: screen.row)
      },
      row(
        "leaf.up", "Move up", "Moves the value before the previous one.", ["K", "Alt-Up"], in: context,
        disabledReason: needsInnerRow
      ) { screen, _ in
        screen.value.shift(-1, of: screen.row)
      },
      row(
        "leaf.undo", "Undo", "Takes back the last change of one place; without one, the key's last change.", ["u"],
        in: context, hint: .init("undo", rank: 4)
      ) { screen, _ in
        screen.value.takeBack(.undo, of: screen.row)
      },
      row("leaf.redo", "Redo", "Redoes what was taken back last.", ["Ctrl-R"], in: context) { screen, _ in
        screen.value.takeBack(.redo, of: screen.row)
      },
      row("leaf.fold", "Fold or unfold", "Hides or shows what is inside the object or array.", ["z"], in: context) {
        screen, _ in
        screen.value.structure.fold(.turn)
        return []
      },
      row("leaf.open", "Unfold", "Shows what is inside the object or array.", ["Right", "l"], in: context) {
        screen, _ in
        screen.value.structure.fold(.open)
        return []
      },
      row(
        "leaf.close", "Fold, or outwards", "Hides what is inside, or goes to the object or array around it.",
        ["Left", "h"], in: context
      ) { screen, _ in
        screen.value.structure.fold(.close)
        return []
      },
      row(
        "leaf.foldAll", "Fold everything", "Hides what is inside the outermost members, or shows everything.", ["-"],
        in: context
      ) { screen, _ in
        screen.value.structure.fold(.all)
        return []
      },
      row(
        "leaf.search", "Search", "Finds names and values in all of it as you type, also in what is folded.", ["/"],
        .look(.startSearch), in: context, hint: .init("search", rank: 5)),
      CommandRow(
        .nextMatch, "shared.leaf.nextMatch", in: context, does: .shared(.look(.step(1))), disabledReason: needsTerm),
      CommandRow(
        .previousMatch, "shared.leaf.previousMatch", in: context, does: .shared(.look(.step(-1))),
        disabledReason: needsTerm),
      row(
        "leaf.filter", "Filter", "Applies a jq filter to the value as you type. Esc shows the structure again.", ["f"],
        .look(.startFilter), in: context, hint: .init("filter", rank: 6)),
      row(
        "leaf.copyValue", "Copy the value on the row", "Copies the value on the row.", ["y y", "y v"], in: context,
        disabledReason: needsRow
      ) { screen, _ in
        screen.value.structure.copyLeaf()
      },
      row(.copyPath, "shared.leaf.copyPath", in: context, disabledReason: needsRow) { screen, _ in
        screen.value.structure.selected.map {
          [.terminal(.copy("\($0.path)", of: "the path \($0.path)"))]
        } ?? []
      },
    ]
    return moving + changing
  }

  static let needsDocument: @Sendable (State) -> String? = { state in
    let pane = state.shared.value
    if pane.structure.isShown || pane.structure.document != nil { return nil }
    guard let row = state.shared.row else { return "The cursor is not on a key." }
    if row.isSecret, !pane.isRevealed { return "The value is secret: reveal it first with v." }
    return pane.decoded == nil ? "The value is not JSON." : "The value is not JSON: d decodes it."
  }

  private static let needsTerm: @Sendable (State) -> String? = {
    $0.shared.value.term.isEmpty ? "No search yet; / searches." : nil
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.shared.value.structure.selected == nil ? "There is no value." : nil
  }

  private static let needsInnerRow: @Sendable (State) -> String? = {
    let row = $0.shared.value.structure.selected
    return row == nil || row?.path == .root ? "The row is the whole value." : nil
  }
}
