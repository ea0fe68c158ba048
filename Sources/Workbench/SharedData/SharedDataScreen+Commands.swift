import ParleyEngine
import TerminalKit

extension KeyContext {
  /// In every pane of the screen of shared data, while nothing is typed.
  static let shared: KeyContext = "shared"
  static let sharedKeys: KeyContext = "shared.keys"
  static let sharedFilter: KeyContext = "shared.filter"
  static let sharedValue: KeyContext = "shared.value"
  /// A value under edit.
  static let sharedEditor: KeyContext = "shared.editor"
  static let sharedHistory: KeyContext = "shared.history"
  static let sharedUses: KeyContext = "shared.uses"
}

extension SharedDataScreen {
  /// Every set of contexts its panes can have.
  static var keyContextSets: [[KeyContext]] {
    let panes: [KeyContext] = [.sharedKeys, .sharedValue, .sharedHistory, .sharedUses]
    let fields: [KeyContext] = [.sharedFilter, .sharedEditor]
    return panes.map { [$0, .shared] + KeyContext.around(isTyping: false) }
      + fields.map { [$0] + KeyContext.around(isTyping: true) }
  }

  static var commands: [CommandRow] { changing + looking + copying + moving + typing }

  private static var changing: [CommandRow] {
    [
      row(
        "new", "New key", "Asks for name, type, cipher and whose it is, then for the value.", ["a"], .key(.askNew),
        hint: .init("new", rank: 10)),
      row(
        "edit", "Edit the value", "Edits the value in its place.", ["Enter"], .key(.perform(.edit)),
        in: [.sharedKeys, .sharedValue], hint: .init("edit", rank: 20), disabledReason: needsText),
      row(
        "editOutside", "Edit the value in $EDITOR", "Opens the value in your editor, and keeps what comes back.", ["e"],
        .key(.perform(.editOutside)), disabledReason: needsText),
      row(
        "cipher", "Change the cipher",
        "Writes value and history anew by another cipher, and says so in `parley.yaml`.", ["C"], .key(.askCipher),
        hint: .init("cipher", rank: 40), disabledReason: needsKey),
      row(
        "undo", "Undo", "Brings back what the key held before; again, what it held before that.", ["u"], .key(.undo),
        hint: .init("undo", rank: 60), disabledReason: { $0.shared.removed == nil ? needsKey($0) : nil }),
      row(
        "redo", "Redo", "Brings back what the last undo took away.", ["Ctrl-R"], .key(.perform(.redo)),
        disabledReason: needsKey),
      row(
        "delete", "Delete the key", "Removes the key; u brings it back.", ["D", "Delete"], .key(.askDelete),
        disabledReason: needsKey),
      row(
        "rename", "Rename the key", "Gives it another name, under which its cipher goes on.", ["r"], .key(.askRename),
        disabledReason: needsKey),
    ]
  }

  private static var looking: [CommandRow] {
    [
      row(
        "reveal", "Reveal or mask", "Shows a secret until you leave it; a passphrase is asked once.", ["v"],
        .key(.perform(.reveal)), hint: .init("reveal", rank: 30), disabledReason: needsSecret),
      row(
        "observe", "Observe",
        "Tells on every screen when others write the key, and lets the log strip here tell of it alone.", ["O"],
        .key(.observe), hint: .init("observe", rank: 50), disabledReason: needsKey),
      row("filter", "Filter", "Shows only keys whose names hold this.", ["/"], .filter, in: [.sharedKeys]),
      row(
        "endFilter", "Keep the filter", "Leaves the filter as it is, and goes to the keys.", ["Enter", "Down"],
        .endFilter, in: [.sharedFilter], hint: .init("to the keys", rank: 10)),
      row(
        "openChange", "Open the exchange", "Shows the exchange whose answer brought this change.", ["Enter"],
        .openChange, in: [.sharedHistory], hint: .init("exchange", rank: 20), disabledReason: whyNoExchange),
      row(
        "openUse", "Open the place", "Shows the request that uses the key, or the file.", ["Enter"], .openUse,
        in: [.sharedUses], hint: .init("open", rank: 20)),
      row(
        "fold", "Fold or unfold", "Folds what the line opens, or what it lies in.", ["z"], .move(.fold),
        in: [.sharedValue]),
      row(
        "mode", "Pretty, raw or hex", "Shows the value in the next of these ways.", ["m"], .move(.turnMode),
        in: [.sharedValue]),
    ]
  }

