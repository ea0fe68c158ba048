import TerminalKit

extension ListCursor {
  /// The wheel scrolls, a click chooses.
  /// - Parameter first: the line at the pane's upper edge.
  /// - Returns: whether the click is on what was chosen already.
  @discardableResult
  mutating func take(_ mouse: Mouse, from first: Int) -> Bool {
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
