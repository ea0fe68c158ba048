import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension KeyContext {
  /// A field of one line.
  package static let composerField: KeyContext = "composer.field"
  /// The body or the notes under edit.
  package static let composerText: KeyContext = "composer.text"
  /// The list of names that could stand in a template.
  package static let composerCompletion: KeyContext = "composer.completion"
  package static let composerMenu: KeyContext = "composer.menu"
  /// On a request whose file is not YAML.
  package static let composerFaulty: KeyContext = "composer.faulty"
}

extension Composer: CommandTarget {
  package static let commandName = "composer"

  package static func action(_ body: @escaping CommandBody) -> WorkbenchState.Action { .composer(.perform(body)) }
}

extension Composer {
  package static var commands: [CommandRow] {
    moving + changing + rowCommands + typing + choosing + FaultyFile.commands
  }

  private static var moving: [CommandRow] {
    .moving("composer", in: .composer) { .composer(.move($0)) } + [
      row("right", "Right", "Moves from name to value, or to the next tab.", ["Right", "l"], in: [.composer]) {
        composer, _ in
        composer.moveAcross(1)
        return []
      },
      row("left", "Left", "Moves from value to name, or to the previous tab.", ["Left", "h"], in: [.composer]) {
        composer, _ in
        composer.moveAcross(-1)
        return []
      },
      row(.nextTab, "composer.nextTab", in: [.composer], hint: .init("tabs", rank: 40)) { composer, _ in
        composer.turnTab(1)
        return []
      },
      row(.previousTab, "composer.previousTab", in: [.composer]) { composer, _ in
        composer.turnTab(-1)
        return []
      },
      CommandRow(
        "composer.find", "Find an option, a command or a request",
        help: "Finds an option, a tab or a command by its usual words, or a request by its name or URL, as `:` does.",
        keys: ["/"], in: [.composer], does: .overlay(.palette)),
      row("params", "Show the parameters", "Shows the path and query parameters.", [], .show(.params)),
      row("headers", "Show the headers", "Shows the request's own and inherited headers.", [], .show(.headers)),
      row("auth", "Show the authentication", "Shows the authentication and its settings.", [], .show(.auth)),
      row("body", "Show the body", "Shows the request body.", [], .show(.body)),
      row("expect", "Show the expectations", "Shows what the response must be.", [], .show(.expect)),
      row(
        "capture", "Show the captures", "Shows which values are captured into which shared keys.", [], .show(.capture)),
      row("options", "Show the options", "Shows timeouts, retries, TLS and other options.", [], .show(.options)),
      row("docs", "Show the notes", "Shows the notes about the request.", [], .show(.docs)),
    ]
  }