  private static var copying: [CommandRow] {
    [
      row(
        "copyValue", "Copy the value", "Copies the value; a secret is not shown for it.", ["y y", "y v"],
        .key(.perform(.copy)), disabledReason: needsKey),
      row(
        "copyName", "Copy the name", "Copies the name of the key.", ["y n"], .key(.copyName), disabledReason: needsKey),
      row(
        "copyTemplate", "Copy the template", "Copies what reads the key, such as `{{shared.token}}`.", ["y t"],
        .key(.copyTemplate), disabledReason: needsKey),
    ]
  }

  private static var moving: [CommandRow] {
    .moving("shared.keys", through: "key", in: .sharedKeys) { .shared(.move(.list($0))) }
      + .moving("shared.value", through: "line", in: .sharedValue) { .shared(.move(.value($0))) }
      + .moving("shared.history", through: "change", in: .sharedHistory) { .shared(.move(.history($0))) }
      + .moving("shared.uses", through: "place", in: .sharedUses) { .shared(.move(.uses($0))) }
      + [
        row(
          "right", "Scroll right", "Shows what is further right.", ["Right", "l"], .move(.across(1)), in: [.sharedValue]
        ),
        row(
          "left", "Scroll left", "Shows what is further left.", ["Left", "h"], .move(.across(-1)), in: [.sharedValue]),
      ]
  }

  private static var typing: [CommandRow] {
    let editor: [KeyContext] = [.sharedEditor]
    return [
      row(
        "keep", "Save the value", "Saves what was typed; JSON is checked first.", ["Ctrl-S", "Alt-Enter"], .edit(.keep),
        in: editor, hint: .init("save", rank: 1)),
      row(
        "leave", "Leave the editor", "Changes nothing; asks first where something was typed.", ["Esc", "Ctrl-C"],
        .edit(.leave), in: editor, hint: .init("cancel", rank: 2)),
      row(
        "handOver", "Go on in $EDITOR", "Opens what was typed in your editor, and takes it back here.", ["Alt-e"],
        .edit(.handOver), in: editor, hint: .init("$EDITOR", rank: 30)),
      row("indent", "Indent", "Inserts two blanks.", ["Tab"], .edit(.indent), in: editor),
      row(
        "kind", "Text or JSON", "Makes the value text, or JSON.", ["Alt-t"], .edit(.turnKind), in: editor,
        hint: .init("text / JSON", rank: 20)),
      row(
        "undoTyping", "Undo while typing", "Takes back what was typed last.", ["Alt-u"], .edit(.undoTyping), in: editor),
      row(
        "redoTyping", "Redo while typing", "Does again what was taken back.", ["Alt-r"], .edit(.redoTyping), in: editor),
    ]
  }

  private static let needsKey: @Sendable (State) -> String? = {
    $0.shared.row == nil ? "There is no key here." : nil
  }

  private static let needsText: @Sendable (State) -> String? = {
    guard let row = $0.shared.row else { return "There is no key here." }
    return row.kind == .bytes ? "Bytes are set from a file: parley shared set KEY --type bytes < FILE" : nil
  }

  private static let needsSecret: @Sendable (State) -> String? = {
    guard let row = $0.shared.row else { return "There is no key here." }
    return row.isSecret ? nil : "Its value is no secret."
  }

  private static let whyNoExchange: @Sendable (State) -> String? = {
    guard let change = $0.shared.history.selected else { return "There is no change here." }
    return change.writer == byHand || change.writer == nil ? "It was written by hand, not by an answer." : nil
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [.shared], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("shared.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .shared(action),
      disabledReason: disabledReason)
  }
}
