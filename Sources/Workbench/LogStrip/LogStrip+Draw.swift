import TerminalKit

extension LogStrip {
  func title(in context: ViewContext) -> PaneTitle { PaneTitle("") }

  /// The newest line stands at the bottom, also while there are few.
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    frame.fill(rect, style: Style(.bar))
    if entries.isEmpty {
      let row = rect.row(rect.height - 1)
      frame.put(nothing, at: row.origin.moved(right: 2), style: Style(.muted, on: .bar), maxWidth: rect.width - 2)
    }
    let visible = cursor.visible
    let first = rect.height - visible.count
    let clock = LogClock(of: entries[visible], now: context.now)
    for line in visible {
      let isSelected = isFocused && line == cursor.selected
      let row = rect.row(first + line - cursor.top)
      if isSelected { frame.fill(row, style: Style(.selection)) }
      LogLine(entry: entries[line], clock: clock).draw(into: &frame, row, on: isSelected ? .selection : .bar)
    }
    if rect.height > 1 { drawSubject(into: &frame, rect.row(0)) }
  }

  private var nothing: String {
    focus.map { "No events of \($0) yet." } ?? "No events yet."
  }

  private var focus: String? {
    switch shown {
    case .request(let id): id.description
    case .shared(let names): names.sorted().joined(separator: ", ")
    case .everything, nil: nil
    }
  }

  /// Whose lines these are, over the right end of the first one.
  private func drawSubject(into frame: inout Frame, _ row: Rect) {
    guard let focus else { return }
    let words = " only \(focus.fitted(to: max(8, row.width / 4))) "
    let columns = CellWidth.columns(of: words)
    guard columns * 3 < row.width else { return }
    frame.put(words, at: Point(x: row.maxX - columns, y: row.y), style: Style(.muted, on: .bar))
  }
}
