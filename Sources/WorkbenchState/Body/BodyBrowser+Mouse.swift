package import TerminalKit
import WorkbenchParts

extension BodyBrowser {
  /// The wheel scrolls; a click chooses, a second one folds. On the name of a column it sorts.
  /// - Parameter above: rows of the pane above the body.
  package mutating func take(_ mouse: Mouse, above: Int, of owner: any BodyOwner) -> [Effect] {
    let isClick = mouse.action == .press(.left)
    if isClick, let column = column(at: mouse.point.x) {
      pane.column = column
      if mouse.point.y == above { return update(.table(.sort), of: owner) }
    }
    if pane.isWrapped { return takeWrapped(mouse, above: above, of: owner) }
    let before = pane.cursor.selected
    let isSecond = pane.cursor.take(mouse, from: pane.cursor.top - above - (pane.hasHead ? 1 : 0))
    if isClick || pane.cursor.selected < before { pane.followsEnd = pane.cursor.isAtEnd }
    if isSecond, pane.line?.fold != nil { return update(.fold, of: owner) }
    return afterMoving(owner)
  }

  /// The wheel moves the line, as rows are scrolled by lines.
  private mutating func takeWrapped(_ mouse: Mouse, above: Int, of owner: any BodyOwner) -> [Effect] {
    switch mouse.action {
    case .wheelUp: pane.moveCursor(.lines(-1))
    case .wheelDown: pane.moveCursor(.lines(1))
    case .press(.left):
      let line = pane.wrappedRows.line(
        at: mouse.point.y - above, from: pane.cursor.top, hidden: pane.hiddenRows, of: pane.cursor.count)
      guard let line, mouse.point.y >= above else { return [] }
      let isSecond = line == pane.cursor.selected
      pane.select(line)
      if isSecond, pane.line?.fold != nil { return update(.fold, of: owner) }
    default: break
    }
    return afterMoving(owner)
  }

  private func column(at x: Int) -> Int? {
    guard let page = pane.page, let columns = page.table?.columns else { return nil }
    let place = x - 1 - pane.gutter(page, width) + pane.left
    return columns.lastIndex { $0.left <= place && place < $0.end + 2 }
  }
}
