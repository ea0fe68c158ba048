import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchGroups
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

extension KeyContext {
  /// In every pane of the screen of shared data, while nothing is typed.
  package static let shared: KeyContext = "shared"
  package static let sharedKeys: KeyContext = "shared.keys"
  /// On a key of the list.
  package static let sharedEntry: KeyContext = "shared.entry"
  /// On a group of keys, in the tree.
  package static let sharedGroup: KeyContext = "shared.group"
  package static let sharedFilter: KeyContext = "shared.filter"
  package static let sharedCompletion: KeyContext = "shared.completion"
  package static let sharedValue: KeyContext = "shared.value"
  /// No value is shown.
  package static let sharedMasked: KeyContext = "shared.masked"
  /// A value that is shown.
  package static let sharedBody: KeyContext = "shared.body"
  /// The line below it, while it takes text.
  package static let sharedPrompt: KeyContext = "shared.prompt"
  /// The tree of a document.
  package static let sharedStructure: KeyContext = "shared.structure"
  /// A value under edit.
  package static let sharedEditor: KeyContext = "shared.editor"
  package static let sharedHistory: KeyContext = "shared.history"
  package static let sharedUses: KeyContext = "shared.uses"
}

extension SharedDataScreen {
  package static var words: ScreenWords { .sharedData }

  package func word(of command: CommandID) -> String? {
    command == "shared.reveal" && value.isRevealed ? "mask" : nil
  }

  package var logSubject: LogSubject? { observed.isEmpty ? nil : .shared(observed) }

  package mutating func arrange(_ list: ListArrangement) { self.list.arrangement = list }

  /// Every set of contexts its panes can have.
  package static var keyContextSets: [[KeyContext]] {
    let panes: [KeyContext] = [.sharedKeys, .sharedHistory, .sharedUses]
    let fields: [KeyContext] = [.sharedFilter, .sharedEditor, .sharedPrompt]
    return [.sharedMasked, .sharedBody].map { [$0, .sharedValue, .shared] + KeyContext.around(isTyping: false) }
      + [[.sharedStructure] + KeyContext.around(isTyping: false)]
      + [.sharedEntry, .sharedGroup].map { [$0, .sharedKeys, .shared] + KeyContext.around(isTyping: false) }
      + panes.map { [$0, .shared] + KeyContext.around(isTyping: false) }
      + fields.map { [$0] + KeyContext.around(isTyping: true) } + [
        [.sharedCompletion, .sharedFilter] + KeyContext.around(isTyping: true)
      ] + SharedTableSheet.keyContextSets
  }

  package static var commands: [CommandRow] {
    let rows: [CommandRow] =
      changing + SharedWork.commands + SharedTableSheet.commands + looking + SharedList.commands + SharedUses.commands
      + copying + moving + SharedValuePane.commands + SharedStructure.commands + SharedValueEdit.commands
      + .completing("shared.completion", in: .sharedCompletion) { .shared(.complete($0)) }
    return rows.map { isOfNow.contains($0.command.id) ? $0.unlessPast("shared data") : $0 }
  }

  /// Those that work on keys as they are now.
  private static let isOfNow = Set<CommandID>(
    [
      "new", "edit", "editShown", "editOutside", "cipher", "undo", "redo", "delete", "expire", "renew", "rename",
      "reveal", "restore", "copyValue", "mark", "markAll", "many", "snapshots", "compare", "copyToRight", "copyToLeft",
      "keep", "leaf.change", "leaf.add", "leaf.rename", "leaf.delete", "leaf.down", "leaf.up", "leaf.undo", "leaf.redo",
    ].map { CommandID("shared.\($0)") })

