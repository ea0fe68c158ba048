import TerminalKit

extension Frame {
  /// Draws a hint where there is nothing to show: muted, and on as many lines as it takes.
  mutating func putHint(_ words: String, in area: Rect, on ground: Role? = nil) {
    for (line, text) in TextWrap.lines(of: words, width: max(1, area.width)).prefix(area.height).enumerated() {
      put(text, at: area.row(line).origin, style: Style.muted.on(ground))
    }
  }
}
