package import TerminalKit

extension Frame {
  /// How many lines there are above and below those that are seen, to the left of a point; nothing where all are seen.
  package mutating func putHidden(above: Int, below: Int, before end: Point) {
    let words = [above > 0 ? "↑ \(above)" : nil, below > 0 ? "↓ \(below)" : nil].compactMap(\.self)
    guard !words.isEmpty else { return }
    let more = " \(words.joined(separator: " ")) more "
    put(more, at: Point(x: end.x - more.count, y: end.y), style: .muted)
  }

  /// The scroll bar of a pop-up, in the right edge of its frame beside the lines that scroll; none where all are seen.
  package mutating func popupScrollBar(_ extent: ScrollExtent?, beside rows: Rect, role: Role = .borderFocused) {
    guard let extent else { return }
    scrollBar(extent, along: Rect(x: rows.maxX + 1, y: rows.y, width: 1, height: rows.height), style: Style(role))
  }

  package mutating func putHidden(of cursor: ListCursor, before end: Point) {
    putHidden(above: cursor.visible.lowerBound, below: cursor.count - cursor.visible.upperBound, before: end)
  }
}

extension Rect {
  /// Its first rows.
  package func top(_ rows: Int) -> Rect { Rect(x: x, y: y, width: width, height: min(rows, height)) }
}
