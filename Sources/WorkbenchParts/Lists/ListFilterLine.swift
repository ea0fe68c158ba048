package import TerminalKit

/// The line above a list in which its filter is typed, with a note at the right: what is wrong with it, or what it can be.
package struct ListFilterLine {
  package let input: LineEditor
  /// The part of the filter that could not be understood; nil if all of it was.
  package let problem: String?
  package let note: String
  package let isTyping: Bool

  package init(input: LineEditor, problem: String?, note: String, isTyping: Bool) {
    (self.input, self.problem, self.note, self.isTyping) = (input, problem, note, isTyping)
  }

  package func draw(into frame: inout Frame, _ row: Rect) {
    frame.put("/", at: row.origin.moved(right: 1), style: Style(.hint))
    let room = max(0, row.width - CellWidth.columns(of: input.text) - 8)
    let words = problem?.fitted(to: room) ?? wholeWords(in: room)
    let width = CellWidth.columns(of: words)
    let style = Style(problem == nil ? .muted : .failure)
    frame.put(words, at: Point(x: row.maxX - 1 - width, y: row.y), style: style)
    input.draw(into: &frame, rect: row.inset(left: 3, right: width + 2), isFocused: isTyping)
  }

  /// Of the note's parts, which two blanks divide, as many as there is room for: half a field says nothing.
  private func wholeWords(in room: Int) -> String {
    var words = ""
    var rest = note[...]
    while !rest.isEmpty {
      let end = rest.dropFirst(2).firstRange(of: "  ")?.lowerBound ?? rest.endIndex
      guard CellWidth.columns(of: words + rest[..<end]) <= room else { break }
      words += rest[..<end]
      rest = rest[end...]
    }
    return words
  }
}
