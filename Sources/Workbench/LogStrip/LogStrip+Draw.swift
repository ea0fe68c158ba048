import TerminalKit

extension LogStrip {
  func title(in surroundings: Surroundings) -> PaneTitle { PaneTitle("") }

  /// The newest line stands at the bottom, also while there are few.
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: Surroundings) {
    frame.fill(rect, style: Style(.bar))
    if entries.isEmpty {
      let row = rect.row(rect.height - 1)
      frame.put("Nothing has happened yet.", at: row.origin.moved(right: 2), style: Style(.muted, on: .bar))
    }
    let visible = cursor.visible
    let first = rect.height - visible.count
    for line in visible {
      let isSelected = isFocused && line == cursor.selected
      let row = rect.row(first + line - cursor.top)
      if isSelected { frame.fill(row, style: Style(.selection)) }
      LogLine(entry: entries[line]).draw(into: &frame, row, on: isSelected ? .selection : .bar)
    }
  }
}
