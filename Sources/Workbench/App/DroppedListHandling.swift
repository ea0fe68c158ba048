import TerminalKit
import WorkbenchState

/// The mouse on a list that is dropped down over the panes: methods, kinds of body, completions. They all are drawn by
/// `Frame.dropDown` and have the commands of such lists, so that a click does the same in each.
enum DroppedListHandling {
  /// A click chooses the line it hits, and the wheel goes through the lines; nil for the mouse anywhere else.
  static func handle(_ mouse: Mouse, in state: State) -> [Effect]? {
    guard let next = listAction(.nextChoice, in: state), let previous = listAction(.previousChoice, in: state),
      let accept = listAction(.acceptChoice, in: state), let list = state.draw().droppedList,
      list.box.contains(mouse.point)
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
  static func leave(_ mouse: Mouse, in state: State) -> [Effect] {
    guard case .press = mouse.action, let leave = listAction(.leaveChoices, in: state) else { return [] }
    return [.then(leave)]
  }

  /// The action of a command of lists in the one that is open; nil where none is.
  private static func listAction(_ shared: SharedCommand, in state: State) -> Action? {
    let contexts = Set(state.keyContexts)
    return state.commands.rows.first {
      $0.command.shared?.id == shared.id && !contexts.isDisjoint(with: $0.command.contexts)
    }?.action
  }
}
