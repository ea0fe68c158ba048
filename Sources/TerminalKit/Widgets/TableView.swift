/// A column of a table.
package struct TableColumn: Hashable, Sendable {
  package let title: String
  /// Below this many columns it is not worth showing.
  package let minWidth: Int
  /// Its share of the room that is left over; 0 keeps it at its minimum.
  package let weight: Int
  /// When there is not room for all, columns of the lowest priority are dropped first.
  package let priority: Int
  package let isRightAligned: Bool

  package init(_ title: String, minWidth: Int, weight: Int = 0, priority: Int = 0, isRightAligned: Bool = false) {
    self.title = title
    self.minWidth = max(1, minWidth)
    self.weight = weight
    self.priority = priority
    self.isRightAligned = isRightAligned
  }
}

/// Draws a heading and the rows that are in view.
package struct TableView {
  package let columns: [TableColumn]
  package let state: ListState
  package let empty: String
  private let cells: (Int) -> [StyledText]

  /// - Parameter cells: a row's cells, one for each column; asked for the rows in view only.
  package init(
    _ columns: [TableColumn], _ state: ListState, empty: String = "", cells: @escaping (Int) -> [StyledText]
  ) {
    self.columns = columns
    self.state = state
    self.empty = empty
    self.cells = cells
  }

  /// The rows' area: what a click is looked up in, and what the state is fitted to.
  package static func body(of rect: Rect) -> Rect { rect.inset(top: 1) }

  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool) {
    let places = Self.places(columns, width: rect.width)
    for (index, part) in places {
      let heading = StyledText(columns[index].title, Style(.muted, .bold))
      draw(heading, columns[index], in: part.placed(on: rect.row(0)), ground: nil, into: &frame)
    }
    let body = Self.body(of: rect)
    guard !state.isEmpty else {
      if !body.isEmpty { frame.put(empty, at: body.origin, style: .muted, maxWidth: body.width) }
      return
    }
    let visible = state.visible(height: body.height)
    for row in visible {
      drawRow(row, on: body.row(row - visible.lowerBound), places, isFocused, into: &frame)
    }
  }

  private func drawRow(
    _ row: Int, on line: Rect, _ places: [(index: Int, part: Range<Int>)], _ isFocused: Bool, into frame: inout Frame
  ) {
    let ground = row == state.selection ? Role.selected(isFocused) : nil
    if let ground { frame.fill(line, style: Style(ground)) }
    let cells = cells(row)
    for (index, part) in places where index < cells.count {
      draw(cells[index], columns[index], in: part.placed(on: line), ground: ground, into: &frame)
    }
  }

  private func draw(
    _ cell: StyledText, _ column: TableColumn, in rect: Rect, ground: Role?, into frame: inout Frame
  ) {
    guard !rect.isEmpty else { return }
    let indent = column.isRightAligned ? max(0, rect.width - cell.columns) : 0
    let used = frame.put(cell, at: rect.origin.moved(right: indent), maxWidth: rect.width - indent, on: ground)
    guard used == rect.width, cell.columns > rect.width else { return }
    let style = frame[rect.maxX - 1, rect.y].style
    frame.put("…", at: Point(x: rect.maxX - 1, y: rect.y), style: style)
  }

  /// Which columns are shown, and where, with one blank between them.
  static func places(_ columns: [TableColumn], width: Int) -> [(index: Int, part: Range<Int>)] {
    var shown = Array(columns.indices)
    while shown.count > 1, shown.reduce(-1, { $0 + columns[$1].minWidth + 1 }) > width {
      let least = shown.min { (columns[$0].priority, -$0) < (columns[$1].priority, -$1) }
      shown.removeAll { $0 == least }
    }
    var left = width - shown.reduce(-1) { $0 + columns[$1].minWidth + 1 }
    var weights = shown.reduce(0) { $0 + columns[$1].weight }
    var x = 0
    return shown.map { index in
      let extra = weights > 0 ? left * columns[index].weight / weights : 0
      let length = max(0, min(columns[index].minWidth + extra, width - x))
      (left, weights, x) = (left - extra, weights - columns[index].weight, x + length + 1)
      return (index, (x - length - 1)..<(x - 1))
    }
  }
}

extension Range<Int> {
  fileprivate func placed(on line: Rect) -> Rect {
    Rect(x: line.x + lowerBound, y: line.y, width: count, height: line.height)
  }
}
