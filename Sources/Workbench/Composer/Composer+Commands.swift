import TerminalKit

extension KeyContext {
  /// A field of one line.
  static let composerField: KeyContext = "composer.field"
  /// The body or the notes under edit.
  static let composerText: KeyContext = "composer.text"
  /// The list of names that could stand in a template.
  static let composerCompletion: KeyContext = "composer.completion"
  static let composerMenu: KeyContext = "composer.menu"
}

extension Composer {
  static var commands: [CommandRow] { moving + changing + rowCommands + typing + choosing }

  private static var moving: [CommandRow] {
    [
      row("down", "Down", "Goes to the next line.", ["Down", "j"], .move(.lines(1))),
      row("up", "Up", "Goes to the line before.", ["Up", "k"], .move(.lines(-1))),
      row("right", "Right", "From name to value, or to the next tab.", ["Right", "l"], .moveAcross(1)),
      row("left", "Left", "From value to name, or to the tab before.", ["Left", "h"], .moveAcross(-1)),
      row("pageDown", "Page down", "Goes a page down.", ["PageDown", "Ctrl-D"], .move(.pages(1))),
      row("pageUp", "Page up", "Goes a page up.", ["PageUp", "Ctrl-U"], .move(.pages(-1))),
      row("first", "First", "Goes to the top.", ["Home", "g"], .move(.first)),
      row("last", "Last", "Goes to the end.", ["End", "G"], .move(.last)),
      row("nextTab", "Next tab", "Shows the next tab.", ["]"], .turnTab(1)),
      row("previousTab", "Previous tab", "Shows the tab before.", ["["], .turnTab(-1), hint: .init("tabs", rank: 40)),
      row("params", "Show the parameters", "Shows the query, row by row.", [], .show(.params)),
      row("headers", "Show the headers", "Shows own and inherited headers.", [], .show(.headers)),
      row("auth", "Show the authorization", "Shows who sends it, and what that takes.", [], .show(.auth)),
      row("body", "Show the body", "Shows what is sent.", [], .show(.body)),
      row("expect", "Show what is expected", "Shows what the answer must be.", [], .show(.expect)),
      row("capture", "Show what is captured", "Shows which shared keys take which values.", [], .show(.capture)),
      row("options", "Show the options", "Shows time-outs, retries, TLS and the like.", [], .show(.options)),
      row("docs", "Show the notes", "Shows what the request is for.", [], .show(.docs)),
    ]
  }

  private static var changing: [CommandRow] {
    [
      row("edit", "Edit", "Edits what the cursor is on.", ["Enter"], .change(.enter), hint: .init("edit", rank: 10)),
      row(
        "editURL", "Edit the URL", "Puts the cursor into the URL. It takes `POST url` and a curl command too.", ["i"],
        .change(.editURL)),
      row(
        "method", "Choose the method", "Drops the list of methods down.", ["m"], .change(.chooseMethod),
        hint: .init("method", rank: 50)),
      row(
        "bodyKind", "Choose the kind of body", "None, JSON, text, a form, multipart, a file or GraphQL.", ["t"],
        .change(.chooseBodyKind)),
      row(
        "otherText", "Query or variables", "Shows the other text of a GraphQL body.", ["v"], .change(.turnText),
        disabledReason: {
          $0.desks.current?.composer.draft.body.kind == .graphql ? nil : "The body is no GraphQL."
        }),
      row(
        "pickFile", "Choose a file", "Lists the files of the workspace, and puts one in.", ["f"], .askFile,
        disabledReason: {
          $0.desks.current?.composer.takesFile == true ? nil : "No file goes here: choose the body multipart or file."
        }),
      row(
        "explain", "Explain", "Shows what would be sent and why, stage by stage; nothing is sent.", ["x"], .explain,
        hint: .init("explain", rank: 60)),
      row(
        "format", "Format the JSON", "Lays the JSON of the body out anew; digits and templates stay as they are.",
        ["="], .change(.format),
        disabledReason: whyNotFormat),
      row(
        "editOutside", "Edit in $EDITOR",
        "Opens the body or the notes in your editor; from the rows, the request's file.",
        ["e"], .editOutside),
      row(
        "undo", "Undo", "Takes the last change back.", ["u"], .undo,
        disabledReason: {
          $0.desks.current?.composer.history.canUndo == true ? nil : "There is nothing to undo."
        }),
      row(
        "redo", "Redo", "Does again what was undone.", ["Ctrl-R"], .redo,
        disabledReason: {
          $0.desks.current?.composer.history.canRedo == true ? nil : "There is nothing to redo."
        }),
      row(
        "revert", "Go back to the file", "Throws the draft away; it can be undone.", ["R"], .revert,
        disabledReason: {
          $0.desks.current?.composer.isDirty == true ? nil : "The draft says what the file says."
        }),
      row("copyText", "Copy as written", "Copies what the cursor is on, with its templates.", ["y t"], .copy(.text)),
      row(
        "copyValue", "Copy the value",
        "Copies what the cursor is on, with its templates filled in; secrets stay templates.",
        ["y v", "y y"], .copy(.value)),
      row("copyPath", "Copy the path", "Copies path and query without the server.", ["y p"], .copy(.path)),
      row("copyURL", "Copy the URL", "Copies the whole URL, secrets masked.", ["y u"], .copy(.url)),
      row(
        "copyCurl", "Copy as curl", "Copies the curl command that sends the same; secrets are masked in it.", ["y c"],
        .copy(.curl(showsSecrets: false))),
      row(
        "copyWholeCurl", "Copy as curl with its secrets",
        "The same with secrets, tokens and cookies as they are; asks for what is asked before a send.", ["y C"],
        .copy(.curl(showsSecrets: true))),
    ]
  }

