import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// An action on the editor of a step's input or result.
package indirect enum StepEditAction: Sendable {
  case begin(StepEdit)
  case staged(String, StepEdit)
  case collected(String, StepEdit)
  /// Takes over what was typed.
  case apply
  /// Gives up what was typed; asks first where that is something.
  case leave
  case discard
}

// What is typed for a step that waits. Nothing of it happens before the step goes on.
extension StepViewer {
  mutating func edit(_ action: StepEditAction) -> [Effect] {
    switch action {
    case .begin(let edit): return begin(edit)
    case .staged(let path, let edit):
      let told: [Effect] = edit.isMasked ? [.say(.done(StepEdit.ofMasks))] : []
      return [.terminal(.editStaged(file: path, then: GroupEffect.collect(path, edit)))] + told
    case .collected(let text, let edit): return collected(text, edit)
    case .apply: return apply()
    case .leave: return leave()
    case .discard: return close()
    }
  }

  func editInput(outside: Bool) -> [Effect] {
    guard let run = steps.run, let stop, stop.result == nil else { return [] }
    return [.perform(GroupEffect.edit(stop, run.edited[stop.node.path], run: run.id, outside: outside))]
  }

  func editList() -> [Effect] {
    guard let run = steps.run, let stop, stop.node.isList else { return [] }
    return [.perform(GroupEffect.editList(stop, run.edited[stop.node.path], run: run.id))]
  }

  mutating func begin(_ edit: StepEdit) -> [Effect] {
    guard isHeld(edit) else { return [.then(.failed(.goneOn(edit)))] }
    steps.select(edit.path)
    step.begin(edit)
    return [.then(.navigation(.focus(.step)))]
  }

  /// Whether the step still waits that something was typed for.
  private func isHeld(_ edit: StepEdit) -> Bool {
    guard let run = steps.run, run.id == edit.run else { return false }
    if edit.purpose == .value { return run.isLive && run.records[edit.path]?.state.isFinal == true }
    return run.stops.contains { $0.node.path == edit.path }
  }

  /// Takes over the text from $EDITOR: into the editor that was open here before, otherwise as the edit itself.
  private mutating func collected(_ text: String, _ edit: StepEdit) -> [Effect] {
    guard let text = EditorText.changed(edit.text, into: text) else { return [] }
    if step.edit != nil {
      changeText { $0.replaceAll(with: text) }
      return []
    }
    var edit = edit
    edit.editor.replaceAll(with: text)
    let effects = begin(edit)
    return step.edit != nil ? effects + apply() : effects
  }

  mutating func takeBack() {
    guard let path = steps.selected?.path else { return }
    steps.edit(nil, at: path)
  }

  /// Out of the editor, with nothing changed.
  mutating func leave() -> [Effect] {
    if let request = step.request {
      return request.hasChanged ? [Self.askBeforeLeaving(request.title)] : close()
    }
    guard let edit = step.edit else { return [] }
    return edit.hasChanged ? [Self.askBeforeLeaving(edit.title)] : close()
  }

  private static func askBeforeLeaving(_ title: String) -> Effect {
    let apply = Confirm.Choice("a", "apply it", .groups(.edit(.apply)))
    return .ask(Confirm.leaving(title, keeping: apply, discarding: .groups(.edit(.discard))))
  }

  mutating func close() -> [Effect] {
    (step.edit, step.request) = (nil, nil)
    return [.then(.navigation(.focus(.steps)))]
  }

  /// Takes over what was typed, where it is JSON; a mistake is shown where it is.
  private mutating func apply() -> [Effect] {
    if let request = step.request { return request.hasChanged ? applyRequest(request) : close() }
    guard let edit = step.edit else { return step.form.apply() }
    do throws(DraftMistake) {
      let change = try Change(edit)
      let effects = close()
      return isHeld(edit) ? effects + take(change, of: edit) : effects + [.then(.failed(.goneOn(edit)))]
    } catch {
      step.edit?.point(to: error)
      step.resize(to: step.size)
      return []
    }
  }

  /// A typed change, by its purpose.
  private indirect enum Change {
    case step(EditedStep)
    case result(JSONValue?)
    case value(JSONValue?)

    init(_ edit: StepEdit) throws(DraftMistake) {
      switch edit.purpose {
      case .input: self = .step(.input(try edit.value()))
      case .list: self = .step(.list(try edit.elements()))
      case .result: self = .result(try edit.value())
      case .output: self = .step(.result(try edit.value()))
      case .value: self = .value(try edit.value())
      }
    }
  }

  private mutating func take(_ change: Change, of edit: StepEdit) -> [Effect] {
    switch change {
    case .step(let change):
      if edit.hasChanged { steps.edit(change, at: edit.path, listWas: edit.originalValue) }
      if case .result = change { step.tab = .output }
      return []
    case .result(let value):
      guard let stop = steps.run?.stops.first(where: { $0.node.path == edit.path }) else { return [] }
      let result = stop.result?.accepted(with: value) ?? .value(value)
      return giveOn(.skip(result), at: edit.path, edit.run, NodeEdit(.result, was: stop.ownValue))
    case .value(let value):
      step.tab = .output
      return edit.hasChanged ? [.steer(edit.run, .replaceValue(value, at: edit.path))] : []
    }
  }

  /// The composer that edits the request of a step that waits, or what a step of the file says differently from its request.
  var guestComposer: Composer? { step.request?.composer ?? step.form.overrides?.composer }

  mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect] {
    if step.request != nil { return step.request?.composer.update(action, in: context) ?? [] }
    return step.form.changeOverrides { $0.update(action, in: context) }
  }

  /// That of a value, of a text of the form, or of the rows over a step's request.
  var openEditor: TextEditor? {
    if let edit = step.edit { return edit.editor }
    if let request = step.request { return request.composer.openEditor }
    if let overrides = step.form.overrides { return overrides.composer.openEditor }
    return step.form.field?.completion == nil ? step.form.field?.area.editor : nil
  }

  mutating func changeEditor(_ body: (inout TextEditor) -> Void) {
    if step.edit != nil { return changeText(body) }
    step.request?.composer.field?.area.changeEditor(body)
    step.form.overrides?.composer.field?.area.changeEditor(body)
    step.form.field?.area.changeEditor(body)
  }

  mutating func type(_ event: InputEvent) {
    let room = step.editorSize
    step.edit?.type(event, in: room)
  }

  mutating func changeText(_ body: (inout TextEditor) -> Void) {
    let room = step.editorSize
    step.edit?.change(in: room, body)
  }
}

extension Problem {
  static func goneOn(_ edit: StepEdit) -> Problem {
    goneOn(edit.name, typed: edit.hasChanged ? edit.text : nil)
  }

  static func goneOn(_ name: String, typed: String?) -> Problem {
    Problem(
      code: "step.goneOn", "The step is no longer paused.", detail: typed, place: name,
      advice: "Set a breakpoint before it with b, and run the group again.")
  }
}
