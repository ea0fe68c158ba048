extension TextEditor {
  /// Lines longer than this are drawn in one style: to colour a part one would have to read the whole.
  private static let styledLimit = 4096

  /// - Parameter highlight: gives a visible line its styles; the spans' text must be the text it is handed.
  package func draw(
    into frame: inout Frame, rect: Rect, isFocused: Bool, highlight: (Int, String) -> StyledText = { StyledText($1) }
  ) {
    guard !rect.isEmpty else { return }
    var fitted = self
    fitted.fit(rect.size)
    let body = rect.inset(left: gutter)
    for row in 0..<min(rect.height, lineCount - fitted.top) {
      let index = fitted.top + row
      if showsNumbers { fitted.drawNumber(index, on: rect.row(row), into: &frame) }
      fitted.drawLine(index, on: body.row(row), highlight, into: &frame)
      fitted.drawSelection(index, on: body.row(row), into: &frame)
    }
    guard isFocused else { return }
    let column = core.line.column(of: cursor.character, tabWidth: tabWidth) - fitted.left
    let place = body.origin.moved(right: column, down: cursor.line - fitted.top)
    frame.cursor = body.contains(place) ? place : nil
  }

  private func drawNumber(_ index: Int, on row: Rect, into frame: inout Frame) {
    let number = String(index + 1)
    let style = index == cursor.line ? Style.text : .muted
    let indent = gutter - 1 - number.count
    frame.put(number, at: row.origin.moved(right: indent), style: style, maxWidth: row.width - indent)
  }

  private func drawLine(
    _ index: Int, on row: Rect, _ highlight: (Int, String) -> StyledText, into frame: inout Frame
  ) {
    let line = core.storage.lines[index]
    guard line.count > Self.styledLimit else {
      let text = highlight(index, line.shown(0..<line.count, tabWidth: tabWidth))
      frame.put(text, at: row.origin, maxWidth: row.width, skipping: left, marksCut: false)
      return
    }
    let first = line.character(at: left, tabWidth: tabWidth)
    let part = first..<min(line.count, first + row.width)
    let hidden = left - line.column(of: first, tabWidth: tabWidth)
    frame.put(
      StyledText(line.shown(part, tabWidth: tabWidth)), at: row.origin, maxWidth: row.width, skipping: hidden,
      marksCut: false)
  }

  private func drawSelection(_ index: Int, on row: Rect, into frame: inout Frame) {
    guard let selection, (selection.lowerBound.line...selection.upperBound.line).contains(index) else { return }
    let line = core.storage.lines[index]
    let start = index == selection.lowerBound.line ? selection.lowerBound.character : 0
    let end = index == selection.upperBound.line ? selection.upperBound.character : line.count
    let first = line.column(of: start, tabWidth: tabWidth) - left
    // The end of a line that goes on into the next shows as one selected blank.
    let last = line.column(of: end, tabWidth: tabWidth) - left + (index == selection.upperBound.line ? 0 : 1)
    let area = Rect(x: row.x + first, y: row.y, width: last - first, height: 1)
    frame.restyle(area.intersection(row)) { $0.ground = .selection }
  }
}
