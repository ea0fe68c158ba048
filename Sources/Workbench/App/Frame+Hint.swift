import TerminalKit

extension Frame {
  /// Draws a hint where there is nothing to show: muted, and on as many lines as it takes.
  mutating func putHint(_ words: String, in area: Rect, on ground: Role? = nil) {
    let lines = TextWrap.lines(of: words, width: max(1, area.width))
    for (line, text) in lines.prefix(area.height).enumerated() {
      // The last line that has room says that there is more.
      let isCut = line + 1 == area.height && lines.count > area.height
      let shown = isCut ? (text + " …").fitted(to: area.width) : text
      put(shown, at: area.row(line).origin, style: Style.muted.on(ground))
    }
  }
}
