import TerminalKit

// Keys that no command claims, pastes, and the mouse.
extension GroupDesk {
  mutating func handle(_ event: InputEvent, on pane: Pane) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse, on: pane) }
    if pane == .step, isEditing { type(event) }
    return []
  }

  private mutating func handle(_ mouse: Mouse, on pane: Pane) -> [Effect] {
    switch pane {
    case .groups:
      let isSecond = list.cursor.take(mouse, from: list.cursor.top)
      guard mouse.action == .press(.left), let row = list.selected else { return [] }
      return show(row) + (isSecond ? [.then(.shell(.focus(.steps)))] : [])
    case .steps:
      if mouse.action == .press(.left) { steps.follows = false }
      let isSecond = steps.cursor.take(mouse, from: steps.cursor.top - StepTree.headLines)
      return isSecond ? [.then(.groups(.openStep))] : []
    default: return handleOnStep(mouse)
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
      _ = step.body.cursor.take(mouse, from: step.body.cursor.top - 1 - step.above.count)
    }
    return []
  }
}

extension ListCursor {
  /// The wheel scrolls, a click chooses.
  /// - Parameter first: the line at the pane's upper edge.
  /// - Returns: whether the click is on what was chosen already.
  fileprivate mutating func take(_ mouse: Mouse, from first: Int) -> Bool {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left):
      let line = first + mouse.point.y
      guard visible.contains(line) else { return false }
      let isSecond = line == selected
      select(line)
      return isSecond
    default: break
    }
    return false
  }
}
