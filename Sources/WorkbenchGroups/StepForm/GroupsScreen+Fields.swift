import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// Filling in a field.
extension GroupsScreen {
  /// Handles Enter on the row under the cursor.
  mutating func enterField(in context: ViewContext) -> [Effect] {
    guard let row = step.form.selected else { return [] }
    switch row.input {
    case .toggle: return turnField()
    case .choice(let choices):
      step.form.menu = .step(row.field == .order ? choices.filter { $0 != row.text } : choices, selected: row.text)
      return []
    case .overrides: return openOverrides()
    case .request:
      step.form.ids = context.workspace.requests.map { TemplateName($0.id.rawValue, source: "\($0.method)") }
    case .group: step.form.ids = context.workspace.groups.map { TemplateName($0.id, source: "group") }
    default: break
    }
    step.form.requests = context.workspace.requests.map { Suggestion($0.id.rawValue, note: $0.method) }
    step.form.responses = [:]
    step.form.open(text: row.text)
    return askForKnowledge() + tryText()
  }

  /// Space: on or off, or the next choice.
  mutating func turnField() -> [Effect] {
    guard let row = step.form.selected else { return [] }
    switch row.input {
    case .toggle: return set(row.field, to: row.text == "true" ? "" : "true")
    case .choice(let choices) where row.field == .order:
      return set(row.field, to: choices.first { $0 != row.text } ?? "")
    case .choice(let choices):
      let place = choices.firstIndex(of: row.text).map { $0 + 1 } ?? 0
      return set(row.field, to: place < choices.count ? choices[place] : "")
    case .template where !row.text.isEmpty:
      return set(row.field, to: row.text.hasPrefix("~") ? String(row.text.dropFirst()) : "~\(row.text)")
    default: return []
    }
  }

  /// Takes over what was typed.
  /// - Returns: nil where it cannot be taken, and stays.
  mutating func acceptField() -> [Effect]? {
    guard let field = step.form.field else { return [] }
    if let mistake = mistake(in: field.text, of: field) {
      step.form.field?.mistake = mistake
      return nil
    }
    closeField()
    return keep(field.text, of: field)
  }

  /// Esc: keeps the typed text, as in the composer. Text that cannot be taken is reported, and discarded when Esc is
  /// pressed again.
  mutating func leaveField() -> [Effect] {
    guard let field = step.form.field else { return [] }
    guard field.mistake != nil else { return acceptField() ?? [] }
    closeField()
    return keep(field.original, of: field)
  }

  private func keep(_ text: String, of field: StepFormPane.Field) -> [Effect] {
    guard text != field.kept, let path = step.form.subject?.path else { return [] }
    return [
      .then(.groups(.assemble(.change(.set(field.field, text, at: path), undoneWith: field.undoneWith))))
    ]
  }

  /// Lets the draft follow what is typed, one change after the other, so that a crash loses nothing of it.
  mutating func keepTyped() -> [Effect] {
    guard let field = step.form.field, field.input.isKeptWhileTyped, !isBusyAssembling, !field.text.isEmpty,
      mistake(in: field.text, of: field) == nil, !(field.input.isTried && step.form.trying.isRunning)
    else { return [] }
    let effects = keep(field.text, of: field)
    step.form.field?.kept = field.text
    return effects
  }

  private func mistake(in text: String, of field: StepFormPane.Field) -> String? {
    if let mistake = field.input.mistake(in: text) { return mistake }
    guard !step.form.trying.isRunning, !text.isEmpty,
      case .mistake(let sentence, isOfText: true)? = step.form.trying.outcome?.result
    else { return nil }
    return sentence
  }

  mutating func nextField(_ distance: Int, in context: ViewContext) -> [Effect] {
    guard let effects = acceptField() else { return [] }
    let place = step.form.cursor.selected + distance
    guard step.form.rows.indices.contains(place) else { return effects }
    step.form.cursor.select(place)
    guard step.form.selected?.input.isTyped == true else { return effects }
    return effects + enterField(in: context)
  }

  private mutating func closeField() {
    step.form.field = nil
    step.form.trying.stop()
    step.form.resize(to: step.form.size)
  }

  /// Sets a field of the step, as a change of the draft.
  func set(_ field: StepField, to text: String) -> [Effect] {
    guard let path = step.form.subject?.path, step.form[field] != text else { return [] }
    return [.then(.groups(.assemble(.change(.set(field, text, at: path)))))]
  }

  func openRequestOfForm() -> [Effect] {
    guard let request = step.form.form?.overrides?.request else { return [] }
    return [.then(.request(.open(request, focus: .composer)))]
  }
}

