import TerminalKit
import WorkbenchState

// The mouse on a list that is dropped down over the panes: methods, kinds of body, completions. Where it lies and what a click
// does is the same for all of them: each is drawn by `Frame.dropDown`, and has the commands that all such lists have.
extension State {
  /// A click chooses the line it hits, and the wheel goes through the lines; nil for the mouse anywhere else.
  func mouseOnList(_ mouse: Mouse) -> [Effect]? {
    guard let next = listAction(.nextChoice), let previous = listAction(.previousChoice),
      let accept = listAction(.acceptChoice), let list = draw().droppedList, list.box.contains(mouse.point)
    else { return nil }
    switch mouse.action {
    case .wheelUp: return [.then(previous)]
    case .wheelDown: return [.then(next)]
    case .press(.left):
      // The first step into a list only chooses its first line.
      let steps = list.top + mouse.point.y - list.box.y - list.selected + (list.isChosen ? 0 : 1)
      return Array(repeating: .then(steps < 0 ? previous : next), count: abs(steps)) + [.then(accept)]
    default: return []
    }
  }

  /// A click on another pane closes the list.
  func leavingList(_ mouse: Mouse) -> [Effect] {
    guard case .press = mouse.action, let leave = listAction(.leaveChoices) else { return [] }
    return [.then(leave)]
  }

  /// The action of a command of lists in the one that is open; nil where none is.
  private func listAction(_ shared: SharedCommand) -> Action? {
    let contexts = Set(keyContexts)
    return commands.rows.first {
      $0.command.shared?.id == shared.id && !contexts.isDisjoint(with: $0.command.contexts)
    }?.action
  }
}
