import TerminalKit
import WorkbenchParts
import WorkbenchState

// The mouse in the pane of a step.
extension GroupsScreen {
  mutating func handleOnStep(_ mouse: Mouse) -> [Effect] {
    if isEditing {
      let area = Rect(origin: Point(x: 1, y: 0), size: step.editorSize)
      _ = step.edit?.editor.handle(mouse, in: area)
    } else if mouse.action == .press(.left), mouse.point.y == 0 {
      let places = step.tabLine(step.size.width - 1).places
      let hit = places.firstIndex { $0.contains(mouse.point.x - 1) }
      if let tab = hit.flatMap(StepTab.init) { step.tab = tab }
    } else {
      return step.handle(mouse)
    }
    return []
  }
}