  private static var changing: [CommandRow] {
    [
      row(
        "new", "New key", "Creates a key: asks for name, type, encryption and scope, then for the value.", ["a"],
        .key(.askNew),
        hint: .init("new", rank: 10)),
      row(
        "edit", "Edit the value", "Edits the value in place.", ["Enter"], in: [.sharedEntry, .sharedMasked],
        hint: .init("edit", rank: 20), disabledReason: needsText
      ) { screen, _ in
        screen.perform(.edit)
      },
      row(
        "editShown", "Edit the value shown", "Edits the value that is shown, in place.", ["Enter", "i"],
        in: [.sharedBody], hint: .init("edit", rank: 20), disabledReason: needsText
      ) { screen, _ in
        screen.perform(.edit)
      },
      row(
        "editOutside", "Edit the value in $EDITOR", "Opens the value in your editor and saves the result.", ["e"],
        in: [.shared, .sharedStructure], disabledReason: needsText
      ) { screen, _ in
        screen.perform(.editOutside)
      },
      row(
        "cipher", "Change the encryption",
        "Encrypts value and history of the key, or of all marked keys, with another passphrase or key file (a cipher), and updates `parley.yaml`.",
        ["C"], in: [.shared], hint: .init("encrypt", rank: 40), disabledReason: needsKeys
      ) { screen, _ in
        screen.askCipher()
      },
      row(
        "undo", "Undo",
        "Undoes what was done last here, with one key or many, wherever the cursor is. Else restores the previous value of the key under the cursor; again, the one before.",
        ["u"], in: [.shared], hint: .init("undo", rank: 60), disabledReason: whyNotUndo
      ) { screen, _ in
        screen.undo()
      },
      row(.redo, "shared.redo", in: [.shared], disabledReason: whyNotRedo) { screen, _ in
        screen.redo()
      },
      row(
        "delete", "Delete the key", "Removes the key, or all marked keys; u brings them back.", ["D", "Delete"],
        in: [.shared], disabledReason: needsKeys
      ) { screen, _ in
        screen.askDelete()
      },
      row(
        "expire", "Change the expiry", "Says when the key expires: in 30m, at a time, or never. Its value stays.",
        ["X"], in: [.shared], disabledReason: needsKey
      ) { screen, _ in
        screen.row.map { row in
          [.ask(StateQuestion { FormSheet(ExpiryForm(row: row, now: $0.now)) })]
        } ?? []
      },
      row(
        "renew", "Renew the key", "Sends the request that captures the key.", ["R"], in: [.shared],
        hint: .init("renew", rank: 55), disabledReason: needsKey
      ) { screen, _ in
        screen.perform(.renew)
      },
      row(
        "rename", "Rename the key",
        "Renames the key, with its history and in the files that name it, which are shown first.", ["r"], in: [.shared],
        disabledReason: needsKey
      ) { screen, _ in
        screen.row.map { [.ask(RenameKeyForm(name: $0.key.name))] } ?? []
      },
    ]
  }

  private static var looking: [CommandRow] {
    [
      row(
        "reveal", "Reveal or mask", "Reveals a secret until you leave it. Asks for a passphrase once.", ["v"],
        in: [.shared, .sharedStructure], hint: .init("reveal", rank: 30), disabledReason: needsSecret
      ) { screen, _ in
        screen.perform(.reveal)
      },
      row(
        "decode", "Decoded or raw",
        "Shows what a value stands for: JWT, base64, gzip, URL-encoded text, times. Edits keep the encoding.", ["d"],
        in: [.shared, .sharedStructure], hint: .init("decode", rank: 45), disabledReason: needsKey
      ) { screen, _ in
        screen.value.turnDecoded()
        return []
      },
      row(
        "structure", "Structure or text", "Shows a JSON value as a tree whose places are changed one by one.", ["s"],
        in: [.shared, .sharedStructure], hint: .init("structure", rank: 16),
        disabledReason: SharedStructure.needsDocument
      ) { screen, _ in
        screen.value.turnStructure()
      },
      row(
        "markMoment", "Mark the change", "Marks or unmarks the change and goes to the next: two are compared with =.",
        ["m"],
        in: [.sharedHistory]
      ) { screen, _ in
        screen.history.mark()
        return []
      },
      row(
        "compareMoments", "Compare changes",
        "Compares two marked changes; else the marked one with the one under the cursor, or that with now.", ["="],
        in: [.sharedHistory], hint: .init("compare", rank: 21), disabledReason: SharedHistory.whyNotCompare
      ) { screen, _ in
        screen.history.compare(of: screen.row?.key.name)
      },
      row(
        "restore", "Bring back", "Brings back what the key held since this change; u undoes it.", ["b"],
        in: [.sharedHistory], hint: .init("bring back", rank: 22),
        disabledReason: { $0.shared.history.selected == nil ? "The cursor is not on a change." : nil }
      ) { screen, _ in
        screen.history.restore(of: screen.row?.key.name)
      },
      row(
        "observe", "Observe", "Announces writes of the key on every screen, and filters the log strip here to it.",
        ["O"], in: [.shared], hint: .init("observe", rank: 50), disabledReason: needsKey
      ) { screen, _ in
        screen.observe()
        return []
      },
      row(
        "filter", "Filter",
        "Shows only keys whose names contain this. Fields: `value:ada type:jwt by:user/login since:1h expires<1h cipher:main`.",
        ["/"], .filter, in: [.sharedKeys, .sharedMasked, .sharedHistory, .sharedUses]),
      row(.keepFilter, "shared.endFilter", in: [.sharedFilter], hint: .init("to the keys", rank: 10)) { screen, _ in
        screen.list.endFilter()
        return []
      },
      row(
        "openChange", "Open the exchange", "Shows the exchange that wrote this change.", ["Enter"],
        in: [.sharedHistory], hint: .init("exchange", rank: 20), disabledReason: whyNoExchange
      ) { screen, _ in
        screen.history.selected.map { [.perform(SharedDataEffect.openChange($0))] } ?? []
      },
      row(
        "openUse", "Open the place", "Opens the request or file that uses the key.", ["Enter"], in: [.sharedUses],
        hint: .init("open", rank: 20)
      ) { screen, _ in
        screen.uses.open()
      },
    ]
  }

