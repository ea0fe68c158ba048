package import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

// Keys that no command claims, pastes, and the mouse.
extension GroupsScreen {
  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    if pane == .step, step.request != nil { return step.request?.composer.handle(event, in: context) ?? [] }
    if pane == .step, step.showsForm { return step.form.handle(event, in: context) }
    if case .mouse(let mouse) = event { return handle(mouse, on: pane) }
    if pane == .steps, steps.isTyping { viewer.typeInFinder(event) }
    switch pane {
    case .groups: return typeInList(event)
    case .steps: return []
    case .step where isEditing: viewer.type(event)
    case .step: return step.type(event)
    }
    return []
  }

  /// Changes the list, and shows what the cursor is on then.
  mutating func changeList(_ change: (inout GroupList) -> Void) -> [Effect] {
    change(&list)
    return list.selected.map { show($0) } ?? []
  }

  /// Handles an event while the list is filtered.
  mutating func typeInList(_ event: InputEvent) -> [Effect] {
    guard list.type(event) else { return [] }
    return list.selected.map { show($0) } ?? []
  }

  private mutating func handle(_ mouse: Mouse, on pane: Panes) -> [Effect] {
    if comparison != nil {
      if pane == .steps { return comparing.handleOnSteps(mouse) }
      if pane == .step { return comparing.handleOnStep(mouse, width: step.size.width) }
    }
    if isEditing, pane != .step { return mouse.action == .press(.left) ? viewer.leave() + step.form.leave() : [] }
    switch pane {
    case .groups where mouse.action == .press(.left) && mouse.point.y >= 0 && mouse.point.y < list.look.filterLines:
      return changeList { $0.beginFilter() }
    case .groups:
      let isSecond = list.cursor.take(mouse, from: list.cursor.top - list.look.filterLines)
      guard mouse.action == .press(.left), let row = list.selected else { return [] }
      if case .folder = row { return changeList { $0.fold() } }
      return show(row) + (isSecond ? [.then(.navigation(.focus(.steps)))] : [])
    case .steps:
      if let time = steps.momentPointed(by: mouse) {
        return canGoBack ? [.then(.groups(.past(.toTime(time))))] : []
      }
      if mouse.action == .press(.left) { steps.follows = false }
      let isSecond = steps.cursor.take(mouse, from: steps.cursor.top - steps.headLines)
      if let drop = steps.drag(mouse, isSecond: isSecond) { return drop }
      return isSecond ? [.then(.groups(.move(.openStep)))] : []
    case .step: return viewer.handleOnStep(mouse)
    }
  }

  /// Whether the mouse leads to a moment.
  private var canGoBack: Bool {
    guard let run = steps.present, !isEditing, comparison == nil else { return false }
    return !run.isUnderWay || run.isPaused || steps.past != nil
  }
}

// The editors that are open in the pane of a step.
extension GroupsScreen {
  package var openEditor: TextEditor? { viewer.openEditor }
  package mutating func changeEditor(_ body: (inout TextEditor) -> Void) { viewer.changeEditor(body) }

  package var guestComposer: Composer? { viewer.guestComposer }
  package mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect] {
    viewer.updateGuest(action, in: context)
  }

  package func editorDrafts(in environment: String?) -> [EditorDraft] { viewer.editorDrafts }
  package mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool { viewer.fill(draft) }
}
