import ParleyEngine
package import TerminalKit
import WorkbenchServices

extension BodyPane {
  /// Draws the lines in view.
  package func draw(into frame: inout Frame, _ area: Rect, isFocused: Bool) {
    guard let page, page.total > 0 else { return }
    let gutter = gutter(page, area.width)
    let area = drawHead(into: &frame, area, gutter, isFocused)
    if isWrapped { return drawWrapped(into: &frame, area, gutter: gutter, isFocused: isFocused) }
    for line in cursor.visible where line - cursor.top < area.height {
      let row = area.row(line - cursor.top)
      let isSelected = line == cursor.selected && page.mode != .picture
      let ground: Role? = isSelected ? isFocused ? .selection : .selectionUnfocused : nil
      if let ground { frame.fill(row.inset(left: gutter), style: Style(ground)) }
      draw(page[line], into: &frame, row, gutter: gutter, ground)
      if isSelected, isFocused { markCell(into: &frame, row.inset(left: gutter)) }
    }
  }

  /// - Returns: the area below the names of the columns.
  private func drawHead(into frame: inout Frame, _ area: Rect, _ gutter: Int, _ isFocused: Bool) -> Rect {
    guard let head = page?.table else { return area }
    let line = head.line(sort: table.sort, selected: isFocused ? column : nil)
    let row = area.row(0).inset(left: gutter)
    frame.put(line, at: row.origin, maxWidth: head.room(in: row.width, skipping: left), skipping: left)
    return area.inset(top: 1)
  }

  /// The column the cursor is in.
  private func markCell(into frame: inout Frame, _ row: Rect) {
    guard let columns = page?.table?.columns, columns.indices.contains(column) else { return }
    let place = columns[column]
    let cell = Rect(x: row.x + place.left - left, y: row.y, width: place.width, height: 1)
    frame.restyle(cell.intersection(row)) { $0 = $0.adding([.bold, .underline]) }
  }

  package func gutter(_ page: BodyPage, _ width: Int) -> Int {
    guard width >= 30, page.mode != .picture, numbersOneLine || page.total > 1 else { return 0 }
    if page.mode == .hex { return page.lines.reduce(8) { max($0, $1.number.count) } + 2 }
    // By the number of lines there are, not by those in view, so that scrolling does not move the text.
    return Self.gutter(ofLines: page.total, in: width, longest: page.lines.last?.number.count ?? 0)
  }

  /// - Parameter longest: digits of the longest number, if lines are not numbered from 1 on.
  static func gutter(ofLines count: Int, in width: Int, longest: Int = 0) -> Int {
    width < 30 ? 0 : max(3, String(count).count, longest) + 1
  }

  package func draw(_ line: BodyLine?, into frame: inout Frame, _ row: Rect, gutter: Int, _ ground: Role?) {
    guard let line else {
      // Not here yet: it comes with the next page.
      frame.put("·", at: row.origin.moved(right: gutter), style: Style.muted.on(ground), maxWidth: row.width - gutter)
      return
    }
    let text = row.inset(left: gutter + (mode.folds ? 2 : 0))
    let skipped = left - (mode == .raw ? page?.skipping ?? 0 : 0)
    let shown = line.drawn.highlighting(search.term)
    let room = page?.table?.room(in: text.width, skipping: left) ?? text.width
    frame.put(
      shown, at: text.origin, maxWidth: room, on: ground, skipping: max(0, skipped), marksStart: !hasHead)
    drawFront(of: line, into: &frame, row, gutter: gutter, ground)
  }

  /// Its number, whether it has changed, and whether it can be folded.
  func drawFront(of line: BodyLine, into frame: inout Frame, _ row: Rect, gutter: Int, _ ground: Role?) {
    let indent = max(0, gutter - 1 - line.number.count)
    if gutter > 0 { frame.put(line.number, at: row.origin.moved(right: indent), style: .muted, maxWidth: gutter - 1) }
    if gutter > 0, mode == .pretty, changedLines.contains(line.number) {
      frame.put("▎", at: row.origin.moved(right: gutter - 1), style: Style(.mark))
    }
    guard let fold = line.fold, mode.folds else { return }
    let column = max(0, line.indentation - left)
    frame.put(
      fold == .folded ? "▸" : "▾", at: row.origin.moved(right: gutter + min(column, max(0, row.width - gutter - 1))),
      style: Style(.accent, on: ground))
  }
}
