import TerminalKit

extension Composer {
  mutating func handle(_ mouse: Mouse, in context: ViewContext) -> [Effect] {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left): click(mouse.point)
    default: break
    }
    return []
  }

  private mutating func scroll(by lines: Int) {
    if showsText {
      scroll.move(lines: lines, of: textLineCount, height: textHeight)
    } else {
      cursor.scroll(by: lines)
    }
  }

  private mutating func click(_ point: Point) {
    let layout = layout(in: Rect(origin: .zero, size: size))
    if menu != nil || field?.completion != nil { return leaveChoice() }
    if layout.url.contains(point) {
      clickURL(point)
    } else if layout.tabs.contains(point) {
      if let hit = tabPlaces.first(where: { $0.columns.contains(point.x) }) { show(hit.tab) }
    } else if layout.kind.contains(point) {
      openMenu(.bodyKinds(selected: draft.body), at: .kind)
    } else if layout.content.contains(point) {
      clickContent(point, layout.content)
    }
  }

  private mutating func clickURL(_ point: Point) {
    let method = draft.method.isEmpty ? "GET" : draft.method
    if point.x <= CellWidth.columns(of: method) + 1 {
      openMenu(.methods(selected: draft.method), at: .method)
    } else if field?.place != .url {
      endEditing()
      startEditing(.url)
    }
  }

  /// The second click on the same row edits it.
  private mutating func clickContent(_ point: Point, _ area: Rect) {
    endEditing()
    guard showsRows else {
      spot = .content
      return enter()
    }
    let line = cursor.top + point.y - area.y
    let isSecond = spot == .content && cursor.selected == line
    spot = .content
    guard line < cursor.count else { return }
    cursor.select(line)
    if isSecond { enter() }
  }
}
