/// One picture of the screen: a grid of cells and perhaps a cursor. A value: comparing and copying are safe everywhere.
///
///     var frame = Frame(size: Size(width: 20, height: 3))
///     frame.box(frame.bounds, title: "Users")
///     frame.put("漢字", at: Point(x: 1, y: 1), style: Style(.accent))
package struct Frame: Hashable, Sendable {
  package let size: Size
  /// Row by row from the top.
  package internal(set) var cells: [Cell]
  /// The position of the terminal's cursor; hidden when nil or outside the frame.
  package var cursor: Point?
  /// The list that is dropped down over what else is drawn, for the mouse; nil where there is none.
  package var droppedList: DroppedList?
  /// The box of the topmost pop-up, for the mouse; nil where there is none.
  package var popupBox: Rect?

  package init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  package var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The cell at a place; a blank one outside.
  package subscript(point: Point) -> Cell {
    bounds.contains(point) ? cells[point.y * size.width + point.x] : .blank
  }

  package subscript(x: Int, y: Int) -> Cell {
    self[Point(x: x, y: y)]
  }

  /// Puts a style and blanks into an area.
  package mutating func fill(_ rect: Rect, style: Style = .text) {
    let area = rect.intersection(bounds)
    for y in area.y..<max(area.y, area.maxY) {
      for x in area.x..<max(area.x, area.maxX) {
        set(.blank(style), x: x, y: y)
      }
    }
  }

  /// Changes the style of what is already there, for a selected line or for what lies behind a pop-up.
  package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = rect.intersection(bounds)
    for y in area.y..<max(area.y, area.maxY) {
      for x in area.x..<max(area.x, area.maxX) {
        change(&cells[y * size.width + x].style)
      }
    }
  }

  /// Puts one cell where there is room for it, and blanks what was half covered.
  mutating func set(_ cell: Cell, x: Int, y: Int) {
    let index = y * size.width + x
    if cells[index].width != 1 { breakApart(index) }
    cells[index] = cell
  }

  /// A wide grapheme cannot keep one half: both become blanks.
  private mutating func breakApart(_ index: Int) {
    let other = cells[index].isContinuation ? index - 1 : index + 1
    cells[index] = .blank(cells[index].style)
    if cells.indices.contains(other) { cells[other] = .blank(cells[other].style) }
  }
}

extension Frame {
  /// Writes text from a place to the right, at most `maxWidth` columns and never past the edge; what lies left of the
  /// edge is skipped. A wide grapheme of which only half would fit leaves a blank.
  ///
  /// Text that has no room within `maxWidth` ends in an ellipsis.
  ///
  /// - Returns: the columns used, counted from `point`.
  @discardableResult
  package mutating func put(
    _ text: String, at point: Point, style: Style = .text, maxWidth: Int = .max
  ) -> Int {
    let (used, isCut) = putWhatFits(text, at: point, style: style, maxWidth: maxWidth)
    if isCut, maxWidth != .max { markCut(at: point.moved(right: used - 1)) }
    return used
  }

  /// - Returns: the columns used, and whether there was text left.
  mutating func putWhatFits(
    _ text: String, at point: Point, style: Style, maxWidth: Int
  ) -> (used: Int, isCut: Bool) {
    guard point.y >= 0, point.y < size.height, point.x < size.width, maxWidth > 0 else { return (0, !text.isEmpty) }
    var pen = Pen(start: point, end: point.x + min(maxWidth, size.width - point.x), style: style)
    var rest = text[...]
    putASCII(&rest, &pen)
    for grapheme in rest {
      guard pen.x < pen.end else { return (pen.x - point.x, true) }
      put(grapheme, &pen)
    }
    return (pen.x - point.x, pen.isCut)
  }

  /// Replaces the cell at a point by a sign that the text continues.
  package mutating func markCut(at point: Point) {
    guard bounds.contains(point) else { return }
    set(Cell("…", width: 1, style: self[point].style), x: point.x, y: point.y)
  }

  /// Draws a row as another one is, such as a border that moves up.
  package mutating func copyRow(_ source: Int, to target: Int) {
    guard (0..<size.height).contains(source), (0..<size.height).contains(target) else { return }
    for (x, cell) in Array(row(source)).enumerated() { cells[target * size.width + x] = cell }
  }

  /// Writes a sign of the program's own, such as a border, repeated.
  package mutating func put(_ sign: Character, repeated count: Int, at point: Point, style: Style = .text) {
    guard count > 0 else { return }
    put(String(repeating: sign, count: min(count, size.width - min(point.x, size.width) + 1)), at: point, style: style)
  }

