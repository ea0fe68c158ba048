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

extension String {
  /// As many of its first sentences as have room, with an ellipsis where more are left out; nil if fewer have.
  package func sentences(atLeast least: Int, in size: Size) -> String? {
    func fits(_ text: String) -> Bool { TextWrap.lines(of: text, width: size.width).count <= size.height }
    if fits(self) { return self }
    let ends = ranges(of: ". ").map(\.lowerBound)
    let shown = ends.dropFirst(least - 1).reversed().lazy.map { self[...$0] + " …" }
    return shown.map { String($0) }.first { fits($0) }
  }
}
