package import TerminalKit

extension Frame {
  /// Draws a hint where there is nothing to show: muted, and on as many lines as it takes. One that has no room ends in an
  /// ellipsis.
  package mutating func putHint(_ words: String, in area: Rect, style: Style = .muted, on ground: Role? = nil) {
    guard !area.isEmpty else { return }
    let lines = TextWrap.lines(of: words, width: area.width)
    for (line, text) in lines.prefix(area.height).enumerated() {
      let isCut = line == area.height - 1 && lines.count > area.height
      let shown = isCut ? lines[line...].joined(separator: " ").fitted(to: area.width) : text
      put(shown, at: area.row(line).origin, style: style.on(ground))
    }
  }
}