  private static var changing: [CommandRow] {
    [
      row(
        "edit", "Edit", "Edits the field under the cursor.", ["Enter"], .change(.enter), hint: .init("edit", rank: 10)),
      CommandRow(
        .editURL, "composer.editURL", in: [.composer], hint: .init("URL", rank: 22),
        does: .composer(.change(.editURL)), disabledReason: needsAddress),
      row(
        "method", "Choose the method", "Opens the list of methods.", ["m"], .change(.chooseMethod),
        hint: .init("method", rank: 50), disabledReason: needsAddress),
      row(
        "bodyKind", "Choose the kind of body", "Chooses none, JSON, text, form, multipart, file or GraphQL.", ["t"],
        .change(.chooseBodyKind),
        disabledReason: { $0.composer?.tabs.contains(.body) == false ? "There is no body here." : nil }),
      row(
        "otherText", "Query or variables", "Switches between the query and the variables of a GraphQL body.", ["v"],
        .change(.turnText),
        disabledReason: {
          $0.composer?.draft.body.kind == .graphql ? nil : "The body is not GraphQL."
        }),
      row(
        "pickFile", "Choose a file", "Picks one of the workspace's files.", ["f"], in: [.composer],
        disabledReason: {
          $0.composer?.contents.takesFile == true
            ? nil : "A file goes into a body of the kind multipart or file only. In the response f filters the body."
        }
      ) { composer, _ in
        [.perform(DraftEffect.files(of: composer.address))]
      },
      row(
        "explain", "Explain", "Shows what would be sent and why, stage by stage. Sends nothing.", ["x"],
        in: [.composer], hint: .init("explain", rank: 60), disabledReason: needsOpenRequest
      ) { composer, _ in
        let intent = SendIntent(composer.request, composer.draft)
        return [.perform(ExplainEffect(intent: intent, moment: composer.shownAt))]
      },
      row(
        "format", "Format the JSON", "Formats the JSON body, and shows it. Digits and templates stay as they are.",
        ["="], .change(.format),
        disabledReason: whyNotFormat),
      row(
        "mistake", "Go to the error", "Moves the cursor to where the body stops being JSON.", ["F4"],
        .change(.goToMistake), in: [.composer, .composerText], hint: .init("error", rank: 8),
        disabledReason: { $0.composer?.mistake == nil ? "The JSON on screen has no errors." : nil }),
      row(
        "editOutside", "Edit in $EDITOR", "Opens the body or notes in your editor; in other tabs, the request's file.",
        ["e"], in: [.composer]
      ) { composer, _ in
        composer.editOutside()
      },
      row(
        "undo", "Undo", "Undoes the last change.", ["u"], .undo, hint: .init("undo", rank: 26),
        disabledReason: {
          guard $0.composer?.history.canUndo != true else { return nil }
          let files = $0.workspace?.undoable.map { " In the list of requests u undoes \($0)." }
          return "There is nothing to undo here.\(files ?? "")"
        }),
      CommandRow(
        .redo, "composer.redo", in: [.composer], does: .composer(.redo),
        disabledReason: {
          $0.composer?.history.canRedo == true ? nil : "There is nothing to redo."
        }),
      row(
        "revert", "Revert to the file", "Discards the draft; u brings it back.", ["R"], in: [.composer],
        disabledReason: {
          $0.composer?.isDirty == true ? nil : "There are no edits to revert."
        }
      ) { composer, _ in
        composer.revert()
        return [.say(.done("The edits are discarded; u brings them back."))]
      },
      row(
        "compare", "Compare the draft with the file",
        "Shows what the draft changes (a diff): the edits that are not saved, against the saved file.", ["d"],
        in: [.composer], hint: .init("difference", rank: 27),
        disabledReason: {
          $0.composer?.isDirty == true ? nil : "The draft is the same as the file."
        }
      ) { composer, _ in
        [.ask(DraftSheet(composer.request, draft: composer.draft, file: composer.saved))]
      },
      row("copyText", "Copy as written", "Copies the value with its templates.", ["y t"], .copy(.text)),
      row(
        "copyValue", "Copy the value of the field",
        "Copies the value with templates resolved (secrets stay as templates).",
        ["y v", "y y"], .copy(.value)),
      row("copyPath", "Copy the path", "Copies the path and query without the server.", ["y p"], .copy(.path)),
      row("copyURL", "Copy the URL", "Copies the whole URL with secrets masked.", ["y u"], .copy(.url)),
      CommandRow(
        .copyCurl, "composer.copyCurl", in: [.composer], does: .composer(.copy(.curl(showsSecrets: false))),
        disabledReason: needsOpenRequest),
      CommandRow(
        .copyWholeCurl, "composer.copyWholeCurl", in: [.composer], does: .composer(.copy(.curl(showsSecrets: true))),
        disabledReason: needsOpenRequest),
    ]
  }

  private static var rowCommands: [CommandRow] {
    [
      row(
        "toggle", "Turn the row on or off",
        "Turns the row on or off (off: kept in the file, not sent). On a setting, picks its next value.", ["Space"],
        .change(.toggle),
        hint: .init("on/off", rank: 30), disabledReason: needsLine),
      row(
        "add", "Add a row", "Adds a row behind the request's last one; J and K move it, p copies a row.", ["a"],
        .change(.add), hint: .init("add", rank: 20),
        disabledReason: {
          $0.composer?.contents.hasOwnRows == true ? nil : "This tab has no rows to add."
        }),
      row(
        "delete", "Delete the row", "Deletes the row or clears the setting; u brings it back.", ["D", "Delete"],
        .change(.delete),
        disabledReason: needsLine),
      row(
        "duplicate", "Duplicate the row", "Adds a copy below the row.", ["p"], .change(.duplicate),
        disabledReason: needsRow),
      row("rename", "Edit the name", "Edits the name of the row.", ["r"], .change(.rename), disabledReason: needsRow),
      row(
        "moveDown", "Move the row down", "Swaps the row with the one below.", ["J"], .change(.shift(1)),
        disabledReason: needsRow),
      row(
        "moveUp", "Move the row up", "Swaps the row with the one above.", ["K"], .change(.shift(-1)),
        disabledReason: needsRow),
    ]
  }