  /// Writes the printable ASCII at the start of the text, and leaves the rest. The last character stays with the rest,
  /// for a combining mark may follow it.
  private mutating func putASCII(_ text: inout Substring, _ pen: inout Pen) {
    let limit = pen.end - pen.x
    let plain = text.utf8.prefix(limit).prefix { Sanitizer.isPlain($0) }
    let isWhole = plain.endIndex == text.endIndex
    let count = isWhole || plain.isEmpty ? plain.count : plain.count - 1
    for byte in plain.prefix(count) {
      if pen.x >= 0 { set(Cell(Self.ascii[Int(byte)], style: pen.style), x: pen.x, y: pen.y) }
      pen.x += 1
    }
    text = text[text.utf8.index(text.startIndex, offsetBy: count)...]
  }

  private mutating func put(_ grapheme: Character, _ pen: inout Pen) {
    let scalars = grapheme.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      let columns = Sanitizer.commonColumns(of: first)
    {
      return putUnit(grapheme, columns, &pen)
    }
    putSlowly(grapheme, &pen)
  }

  private mutating func putSlowly(_ grapheme: Character, _ pen: inout Pen) {
    var visible = ""
    Sanitizer.append(grapheme, to: &visible)
    for sign in visible {
      for unit in CellWidth.units(of: sign) {
        putUnit(unit, min(2, CellWidth.columns(of: unit)), &pen)
      }
    }
  }

  private mutating func putUnit(_ unit: Character, _ width: Int, _ pen: inout Pen) {
    defer { pen.x = min(pen.x + width, max(pen.x, pen.end)) }
    let fits = pen.x >= 0 && pen.x + width <= pen.end
    guard fits else {
      pen.isCut = pen.x + width > pen.end
      for x in max(0, pen.x)..<max(0, min(pen.x + width, pen.end)) { set(.blank(pen.style), x: x, y: pen.y) }
      return
    }
    set(Cell(unit, width: UInt8(width), style: pen.style), x: pen.x, y: pen.y)
    if width == 2 { set(.continuation(pen.style), x: pen.x + 1, y: pen.y) }
  }

  /// Making a character of a byte is slow enough to be done once.
  static let ascii: [Character] = (UInt8(0)..<128).map { Character(Unicode.Scalar($0)) }
}

/// The position at which the next grapheme is drawn.
private struct Pen {
  var x: Int
  let y: Int
  let end: Int
  let style: Style
  /// Whether half of a wide grapheme had no room.
  var isCut = false

  init(start: Point, end: Int, style: Style) {
    x = start.x
    y = start.y
    self.end = end
    self.style = style
  }
}

extension Frame {
  /// The letters alone, a line for each row, without blanks at the ends: what a test compares.
  package var text: String {
    lines.joined(separator: "\n")
  }

  package var lines: [String] {
    (0..<size.height).map { line($0) }
  }

  package func line(_ y: Int) -> String {
    var line = ""
    for cell in row(y) where !cell.isContinuation {
      line.append(cell.grapheme)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A row's text in pieces of one style, blanks at the end left out where they are plain.
  package func runs(_ y: Int) -> [(text: String, style: Style)] {
    var runs: [(text: String, style: Style)] = []
    for cell in row(y) where !cell.isContinuation {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].text.append(cell.grapheme)
      } else {
        runs.append((String(cell.grapheme), cell.style))
      }
    }
    if let last = runs.last, last.style == .text, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
    return runs
  }

  func row(_ y: Int) -> ArraySlice<Cell> {
    guard y >= 0, y < size.height else { return [] }
    return cells[(y * size.width)..<((y + 1) * size.width)]
  }
}

extension Frame: CustomStringConvertible {
  package var description: String { text }
}

extension Frame {
  /// Draws a border, and a title into its upper edge. Less than two columns or rows have no room for one.
  ///
  /// - Returns: the area inside.
  @discardableResult
  package mutating func box(
    _ rect: Rect, title: String = "", style: Style = Style(.border), titleStyle: Style = Style(.title)
  ) -> Rect {
    guard rect.width >= 2, rect.height >= 2 else { return rect }
    edge(rect.row(0), "┌", "┐", style)
    edge(rect.row(rect.height - 1), "└", "┘", style)
    for y in (rect.y + 1)..<(rect.maxY - 1) {
      put("│", at: Point(x: rect.x, y: y), style: style)
      put("│", at: Point(x: rect.maxX - 1, y: y), style: style)
    }
    if !title.isEmpty, rect.width > 4 {
      let shown = CellWidth.truncated(Sanitizer.visible(title), to: rect.width - 4)
      put(" " + shown + " ", at: rect.origin.moved(right: 1), style: titleStyle, maxWidth: rect.width - 2)
    }
    return rect.inset(1)
  }

  private mutating func edge(_ row: Rect, _ left: String, _ right: String, _ style: Style) {
    put("─", repeated: row.width - 2, at: row.origin.moved(right: 1), style: style)
    put(left, at: row.origin, style: style)
    put(right, at: row.origin.moved(right: row.width - 1), style: style)
  }
}