  private static var copying: [CommandRow] {
    [
      row(
        "copyValue", "Copy the value of the key", "Copies the whole value of the key, without revealing it.",
        ["y y", "y v"], in: [.sharedKeys, .sharedMasked, .sharedHistory, .sharedUses], disabledReason: needsKey
      ) { screen, _ in
        screen.perform(.copy)
      },
      row(
        "copyName", "Copy the name", "Copies the name of the key.", ["y n"], in: [.shared, .sharedStructure],
        disabledReason: needsKey
      ) { screen, _ in
        screen.row.map { [.terminal(.copy($0.key.name, of: "the name \($0.key.name)"))] } ?? []
      },
      row(
        "copyTemplate", "Copy the template", "Copies the template that reads the key, such as `{{shared.token}}`.",
        ["y t"], in: [.shared, .sharedStructure], disabledReason: needsKey
      ) { screen, _ in
        guard let name = screen.row?.key.name else { return [] }
        let template = "{{shared.\(name)}}"
        return [.terminal(.copy(template, of: template))]
      },
    ]
  }

  private static var moving: [CommandRow] {
    .moving("shared.keys", in: .sharedKeys) { .shared(.move(.list($0))) }
      + .moving("shared.history", in: .sharedHistory) { .shared(.move(.history($0))) }
      + .moving("shared.uses", in: .sharedUses) { .shared(.move(.uses($0))) }
  }

  static let needsKey: @Sendable (State) -> String? = {
    $0.shared.row == nil ? "The cursor is not on a key." : nil
  }

  private static let whyNotUndo: @Sendable (State) -> String? = {
    switch $0.shared.undoable {
    case .key, .overwritten, .batch: nil
    case .undone, .undoneKey, nil: needsKey($0)
    }
  }

  private static let whyNotRedo: @Sendable (State) -> String? = {
    switch $0.shared.undoable {
    case .undone, .undoneKey: nil
    case .key, .overwritten, .batch, nil: needsKey($0)
    }
  }

  /// Those that are marked will do, wherever the cursor is.
  private static let needsKeys: @Sendable (State) -> String? = {
    let list = $0.shared.list
    guard list.marked.isEmpty, let reason = needsKey($0) else { return nil }
    return list.line(at: list.cursor.selected)?.prefix == nil ? reason : "The cursor is on a group: m marks its keys."
  }

  private static let needsText: @Sendable (State) -> String? = {
    guard let row = $0.shared.row else { return "The cursor is not on a key." }
    return row.kind == .bytes ? "Set bytes from a file: parley shared set KEY --type bytes < FILE" : nil
  }

  private static let needsSecret: @Sendable (State) -> String? = {
    guard let row = $0.shared.row else { return "The cursor is not on a key." }
    return row.isSecret ? nil : "The value is not secret."
  }

  private static let whyNoExchange: @Sendable (State) -> String? = {
    guard let change = $0.shared.history.selected else { return "The cursor is not on a change." }
    return change.writer == SharedChangeWords.byHand || change.writer == nil ? byHandWords : nil
  }

  private static let byHandWords =
    "This change was made by hand: no exchange belongs to it. = compares it, b brings it back."
}