  private static var typing: [CommandRow] {
    let fields: [KeyContext] = [.composerField, .composerText]
    return [
      row(
        "accept", "Accept", "Ends the field; from a name, moves on to the value.", ["Enter"], .accept,
        in: [.composerField],
        hint: .init("accept", rank: 10)),
      row(
        "nextCell", "Next cell", "Moves to the next cell.", ["Tab"], in: [.composerField], hint: .init("next", rank: 20)
      ) { composer, _ in
        composer.nextCell(1)
      },
      row("previousCell", "Previous cell", "Moves to the previous cell.", ["Shift-Tab"], in: [.composerField]) {
        composer, _ in
        composer.nextCell(-1)
      },
      row(
        "complete", "Show completions",
        "Lists what could stand here: usual values, what other requests have, and inside `{{` names with their values.",
        ["Ctrl-Space"], .completing(.open), in: fields),
      row(
        "completeBelow", "Show completions", "Lists what could stand in the field.", ["Down"], .completing(.open),
        in: [.composerField], hint: .init("choices", rank: 30)),
      row(.indent, "composer.indent", in: [.composerText]) { composer, _ in
        composer.indent()
        return []
      },
      row(
        "leave", "Leave the field", "Leaves the field and keeps what was typed; u undoes it.", ["Esc"], in: fields,
        hint: .init("done", rank: 15)
      ) { composer, _ in
        composer.endEditing()
        return []
      },
      row(.undoTyping, "composer.undoTyping", in: fields) { composer, _ in
        composer.changeField { $0.undo() }
        return []
      },
      row(.redoTyping, "composer.redoTyping", ownKeys: ["Ctrl-R"], in: fields) { composer, _ in
        composer.changeField { $0.redo() }
        return []
      },
      row(
        "formatTyping", "Format while typing", "Formats the JSON.", ["Alt-="], .change(.format),
        in: [.composerText],
        disabledReason: whyNotFormat),
    ]
  }

  private static var choosing: [CommandRow] {
    let lists: [KeyContext] = [.composerCompletion, .composerMenu]
    return [
      row(.nextChoice, "composer.choiceDown", in: lists) { composer, _ in
        composer.moveChoice(.lines(1))
        return []
      },
      row(.previousChoice, "composer.choiceUp", in: lists) { composer, _ in
        composer.moveChoice(.lines(-1))
        return []
      },
      row(
        "acceptChoice", "Accept the choice", "Accepts the selected choice; while none is selected, what was typed.",
        ["Enter"], in: lists, hint: .init("accept", rank: 5)
      ) { composer, _ in
        composer.acceptChoice(false)
      },
      row(.acceptChoice, "composer.completeChoice", in: lists, hint: .init("complete", rank: 4)) { composer, _ in
        composer.acceptChoice(true)
      },
      row(.leaveChoices, "composer.leaveChoice", in: lists, hint: .init("close", rank: 6)) { composer, _ in
        composer.leaveChoice()
        return []
      },
    ]
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.composer?.selectedRow == nil ? "The cursor is not on one of the request's own rows." : nil
  }

  static let needsAddress: @Sendable (State) -> String? = {
    guard let composer = $0.composer, composer.isAddressFixed else { return nil }
    return composer.request.defaults == nil
      ? "The request's file says method and URL." : "Defaults have no method and no URL."
  }

  private static let needsOpenRequest: @Sendable (State) -> String? = {
    guard let composer = $0.composer else { return nil }
    if composer.guest != nil { return "The request is part of a step: press 1 for the request itself." }
    return composer.request.defaults == nil ? nil : DefaultsPlace.notSent
  }

  private static let needsLine: @Sendable (State) -> String? = {
    $0.composer?.selectedFixed == nil ? needsRow($0) : nil
  }

  private static let whyNotFormat: @Sendable (State) -> String? = {
    guard let composer = $0.composer, composer.isJSON || composer.hasJSONAside else { return "The body is not JSON." }
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
