import ParleyEngine
import TerminalKit

// What is typed for a step that waits. Nothing of it happens before the step goes on.
extension GroupsScreen {
  mutating func edit(_ action: EditAction) -> [Effect] {
    switch action {
    case .input: return editInput(outside: false)
    case .inputOutside: return editInput(outside: true)
    case .list: return editList()
    case .result: return giveResult()
    case .begin(let edit): return begin(edit)
    case .staged(let path, let edit):
      return [.terminal(.editStaged(file: path, then: GroupEffect.collect(path, edit)))]
    case .collected(let text, let edit): return collected(text, edit)
    case .takeBack: takeBack()
    case .apply: return apply()
    case .leave: return leave()
    case .discard: return close()
    case .handOver: return step.edit.map { [.perform(GroupEffect.stage($0))] } ?? []
    case .indent: change { _ = $0.handle(.tab) }
    case .undoTyping: change { _ = $0.undo() }
    case .redoTyping: change { _ = $0.redo() }
    }
    return []
  }

  private func editInput(outside: Bool) -> [Effect] {
    guard let run = steps.run, let stop, stop.result == nil else { return [] }
    return [.perform(GroupEffect.edit(stop, run.edited[stop.node.path], run: run.id, outside: outside))]
  }

  private func editList() -> [Effect] {
    guard let run = steps.run, let stop, stop.node.isList else { return [] }
    return [.perform(GroupEffect.editList(stop, run.edited[stop.node.path], run: run.id))]
  }

  private mutating func giveResult() -> [Effect] {
    guard let run = steps.run, let stop else { return [] }
    return begin(StepEdit(.result, nil, of: stop, in: run.id))
  }

  private mutating func begin(_ edit: StepEdit) -> [Effect] {
    guard isHeld(edit) else { return [.then(.failed(.goneOn(edit)))] }
    steps.select(edit.path)
    step.begin(edit)
    return [.then(.navigation(.focus(.step)))]
  }

  /// Whether the step still waits that something was typed for.
  private func isHeld(_ edit: StepEdit) -> Bool {
    steps.run?.id == edit.run && steps.run?.stops.contains { $0.node.path == edit.path } == true
  }

  /// What came back from $EDITOR. An editor that was open here before has it now; otherwise it is taken over.
  private mutating func collected(_ text: String, _ edit: StepEdit) -> [Effect] {
    guard let text = EditorText.changed(edit.text, into: text) else { return [] }
    if isEditing {
      change { $0.replaceAll(with: text) }
      return []
    }
    var edit = edit
    edit.editor.replaceAll(with: text)
    let effects = begin(edit)
    return isEditing ? effects + apply() : effects
  }

  private mutating func takeBack() {
    guard let path = steps.selected?.path else { return }
    steps.edit(nil, at: path)
  }

  /// Out of the editor, with nothing changed.
  mutating func leave() -> [Effect] {
    guard let edit = step.edit else { return [] }
    return edit.hasChanged ? [.then(.ask(.groups(.leaving(edit))))] : close()
  }

  private mutating func close() -> [Effect] {
    step.edit = nil
    return [.then(.navigation(.focus(.steps)))]
  }

  /// Takes over what was typed, where it is JSON; a mistake is shown where it is.
  private mutating func apply() -> [Effect] {
    guard let edit = step.edit else { return [] }
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

  /// What was typed, as what it is for.
  private enum Change {
    case step(EditedStep)
    case result(JSONValue?)

    init(_ edit: StepEdit) throws(DraftMistake) {
      switch edit.purpose {
      case .input: self = .step(.input(try edit.value()))
      case .list: self = .step(.list(try edit.elements()))
      case .result: self = .result(try edit.value())
      }
    }
  }

  private mutating func take(_ change: Change, of edit: StepEdit) -> [Effect] {
    switch change {
    case .step(let change):
      if edit.hasChanged { steps.edit(change, at: edit.path) }
      return []
    case .result(let value):
      steps.follows = true
      return [.steer(edit.run, .answer(.skip(.value(value)), at: edit.path))]
    }
  }

  mutating func type(_ event: InputEvent) {
    let room = step.editorSize
    step.edit?.type(event, in: room)
  }

  private mutating func change(_ body: (inout TextEditor) -> Void) {
    let room = step.editorSize
    step.edit?.change(in: room, body)
  }
}

extension Problem {
  static func goneOn(_ edit: StepEdit) -> Problem {
    Problem(
      code: "step.goneOn", "The step is no longer paused.", detail: edit.hasChanged ? edit.text : nil,
      place: edit.name, advice: "Set a breakpoint before it with b, and run the group again.")
  }
}