// Keys that no command claims, pastes, and the mouse.
extension GroupsScreen {
  mutating func handleOnForm(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if step.form.overrides != nil { return changeOverrides { $0.handle(event, in: context) } }
    guard case .mouse(let mouse) = event else { return step.form.isTyping ? typeInForm(event) : [] }
    if step.form.isOpen { return clickBesideField(mouse) }
    let isSecond = step.form.cursor.take(mouse, from: step.form.cursor.top)
    return isSecond ? enterField(in: context) : []
  }

  /// A click on another row goes there.
  private mutating func clickBesideField(_ mouse: Mouse) -> [Effect] {
    guard mouse.action == .press(.left) else { return [] }
    let effects = leaveForm()
    if !step.form.isOpen { step.form.cursor.take(mouse, from: step.form.cursor.top) }
    return effects
  }

  /// A click elsewhere takes over what was typed, as far as it can be taken.
  mutating func leaveForm() -> [Effect] {
    if step.form.overrides != nil { return applyOverrides() }
    step.form.menu = nil
    return acceptField() ?? []
  }

  /// Ctrl-S, in whatever is open: what was typed is taken over, and the group saved.
  mutating func applyForm() -> [Effect] {
    takeOverForm().map { $0 + [.then(.groups(.assemble(.save)))] } ?? []
  }

  /// Takes over what was typed or chosen, in whatever is open.
  /// - Returns: nil where it cannot be taken, and stays.
  mutating func takeOverForm() -> [Effect]? {
    if step.form.overrides != nil { return applyOverrides() }
    if let menu = step.form.menu { return menu.choice == nil ? nil : acceptChoice(false) }
    return step.form.field?.mistake == nil ? acceptField() : nil
  }

  /// From what a run's step was to what its file says.
  mutating func editDefinition() -> [Effect] {
    view(.file) + [.then(.navigation(.focus(.step)))]
  }
}

// Typing.
extension GroupsScreen {
  mutating func typeInForm(_ event: InputEvent) -> [Effect] {
    if step.form.menu != nil {
      step.form.menu?.handle(event)
      return []
    }
    return changeField { _ = $0.handle(event) }
  }

  mutating func changeField(_ change: (inout TextField) -> Void) -> [Effect] {
    guard var area = step.form.field?.area else { return [] }
    let before = area.text
    change(&area)
    step.form.field?.area = area
    guard area.text != before else { return [] }
    step.form.field?.mistake = nil
    step.form.complete()
    return tryText() + keepTyped() + askForResponse()
  }

  /// Asks for the paths of a request's last response, to complete them as soon as a template names it.
  private func askForResponse() -> [Effect] {
    guard let request = step.form.missingResponse else { return [] }
    return [.perform(ResponsePathsEffect(request: request) { .groups(.form(.learnedResponse(request, $0))) })]
  }

  /// Tries what is typed on what the last run recorded.
  mutating func tryText(runsProgram: Bool = false) -> [Effect] {
    let (row, typed) = (step.form.selected, step.form.field)
    guard let field = typed?.field ?? row?.field, let input = typed?.input ?? row?.input else { return [] }
    guard input.isTried || runsProgram && input == .program else { return [] }
    let trial = StepTrial(
      field, typed?.text ?? row?.text ?? "", beforeCursor: typed?.area.beforeCursor ?? "", runsProgram: runsProgram)
    return [.perform(step.form.trying.effect(trial, on: step.form.knowledge.sample))]
  }

  mutating func moveChoice(_ step: ListCursor.Step) {
    if self.step.form.menu != nil {
      self.step.form.menu?.cursor.move(step)
    } else {
      self.step.form.field?.completion?.move(step)
    }
  }

  mutating func leaveChoice() {
    if step.form.menu != nil { step.form.menu = nil } else { step.form.field?.completion = nil }
  }

  /// Tab accepts the first choice too. Enter takes over the field where a name is typed already, or may be whole as it is
  /// until a choice is gone to.
  mutating func acceptChoice(_ isByTab: Bool) -> [Effect] {
    if let menu = step.form.menu, let row = step.form.selected {
      guard let choice = menu.choice else { return [] }
      step.form.menu = nil
      return set(row.field, to: choice == ChoiceMenu.nothing ? "" : choice)
    }
    guard let completion = step.form.field?.completion else { return [] }
    if !isByTab, !completion.isChosen || completion.choice.name == completion.typed { return acceptField() ?? [] }
    var goesOn = false
    let effects = changeField { goesOn = completion.accept(in: &$0) }
    if !goesOn { step.form.field?.completion = nil }
    return effects
  }
}

extension StepInput {
  /// Whether its text is typed rather than chosen.
  var isTyped: Bool {
    switch self {
    case .filter, .template, .program, .number, .duration, .name, .request, .group, .words: true
    case .choice, .toggle, .notes, .overrides: false
    }
  }
}
