package import TerminalKit
import WorkbenchServices

// Long lines that go on in the next row.
extension BodyPane {
  /// The most bytes of a raw line that is wrapped. What lies behind them comes by → .
  static let longestWrapped = 16 << 10

  /// Whether lines are wrapped in the mode that is shown.
  package var isWrapped: Bool {
    switch mode {
    case .pretty, .raw, .markup, .events: wraps
    case .table, .hex, .picture: false
    }
  }

  /// Columns for the text of a line.
  package var wrapColumns: Int { page == nil ? width : max(8, textColumns) }

  /// Columns for the text of a line, behind its number.
  var textColumns: Int {
    guard let page else { return width }
    return width - 1 - gutter(page, width - 1) - (mode.folds ? 2 : 0)
  }

  package var wrappedRows: WrappedRows {
    let (page, columns) = (page, wrapColumns)
    return WrappedRows(room: max(1, height)) { line in
      guard let line = page?[line] else { return 1 }
      return line.drawn.rowCount(wrappedTo: columns, hanging: StyledText.hanging(line.indentation, of: columns))
    }
  }

  /// A raw line that is longer than what is held of it moves on by as much, and back.
  package mutating func moveAcrossWrapped(_ step: Int) {
    guard mode == .raw, step < 0 || line?.text.plain.hasSuffix("…") == true else { return }
    left = max(0, left + step * Self.longestWrapped)
    hiddenRows = 0
  }

  /// Shows the place of a match in a long line.
  package mutating func reveal(column: Int) {
    guard mode == .raw else { return hiddenRows = 0 }
    left = column / Self.longestWrapped * Self.longestWrapped
    hiddenRows = max(0, (column - left) / max(1, wrapColumns) - height / 2)
  }

  package func drawWrapped(into frame: inout Frame, _ area: Rect, gutter: Int, isFocused: Bool) {
    guard let page else { return }
    var (y, line) = (-hiddenRows, cursor.top)
    while y < area.height, line < page.total {
      y += drawWrapped(line, into: &frame, area, at: y, gutter: gutter, isFocused: isFocused)
      line += 1
    }
  }

  /// - Returns: the rows it took.
  private func drawWrapped(
    _ number: Int, into frame: inout Frame, _ area: Rect, at y: Int, gutter: Int, isFocused: Bool
  ) -> Int {
    guard let line = page?[number] else {
      if y >= 0 { draw(nil, into: &frame, area.row(y), gutter: gutter, nil) }
      return 1
    }
    let columns = wrapColumns
    let rows = line.drawn.highlighting(search.term).wrapped(
      to: columns, hanging: StyledText.hanging(line.indentation, of: columns))
    let isSelected = number == cursor.selected
    let ground: Role? = isSelected ? isFocused ? .selection : .selectionUnfocused : nil
    for (place, text) in rows.enumerated() where y + place >= 0 && y + place < area.height {
      let row = area.row(y + place)
      if let ground { frame.fill(row.inset(left: gutter), style: Style(ground)) }
      if place == 0 { drawFront(of: line, into: &frame, row, gutter: gutter, ground) }
      let start = row.origin.moved(right: gutter + (mode.folds ? 2 : 0))
      frame.put(text, at: start, maxWidth: max(0, row.maxX - start.x), on: ground)
    }
    return rows.count
  }
}
