import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// Filling in a field.
extension StepFormPane {
  /// Handles Enter on the row under the cursor.
  mutating func enter(in context: ViewContext) -> [Effect] {
    guard let row = selected else { return [] }
    switch row.input {
    case .toggle: return turnField()
    case .choice(let choices):
      menu = .step(row.field == .order ? choices.filter { $0 != row.text } : choices, selected: row.text)
      return []
    case .overrides: return openOverrides()
    case .request:
      ids = context.workspace.requests.map { TemplateName($0.id.rawValue, source: "\($0.method)") }
    case .group: ids = context.workspace.groups.map { TemplateName($0.id, source: "group") }
    default: break
    }
    requests = context.workspace.requests.map { Suggestion($0.id.rawValue, note: $0.method) }
    responses = [:]
    open(text: row.text)
    return askForKnowledge() + tryText()
  }

  /// Space: on or off, or the next choice.
  mutating func turnField() -> [Effect] {
    guard let row = selected else { return [] }
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
  mutating func accept() -> [Effect]? {
    guard let field else { return [] }
    if let mistake = mistake(in: field.text, of: field) {
      self.field?.mistake = mistake
      return nil
    }
    closeField()
    return keep(field.text, of: field)
  }

  /// Esc: keeps the typed text, as in the composer. Text that cannot be taken is reported, and discarded when Esc is
  /// pressed again.
  mutating func leaveField() -> [Effect] {
    guard let field else { return [] }
    guard field.mistake != nil else { return accept() ?? [] }
    closeField()
    return keep(field.original, of: field)
  }

  private func keep(_ text: String, of field: Field) -> [Effect] {
    guard text != field.kept, let path = subject?.path else { return [] }
    return [
      .then(.groups(.assemble(.change(.set(field.field, text, at: path), undoneWith: field.undoneWith))))
    ]
  }

  /// Lets the draft follow what is typed, one change after the other, so that a crash loses nothing of it.
  mutating func keepTyped() -> [Effect] {
    guard let field, field.input.isKeptWhileTyped, !isDraftBusy, !field.text.isEmpty,
      mistake(in: field.text, of: field) == nil, !(field.input.isTried && trying.isRunning)
    else { return [] }
    let effects = keep(field.text, of: field)
    self.field?.kept = field.text
    return effects
  }

  private func mistake(in text: String, of field: Field) -> String? {
    if let mistake = field.input.mistake(in: text) { return mistake }
    guard !trying.isRunning, !text.isEmpty,
      case .mistake(let sentence, isOfText: true)? = trying.outcome?.result
    else { return nil }
    return sentence
  }

  mutating func next(_ distance: Int, in context: ViewContext) -> [Effect] {
    guard let effects = accept() else { return [] }
    let place = cursor.selected + distance
    guard rows.indices.contains(place) else { return effects }
    cursor.select(place)
    guard selected?.input.isTyped == true else { return effects }
    return effects + enter(in: context)
  }

  private mutating func closeField() {
    field = nil
    trying.stop()
    resize(to: size)
  }

  /// Sets a field of the step, as a change of the draft.
  func set(_ field: StepField, to text: String) -> [Effect] {
    guard let path = subject?.path, self[field] != text else { return [] }
    return [.then(.groups(.assemble(.change(.set(field, text, at: path)))))]
  }

  func openRequest() -> [Effect] {
    guard let request = form?.overrides?.request else { return [] }
    return [.then(.request(.open(request, focus: .composer)))]
  }
}

// Keys that no command claims, pastes, and the mouse.
extension StepFormPane {
  mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if overrides != nil { return changeOverrides { $0.handle(event, in: context) } }
    guard case .mouse(let mouse) = event else { return isTyping ? type(event) : [] }
    if isOpen { return clickBesideField(mouse) }
    let isSecond = cursor.take(mouse, from: cursor.top)
    return isSecond ? enter(in: context) : []
  }

  /// A click on another row goes there.
  private mutating func clickBesideField(_ mouse: Mouse) -> [Effect] {
    guard mouse.action == .press(.left) else { return [] }
    let effects = leave()
    if !isOpen { cursor.take(mouse, from: cursor.top) }
    return effects
  }

  /// A click elsewhere takes over what was typed, as far as it can be taken.
  mutating func leave() -> [Effect] {
    if overrides != nil { return applyOverrides() }
    menu = nil
    return accept() ?? []
  }

  /// Ctrl-S, in whatever is open: what was typed is taken over, and the group saved.
  mutating func apply() -> [Effect] {
    takeOver().map { $0 + [.then(.groups(.assemble(.save)))] } ?? []
  }

  /// Takes over what was typed or chosen, in whatever is open.
  /// - Returns: nil where it cannot be taken, and stays.
  mutating func takeOver() -> [Effect]? {
    if overrides != nil { return applyOverrides() }
    if let menu { return menu.choice == nil ? nil : acceptChoice(false) }
    return field?.mistake == nil ? accept() : nil
  }
}
