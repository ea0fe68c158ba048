package import TerminalKit

/// Lines that take several rows each: which of them fit, and how a cursor moves among them. Scrolling goes by lines; by rows only one
/// that is taller than the pane, and the first one above the end, so that no row stays empty below the last line.
package struct WrappedRows {
  /// Rows there is room for.
  package let room: Int
  /// How many rows a line takes.
  package let rows: (Int) -> Int

  /// No terminal has more; a pane whose size is not known yet counts as one that has.
  private static let mostRoom = 1 << 10

  package init(room: Int, rows: @escaping (Int) -> Int) {
    (self.room, self.rows) = (max(1, min(room, Self.mostRoom)), rows)
  }

  /// Tells a cursor which lines are in view: the selected one, and the line that was first as long as it can stay. Nothing is out of
  /// sight above while there is room below the last line.
  /// - Parameters:
  ///   - hidden: rows of the first line that are out of sight above the pane.
  ///   - top: the first line before; nil for the cursor's own.
  package func fit(_ cursor: inout ListCursor, hidden: inout Int, from top: Int? = nil) {
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
    if end >= cursor.count, first > 0, used < room {
      first -= 1
      hidden = used + rows(first) - room
    } else {
      hidden = min(hidden, mostHidden(of: first))
    }
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

  /// Rows by which a selected line can be scrolled: of one that is taller than the pane.
  private func mostHidden(of line: Int) -> Int { max(0, rows(line) - room) }

  /// Moves a cursor.
  /// - Parameter hidden: rows of the first line that are out of sight above the pane.
  package func move(_ cursor: inout ListCursor, _ step: ListCursor.Step, hidden: inout Int) {
    let (before, top) = (cursor.selected, cursor.top)
    switch step {
    case .lines(let lines) where before == top: if scroll(&hidden, by: lines, in: before) { return }
    case .pages(let pages) where before == top:
      if scroll(&hidden, by: pages * max(1, room - 1), in: before) { return }
    case .lines, .pages, .first, .last: break
    }
    cursor.move(step)
    // A line that is reached from below shows its end.
    hidden = cursor.selected < before || step == .last ? .max / 2 : 0
    fit(&cursor, hidden: &hidden, from: top)
  }

  /// Chooses a line.
  package func select(_ line: Int, _ cursor: inout ListCursor, hidden: inout Int) {
    let top = cursor.top
    cursor.select(line)
    hidden = 0
    fit(&cursor, hidden: &hidden, from: top)
  }

  /// Chooses a line that was looked for: a few lines around it come into view, too.
  package func jump(to line: Int, _ cursor: inout ListCursor, hidden: inout Int) {
    cursor.jump(to: line)
    hidden = 0
    fit(&cursor, hidden: &hidden)
  }

  /// - Returns: whether the line was scrolled, and the cursor stays on it.
  private func scroll(_ hidden: inout Int, by count: Int, in line: Int) -> Bool {
    let most = mostHidden(of: line)
    guard most > 0 else { return false }
    let next = max(0, min(hidden + count, most))
    defer { hidden = next }
    return next != hidden
  }
}

extension StyledText {
  /// Columns by which the rows behind the first one are moved in: as far as the line itself, and a little more.
  package static func hanging(_ indentation: Int, of width: Int) -> Int { min(indentation + 2, width / 2) }
}
