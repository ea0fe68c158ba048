package import TerminalKit

/// Lines that take several rows each: which of them fit, and how a cursor moves among them. Scrolling goes by lines; only one
/// that is taller than the pane is scrolled by its rows.
package struct WrappedRows {
  /// Rows there is room for.
  package let room: Int
  /// How many rows a line takes.
  package let rows: (Int) -> Int

  package init(room: Int, rows: @escaping (Int) -> Int) { (self.room, self.rows) = (room, rows) }

  /// How many lines fit that end with the selected one: as a height it brings that into view, and keeps the first line where it is as
  /// long as it can.
  package func height(for cursor: ListCursor) -> Int {
    var (used, count, line) = (0, 0, cursor.selected)
    while line >= 0, used < room {
      used += rows(line)
      if used > room { break }
      count += 1
      line -= 1
    }
    return max(1, min(max(1, count), cursor.count - cursor.top))
  }

  /// How many lines are in view from one on.
  func linesShown(from top: Int, of count: Int) -> Int {
    var (used, line) = (0, top)
    while line < count, used + rows(line) <= room {
      used += rows(line)
      line += 1
    }
    return max(1, line - top)
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
    let before = cursor.selected
    switch step {
    case .lines(let lines):
      if scroll(&hidden, by: lines, in: before) { return }
      cursor.move(.lines(lines))
    case .pages(let pages):
      if scroll(&hidden, by: pages * max(1, room - 1), in: before) { return }
      let shown = linesShown(from: cursor.top, of: cursor.count)
      cursor.move(.lines(pages * max(1, shown - 1)))
    case .first, .last: cursor.move(step)
    }
    cursor.height = height(for: cursor)
    hidden = cursor.selected < before || step == .last ? self.hidden(.max / 2, of: cursor.selected) : 0
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
