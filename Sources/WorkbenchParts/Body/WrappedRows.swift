package import TerminalKit

/// Lines that take several rows each: which of them fit, and how a cursor moves among them. Scrolling goes by lines; only one
/// that is taller than the pane is scrolled by its rows.
package struct WrappedRows {
  /// Rows there is room for.
  package let room: Int
  /// How many rows a line takes.
  package let rows: (Int) -> Int

  package init(room: Int, rows: @escaping (Int) -> Int) { (self.room, self.rows) = (room, rows) }

  /// Tells a cursor which lines are in view: the selected one, and the line that was first as long as it can stay. Nothing is out of
  /// sight above while there is room below the last line.
  /// - Parameter top: the first line before; nil for the cursor's own.
  package func fit(_ cursor: inout ListCursor, from top: Int? = nil) {
    let wanted = min(top ?? cursor.top, cursor.selected)
    var (first, end, used) = (cursor.selected, cursor.selected + 1, rows(cursor.selected))
    func takes(_ line: Int) -> Bool {
      let more = rows(line)
      guard used + more <= room else { return false }
      used += more
      return true
    }
    while first > wanted, takes(first - 1) { first -= 1 }
    while end < cursor.count, takes(end) { end += 1 }
    while end >= cursor.count, first > 0, takes(first - 1) { first -= 1 }
    cursor.show(first..<end)
  }

  /// The line at a row of the pane; nil behind the last one.
  package func line(at row: Int, from top: Int, hidden: Int, of count: Int) -> Int? {
    var (used, line) = (-hidden, top)
    while line < count {
      used += rows(line)
      if row < used { return line }
      line += 1
    }
    return nil
  }

  /// Rows of the first line that are out of sight, of one that is taller than the pane.
  package func hidden(_ wanted: Int, of line: Int) -> Int { max(0, min(wanted, rows(line) - room)) }

  /// Moves a cursor.
  /// - Parameter hidden: rows of the selected line that are out of sight above the pane.
  package func move(_ cursor: inout ListCursor, _ step: ListCursor.Step, hidden: inout Int) {
    let (before, top) = (cursor.selected, cursor.top)
    switch step {
    case .lines(let lines): if scroll(&hidden, by: lines, in: before) { return }
    case .pages(let pages): if scroll(&hidden, by: pages * max(1, room - 1), in: before) { return }
    case .first, .last: break
    }
    cursor.move(step)
    fit(&cursor, from: top)
    hidden = cursor.selected < before || step == .last ? self.hidden(.max / 2, of: cursor.selected) : 0
  }

  /// Chooses a line.
  package func select(_ line: Int, _ cursor: inout ListCursor) {
    let top = cursor.top
    cursor.select(line)
    fit(&cursor, from: top)
  }

  /// - Returns: whether the line was scrolled, and the cursor stays on it.
  private func scroll(_ hidden: inout Int, by count: Int, in line: Int) -> Bool {
    let next = self.hidden(max(0, hidden) + count, of: line)
    defer { hidden = next }
    return next != hidden
  }
}

extension StyledText {
  /// Columns by which the rows behind the first one are moved in: as far as the line itself, and a little more.
  package static func hanging(_ indentation: Int, of width: Int) -> Int { min(indentation + 2, width / 2) }
}
