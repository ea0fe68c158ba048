import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The notes as they are read: Markdown, at the width of the pane. They are written as text.
extension Composer {
  /// Longer lines are tiresome to read.
  private static let widestNotes = 100

  /// The lines of the notes; nil on other tabs, and while the notes are typed.
  var readNotes: [MarkdownLines.Line]? {
    guard tab == .docs, field?.place != .text, !draft.docs.isEmpty else { return nil }
    return MarkdownLines(draft.docs, width: min(Self.widestNotes, textWidth)).lines
  }

  /// The line of the text that is shown in a row.
  func textLine(atRow row: Int) -> Int {
    guard let notes = readNotes else { return row }
    return notes.isEmpty ? 0 : notes[min(row, notes.count - 1)].place
  }

  /// The row that shows a line of the text.
  func row(ofTextLine line: Int) -> Int {
    readNotes.map { notes in notes.lastIndex { $0.place <= line } ?? 0 } ?? line
  }

  func draw(_ notes: [MarkdownLines.Line], into frame: inout Frame, _ area: Rect, isChosen: Bool) {
    let top = max(0, min(scroll.top, notes.count - area.height))
    for (row, line) in notes.dropFirst(top).prefix(area.height).enumerated() {
      frame.put(line.text, at: area.row(row).inset(left: textGutter).origin, maxWidth: area.width - textGutter)
    }
    if isChosen { frame.put("▏", at: area.origin, style: Style(.accent)) }
  }
}
