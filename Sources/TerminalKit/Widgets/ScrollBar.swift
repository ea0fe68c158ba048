/// Which part of something longer is in view.
package struct ScrollExtent: Hashable, Sendable {
  /// Lines above the view.
  package let first: Int
  /// Lines in view.
  package let shown: Int
  /// All lines.
  package let count: Int

  /// - Returns: nil where all is in view.
  package init?(first: Int, shown: Int, count: Int) {
    guard shown > 0, count > shown else { return nil }
    (self.first, self.shown, self.count) = (max(0, min(first, count - shown)), shown, count)
  }

  /// The part of a track that says where the view is. It reaches an end only where the view does.
  func thumb(on track: Int) -> Range<Int> {
    let length = max(1, min(track - 1, track * shown / count))
    let (room, hidden) = (track - length, count - shown)
    let top = first == 0 ? 0 : first == hidden ? room : max(1, min(room - 1, first * room / hidden))
    return max(0, top)..<max(0, top) + length
  }
}

extension Frame {
  /// Draws the scroll bar into a vertical line: a heavier piece of it, so that it works without colour.
  package mutating func scrollBar(_ extent: ScrollExtent, along line: Rect, style: Style) {
    guard line.height >= 2 else { return }
    for y in extent.thumb(on: line.height) {
      put("┃", at: line.row(y).origin, style: style)
    }
  }
}
