package import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// The fields of a step.
  package static let stepForm: KeyContext = "groups.form"
  /// A field of one line.
  package static let stepFormField: KeyContext = "groups.form.field"
  /// A field of several lines.
  package static let stepFormText: KeyContext = "groups.form.text"
  /// A list of choices.
  package static let stepFormChoices: KeyContext = "groups.form.choices"
  /// The rows over a step's request.
  package static let stepOverrides: KeyContext = "groups.form.overrides"
}

extension StepFormPane {
  var keyContexts: [KeyContext] {
    if let overrides { return overrides.composer.keyContexts + [.stepOverrides] }
    if menu != nil { return [.stepFormChoices] }
    guard let field else { return [.stepForm, .groups] }
    let context: KeyContext = field.isMultiline ? .stepFormText : .stepFormField
    return field.completion == nil ? [context] : [.stepFormChoices, context]
  }

  /// Every value that they can have, as the shell completes it.
  static var keyContextSets: [[KeyContext]] {
    let typing: [[KeyContext]] = [
      [.stepFormChoices], [.stepFormField], [.stepFormText], [.stepFormChoices, .stepFormField],
      [.stepFormChoices, .stepFormText],
    ]
    let composers: [[KeyContext]] = [
      [.composerMenu], [.composerField], [.composerText], [.composerCompletion, .composerField],
      [.composerCompletion, .composerText],
    ]
    return [[.stepForm, .groups], [.composer, .stepOverrides]].map { $0 + KeyContext.around(isTyping: false) }
      + (typing + composers.map { $0 + [.stepOverrides] }).map { $0 + KeyContext.around(isTyping: true) }
  }
}

extension StepFormPane: GroupsPart {
  static var commands: [CommandRow] {
    formRows + formTyping
      + .moving("groups.form", in: .stepForm) { .groups(.form(.move($0))) }
  }

  private static var formRows: [CommandRow] {
    [
      row(
        "form.edit", "Edit the field", "Edits the field under the cursor, or chooses its value.",
        ["Enter", "Right", "l"], in: [.stepForm], hint: .init("edit", rank: 5), disabledReason: needsField
      ) { screen, context in
        screen.step.form.enter(in: context)
      },
      row(
        "form.turn", "On or off", "Turns the field on or off, or picks its next value.", ["Space"], in: [.stepForm],
        hint: .init("on/off", rank: 12), disabledReason: needsChoice
      ) { screen, _ in
        screen.step.form.turnField()
      },
      row(
        "form.clear", "Clear the field", "Removes the field from the file, so that its default holds.",
        ["D", "Delete"], in: [.stepForm], hint: .init("clear", rank: 14), disabledReason: needsText
      ) { screen, _ in
        screen.step.form.selected.map { screen.step.form.set($0.field, to: "") } ?? []
      },
      row(
        "form.openRequest", "Open the request", "Opens the step's request on the Requests screen.", ["o"],
        in: [.stepForm],
        disabledReason: { $0.groups.step.form.form?.overrides == nil ? "The step sends no request." : nil }
      ) { screen, _ in
        screen.step.form.openRequest()
      },
      row(
        "form.runProgram", "Try the program", "Runs the program on the recorded input, and shows what it prints.",
        ["x"], in: [.stepForm], disabledReason: needsProgram
      ) { screen, _ in
        screen.step.form.tryText(runsProgram: true)
      },
      row(
        "form.group", "The group itself", "Shows the fields of the group, or those of the step again.", ["i"],
        in: [.groupFile, .stepForm]
      ) { screen, _ in
        screen.step.form.turnToGroup(in: screen.steps)
        return []
      },
      row(
        "form.undo", "Undo", "Undoes the last change of the draft.", ["u"], .assemble(.undo), in: [.stepForm],
        hint: .init("undo", rank: 24)),
      CommandRow(.redo, "groups.form.redo", in: [.stepForm], does: .groups(.assemble(.redo))),
      CommandRow(
        .showRun, "groups.form.showRun", in: [.stepForm], does: .groups(.view(.run)),
        disabledReason: { $0.groups.lastRun == nil ? "The group has no runs yet: F5 runs it." : nil }),
      row(
        "overrides.leave", "Leave the rows", "Goes back to the fields with what was changed; u undoes it.", ["Esc"],
        in: [.stepOverrides], hint: .init("done", rank: 2)
      ) { screen, _ in
        screen.step.form.applyOverrides()
      },
    ]
  }

