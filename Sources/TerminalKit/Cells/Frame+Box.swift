extension Frame {
  /// Draws a border, and a title into its upper edge. Less than two columns or rows have no room for one.
  ///
  /// - Returns: the area inside.
  @discardableResult
  package mutating func box(
    _ rect: Rect, title: String = "", style: Style = Style(.border), titleStyle: Style = Style(.title)
  ) -> Rect {
    guard rect.width >= 2, rect.height >= 2 else { return rect }
    edge(rect.row(0), "┌", "┐", style)
    edge(rect.row(rect.height - 1), "└", "┘", style)
    for y in (rect.y + 1)..<(rect.maxY - 1) {
      put("│", at: Point(x: rect.x, y: y), style: style)
      put("│", at: Point(x: rect.maxX - 1, y: y), style: style)
    }
    if !title.isEmpty, rect.width > 4 {
      let shown = CellWidth.truncated(Sanitizer.visible(title), to: rect.width - 4)
      put(" " + shown + " ", at: rect.origin.moved(right: 1), style: titleStyle, maxWidth: rect.width - 2)
    }
    return rect.inset(1)
  }

  /// Draws a line across a box, joined to its sides.
  package mutating func divider(_ row: Rect, style: Style = Style(.border)) {
    edge(row, "├", "┤", style)
  }

  private mutating func edge(_ row: Rect, _ left: String, _ right: String, _ style: Style) {
    put("─", repeated: row.width - 2, at: row.origin.moved(right: 1), style: style)
    put(left, at: row.origin, style: style)
    put(right, at: row.origin.moved(right: row.width - 1), style: style)
  }
}
