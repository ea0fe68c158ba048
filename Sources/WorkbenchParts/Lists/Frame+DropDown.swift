package import TerminalKit

extension Frame {
  /// Draws a list over whatever is there: below a place where there is room, else above it.
  ///
  /// - Parameters:
  ///   - limit: lines at most.
  ///   - isChosen: whether the line under the cursor is more than the first of the list.
  ///   - clearing: of the lines in this area nothing is left beside the list, so that no piece of a word reads as a part of it.
  package mutating func dropDown(
    _ lines: [StyledText], _ cursor: ListCursor, limit: Int, within rect: Rect, below point: Point,
    isChosen: Bool = true, clearing area: Rect = .zero
  ) {
    let above = point.y - rect.y
    let below = rect.maxY - point.y - 1
    let height = min(lines.count, limit, max(above, below))
    guard height > 0 else { return }
    let width = min(rect.width, lines.reduce(0) { max($0, $1.columns) } + 2)
    let y = below >= height ? point.y + 1 : point.y - height
    let box = Rect(
      x: max(rect.x, min(point.x, rect.maxX - width)), y: y, width: width, height: height)
    var window = cursor
    window.height = height
    window.count = lines.count
    droppedList = DroppedList(box: box, top: window.top, selected: window.selected, isChosen: isChosen)
    for line in window.visible {
      let row = box.row(line - window.top)
      clear(area, besideListIn: row)
      let ground: Role = isChosen && line == window.selected ? .selection : .selectionUnfocused
      fill(row, style: Style(ground))
      put(lines[line], at: row.origin.moved(right: 1), maxWidth: row.width - 2, on: ground)
    }
  }

  /// Draws the only line of a list behind a place in the row of that, so that it covers none of the rows below.
  ///
  /// - Returns: whether there is room for it, and nothing else stands there.
  package mutating func putOnlyChoice(_ line: StyledText, behind point: Point, within rect: Rect) -> Bool {
    let box = Rect(x: point.x + 2, y: point.y, width: line.columns + 2, height: 1)
    let isFree = self[point].grapheme == " " && self[point.moved(right: 1)].grapheme == " "
    guard isFree, box.maxX <= rect.maxX else { return false }
    fill(Rect(x: point.x + 1, y: point.y, width: rect.maxX - point.x - 1, height: 1))
    fill(box, style: Style(.selection))
    put(line, at: box.origin.moved(right: 1), on: .selection)
    droppedList = DroppedList(box: box, top: 0, selected: 0, isChosen: true)
    return true
  }

  /// Of a border below the area only its sides are left, or the list would read as the title of the next pane.
  private mutating func clear(_ area: Rect, besideListIn row: Rect) {
    guard !area.isEmpty, area.y <= row.y, row.y <= area.maxY else { return }
    let whole = Rect(x: area.x, y: row.y, width: area.width, height: 1)
    guard row.y == area.maxY else { return fill(whole, style: .text) }
    let ends = [Point(x: area.x - 1, y: row.y), Point(x: area.maxX, y: row.y)]
    guard zip(ends, ["├", "┤"] as [Character]).allSatisfy({ self[$0].grapheme == $1 }) else { return }
    fill(whole, style: .text)
    for end in ends { put("│", at: end, style: self[end].style) }
  }
}
