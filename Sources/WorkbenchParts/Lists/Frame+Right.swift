package import TerminalKit

extension Frame {
  package mutating func put(_ words: StyledText, atRightOf row: Rect) {
    put(words, at: Point(x: max(row.x, row.maxX - words.columns - 1), y: row.y), maxWidth: row.width)
  }
}
