import TerminalKit

// Keys that no command claims, pastes, and the mouse.
extension GroupsScreen {
  mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse, on: pane) }
    if pane == .step, isEditing { type(event) }
    return []
  }

  private mutating func handle(_ mouse: Mouse, on pane: Panes) -> [Effect] {
    if isEditing, pane != .step { return mouse.action == .press(.left) ? leave() : [] }
    switch pane {
    case .groups:
      let isSecond = list.cursor.take(mouse, from: list.cursor.top)
      guard mouse.action == .press(.left), let row = list.selected else { return [] }
      return show(row) + (isSecond ? [.then(.navigation(.focus(.steps)))] : [])
    case .steps:
      if mouse.action == .press(.left) { steps.follows = false }
      let isSecond = steps.cursor.take(mouse, from: steps.cursor.top - StepTree.headLines)
      return isSecond ? [.then(.groups(.move(.openStep)))] : []
    case .step: return handleOnStep(mouse)
    }
  }

  private mutating func handleOnStep(_ mouse: Mouse) -> [Effect] {
    if isEditing {
      let area = Rect(origin: Point(x: 1, y: 0), size: step.editorSize)
      _ = step.edit?.editor.handle(mouse, in: area)
    } else if mouse.action == .press(.left), mouse.point.y == 0 {
      let places = step.tabLine(step.size.width - 1).places
      let hit = places.firstIndex { $0.contains(mouse.point.x - 1) }
      if let tab = hit.flatMap(StepTab.init) { step.tab = tab }
    } else if step.body.view != nil {
      step.body.cursor.take(mouse, from: step.body.cursor.top - 1 - step.above.count)
    }
    return []
  }
}
