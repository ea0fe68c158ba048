import TerminalKit

// Keys that no command claims, pastes, and the mouse.
extension SharedDataScreen {
  mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse, on: pane) }
    if pane == .sharedKeys, list.isFiltering {
      if list.input.take(event) { list.filterChanged() }
    } else if pane == .sharedValue, isEditing {
      type(event)
    }
    return []
  }

  private mutating func handle(_ mouse: Mouse, on pane: Panes) -> [Effect] {
    switch pane {
    case .sharedKeys:
      // First what is being edited is left.
      if isEditing { return mouse.action == .press(.left) ? edit(.leave) : [] }
      removed = nil
      list.cursor.take(mouse, from: list.cursor.top - SharedList.headLines - (list.showsFilter ? 1 : 0))
    case .sharedHistory: history.cursor.take(mouse, from: history.cursor.top)
    case .sharedUses: uses.cursor.take(mouse, from: uses.cursor.top)
    case .sharedValue where isEditing:
      let area = Rect(origin: Point(x: 1, y: 0), size: value.editorSize)
      _ = value.edit?.editor.handle(mouse, in: area)
    case .sharedValue: value.body.cursor.take(mouse, from: value.body.cursor.top)
    }
    return []
  }
}
