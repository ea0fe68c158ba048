import TerminalKit

extension Frame {
  /// How many lines there are above and below those that are seen, to the left of a point; nothing where all are seen.
  mutating func putHidden(above: Int, below: Int, before end: Point) {
    let words = [above > 0 ? "↑ \(above)" : nil, below > 0 ? "↓ \(below)" : nil].compactMap(\.self)
    guard !words.isEmpty else { return }
    let more = " \(words.joined(separator: " ")) more "
    put(more, at: Point(x: end.x - more.count, y: end.y), style: .muted)
  }

  mutating func putHidden(of cursor: ListCursor, before end: Point) {
    putHidden(above: cursor.visible.lowerBound, below: cursor.count - cursor.visible.upperBound, before: end)
  }
}