  private static var rowCommands: [CommandRow] {
    [
      row(
        "toggle", "Switch the row off or on",
        "A row that is off is kept in the file, and not sent. A setting takes its next value.", ["Space"],
        .change(.toggle),
        hint: .init("on/off", rank: 30), disabledReason: needsLine),
      row(
        "add", "Add a row", "Opens a new row below the cursor.", ["a"], .change(.add), hint: .init("add", rank: 20),
        disabledReason: {
          $0.desks.current?.composer.hasOwnRows == true ? nil : "There are no rows to add here."
        }),
      row(
        "delete", "Delete the row", "Takes the row away, or empties the setting; it can be undone.", ["D", "Delete"],
        .change(.delete),
        disabledReason: needsLine),
      row(
        "duplicate", "Duplicate the row", "Puts a copy below the row.", ["p"], .change(.duplicate),
        disabledReason: needsRow),
      row("rename", "Edit the name", "Edits the name of the row.", ["r"], .change(.rename), disabledReason: needsRow),
      row(
        "moveDown", "Move the row down", "Changes places with the row below.", ["J"], .change(.shift(1)),
        disabledReason: needsRow),
      row(
        "moveUp", "Move the row up", "Changes places with the row above.", ["K"], .change(.shift(-1)),
        disabledReason: needsRow),
    ]
  }

  private static var typing: [CommandRow] {
    let fields: [KeyContext] = [.composerField, .composerText]
    return [
      row(
        "accept", "Take it", "Ends the field; from a name it goes on to the value.", ["Enter"], .accept,
        in: [.composerField],
        hint: .init("take it", rank: 10)),
      row(
        "nextCell", "Next cell", "Goes on to the next cell.", ["Tab"], .nextCell(1), in: [.composerField],
        hint: .init("next", rank: 20)),
      row(
        "previousCell", "Previous cell", "Goes back to the cell before.", ["Shift-Tab"], .nextCell(-1),
        in: [.composerField]),
      row("indent", "Indent", "Inserts two blanks.", ["Tab"], .indent, in: [.composerText]),
      row(
        "leave", "Leave the field", "What was typed stays; u takes it back.", ["Esc"], .leave, in: fields,
        hint: .init("done", rank: 15)),
      row("undoTyping", "Undo while typing", "Takes back what was typed last.", ["Alt-u"], .undoTyping, in: fields),
      row(
        "redoTyping", "Redo while typing", "Types again what was undone.", ["Alt-r", "Ctrl-R"], .redoTyping, in: fields),
      row(
        "formatTyping", "Format while typing", "Lays the JSON out anew.", ["Alt-="], .change(.format),
        in: [.composerText],
        disabledReason: whyNotFormat),
    ]
  }

  private static var choosing: [CommandRow] {
    let lists: [KeyContext] = [.composerCompletion, .composerMenu]
    return [
      row("choiceDown", "Next choice", "Goes to the next choice.", ["Down"], .choose(.lines(1)), in: lists),
      row("choiceUp", "Choice before", "Goes to the choice before.", ["Up"], .choose(.lines(-1)), in: lists),
      row(
        "acceptChoice", "Take the choice", "Takes what is chosen.", ["Enter", "Tab"], .acceptChoice, in: lists,
        hint: .init("take it", rank: 5)),
      row(
        "leaveChoice", "Close the list", "Closes the list and changes nothing.", ["Esc"], .leaveChoice, in: lists,
        hint: .init("close", rank: 6)),
    ]
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.desks.current?.composer.selectedRow == nil ? "The cursor is not on a row of the request's own." : nil
  }

  private static let needsLine: @Sendable (State) -> String? = {
    $0.desks.current?.composer.selectedFixed == nil ? needsRow($0) : nil
  }

  private static let whyNotFormat: @Sendable (State) -> String? = {
    guard let composer = $0.desks.current?.composer, composer.isJSON else { return "The body is no JSON." }
    return composer.mistake?.sentence
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: Action,
    in contexts: [KeyContext] = [.composer], hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("composer.\(id)"), title, help: help, keys: keys, in: contexts, hint: hint, does: .composer(action),
      disabledReason: disabledReason)
  }
}