  private static var formTyping: [CommandRow] {
    let fields: [KeyContext] = [.stepFormField, .stepFormText]
    return [
      row(
        "form.accept", "Accept", "Takes over what was typed, as a change of the draft.", ["Enter"],
        in: [.stepFormField], hint: .init("accept", rank: 5)
      ) { screen, _ in
        screen.step.form.accept() ?? []
      },
      row(
        "form.next", "Next field", "Takes over what was typed, and goes to the next field.", ["Tab"],
        in: [.stepFormField], hint: .init("next", rank: 8)
      ) { screen, context in
        screen.step.form.next(1, in: context)
      },
      row(
        "form.previous", "Previous field", "Takes over what was typed, and goes to the previous field.", ["Shift-Tab"],
        in: [.stepFormField]
      ) { screen, context in
        screen.step.form.next(-1, in: context)
      },
      row(
        "form.complete", "Show completions", "Lists what could stand here, with its value.", ["Ctrl-Space"], in: fields
      ) { screen, _ in
        screen.step.form.complete()
        screen.step.form.field?.completion?.choose()
        return []
      },
      row(.indent, "groups.form.indent", in: [.stepFormText]) { screen, _ in
        screen.step.form.changeField { _ = $0.handle(.key(.tab)) }
      },
      row(
        "form.leave", "Leave the field",
        "Keeps what was typed; u undoes it. What cannot be kept is given up when pressed again.",
        ["Esc"], .form(.leave), in: fields, hint: .init("done", rank: 7)),
      row(
        "form.tryProgram", "Try the program as typed", "Runs the program that is being typed on the recorded input.",
        ["Alt-x"], in: [.stepFormField], hint: .init("try it", rank: 9), disabledReason: needsProgram
      ) { screen, _ in
        screen.step.form.tryText(runsProgram: true)
      },
      row(.undoTyping, "groups.form.undoTyping", in: fields) { screen, _ in
        screen.step.form.changeField { $0.undo() }
      },
      row(.redoTyping, "groups.form.redoTyping", ownKeys: ["Ctrl-R"], in: fields) { screen, _ in
        screen.step.form.changeField { $0.redo() }
      },
      row(.nextChoice, "groups.form.choiceDown", in: [.stepFormChoices]) { screen, _ in
        screen.step.form.moveChoice(.lines(1))
        return []
      },
      row(.previousChoice, "groups.form.choiceUp", in: [.stepFormChoices]) { screen, _ in
        screen.step.form.moveChoice(.lines(-1))
        return []
      },
      row(
        "form.acceptChoice", "Accept the choice",
        "Accepts the choice that was gone to; else what was typed.",
        ["Enter"], in: [.stepFormChoices], hint: .init("accept", rank: 3)
      ) { screen, _ in
        screen.step.form.acceptChoice(false)
      },
      row(.acceptChoice, "groups.form.completeChoice", in: [.stepFormChoices], hint: .init("complete", rank: 2)) {
        screen, _ in
        screen.step.form.acceptChoice(true)
      },
      CommandRow(
        .leaveChoices, "groups.form.leaveChoice", in: [.stepFormChoices], hint: .init("close", rank: 4),
        does: .groups(.form(.leaveChoice))),
    ]
  }

  private static let needsField: @Sendable (State) -> String? = {
    $0.groups.step.form.selected == nil ? "There is no field to edit." : nil
  }

  private static let needsText: @Sendable (State) -> String? = {
    $0.groups.step.form.selected?.text.isEmpty == false ? nil : "The field says nothing."
  }

  private static let needsChoice: @Sendable (State) -> String? = {
    switch $0.groups.step.form.selected?.input {
    case .toggle, .choice: nil
    case .template: needsText($0)
    default: "The field is typed: Enter edits it."
    }
  }

  private static let needsProgram: @Sendable (State) -> String? = {
    let form = $0.groups.step.form
    return (form.field?.input ?? form.selected?.input) == .program ? nil : "The field is not a program."
  }
}
