import TerminalKit

// What drops down: names for a template, methods, kinds of body.
extension Composer {
  func drawLists(into frame: inout Frame, _ rect: Rect, _ layout: ComposerLayout) {
    if let menu {
      let anchor = menu.subject == .method ? layout.url : layout.kind.isEmpty ? layout.tabs : layout.kind
      let lines = menu.choices.map { StyledText($0) }
      draw(lines, menu.cursor, into: &frame, within: rect, below: anchor.origin.moved(right: 1))
    } else if let completion = field?.completion, let cursor = frame.cursor {
      let width = completion.choices.reduce(0) { max($0, CellWidth.columns(of: $1.name)) }
      let lines = completion.choices.map { Self.line(of: $0, nameWidth: min(width, 24)) }
      draw(lines, completion.cursor, into: &frame, within: rect, below: cursor)
    }
  }

  private static func line(of name: TemplateName, nameWidth: Int) -> StyledText {
    let shown = name.name.fitted(to: nameWidth)
    let gap = String(repeating: " ", count: nameWidth - CellWidth.columns(of: shown) + 2)
    var line: StyledText = [Span(shown + gap, .key)]
    if let value = name.value { line.append("\(value.fitted(to: 30))  ", .text) }
    line.append("← \(name.source)", .muted)
    return line
  }

  /// Below the place where there is room, else above it.
  private func draw(
    _ lines: [StyledText], _ cursor: ListCursor, into frame: inout Frame, within rect: Rect, below point: Point
  ) {
    let above = point.y - rect.y
    let below = rect.maxY - point.y - 1
    let height = min(lines.count, Completion.visibleRows * 2, max(above, below))
    guard height > 0 else { return }
    let width = min(rect.width, lines.reduce(0) { max($0, $1.columns) } + 2)
    let y = below >= height ? point.y + 1 : point.y - height
    let box = Rect(x: max(rect.x, min(point.x, rect.maxX - width)), y: y, width: width, height: height)
    var window = cursor
    window.height = height
    for line in window.visible {
      let row = box.row(line - window.top)
      let ground: Role = line == window.selected ? .selection : .selectionUnfocused
      frame.fill(row, style: Style(ground))
      frame.put(lines[line], at: row.origin.moved(right: 1), maxWidth: row.width - 2, on: ground)
    }
  }
}
