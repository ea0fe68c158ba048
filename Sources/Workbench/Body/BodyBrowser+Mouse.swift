import TerminalKit

extension BodyBrowser {
  /// The wheel scrolls; a click chooses, a second one folds. On the name of a column it sorts.
  /// - Parameter above: rows of the pane above the body.
  mutating func take(_ mouse: Mouse, above: Int, of owner: BodyOwner) -> [Effect] {
    let isClick = mouse.action == .press(.left)
    if isClick, let column = column(at: mouse.point.x) {
      pane.column = column
      if mouse.point.y == above { return update(.table(.sort), of: owner) }
    }
    let before = pane.cursor.selected
    let isSecond = pane.cursor.take(mouse, from: pane.cursor.top - above - (pane.hasHead ? 1 : 0))
    if isClick || pane.cursor.selected < before { pane.followsEnd = pane.cursor.isAtEnd }
    if isSecond, pane.line?.fold != nil { return update(.fold, of: owner) }
    return afterMoving(owner)
  }

  private func column(at x: Int) -> Int? {
    guard let page = pane.page, let columns = page.table?.columns else { return nil }
    let place = x - 1 - pane.gutter(page, width) + pane.left
    return columns.lastIndex { $0.left <= place && place < $0.end + 2 }
  }
}
