import TerminalKit

extension ResponsePane {
  mutating func handle(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left): return click(mouse.point)
    default: return []
    }
    return afterMoving()
  }

  private mutating func scroll(by lines: Int) {
    if tab == .body { body.cursor.scroll(by: lines) } else { self[tab].cursor.scroll(by: lines) }
  }

  /// The second click on the same line folds it.
  private mutating func click(_ point: Point) -> [Effect] {
    let layout = layout(in: Rect(origin: .zero, size: size).inset(left: 1))
    if layout.tabs.contains(point) {
      let hit = tabPlaces.first { $0.columns.contains(point.x - layout.tabs.x) }
      return (hit.map { show($0.tab) } ?? []) + afterMoving()
    }
    guard layout.content.contains(point) else { return [] }
    let row = point.y - layout.content.y
    guard tab == .body else {
      self[tab].cursor.select(self[tab].cursor.top + row)
      return []
    }
    let line = body.cursor.top + row
    if line == body.cursor.selected, body.line?.fold != nil { return browser.update(.fold, of: owner) }
    body.cursor.select(line)
    return afterMoving()
  }

  private mutating func afterMoving() -> [Effect] { tab == .body ? browser.afterMoving(owner) : [] }
}
