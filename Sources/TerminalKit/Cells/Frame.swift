/// One picture of the screen: a grid of cells and perhaps a cursor. A value: comparing and copying are safe everywhere.
///
///     var frame = Frame(size: Size(width: 20, height: 3))
///     frame.box(frame.bounds, title: "Users")
///     frame.put("漢字", at: Point(x: 1, y: 1), style: Style(.accent))
package struct Frame: Hashable, Sendable {
  package let size: Size
  /// Row by row from the top.
  package internal(set) var cells: [Cell]
  /// Where the terminal's cursor stands; hidden when nil or outside.
  package var cursor: Point?

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
