/// How far a selection reaches from where it begins, so that `.` changes as much text again.
struct ViExtent: Hashable {
  let isLines: Bool
  /// Further lines.
  let lines: Int
  /// In the last line; of one line, from where it begins.
  let characters: Int

  /// - Returns: nil where nothing is selected.
  init?(in editor: TextEditor, _ mode: ViEditing.Mode) {
    guard case .visual(let isLines) = mode, let selection = editor.viSelection else { return nil }
    let (first, last) = (selection.lowerBound, selection.upperBound)
    self.isLines = isLines
    lines = last.line - first.line
    characters = lines == 0 ? last.character - first.character : last.character
  }
}

extension ViEditing {
  /// From the cursor on, as far as there is text.
  mutating func select(_ extent: ViExtent, in editor: inout TextEditor) {
    anchor = editor.cursor
    mode = .visual(lines: extent.isLines)
    let line = min(editor.lineCount - 1, anchor.line + extent.lines)
    let start = extent.lines == 0 ? anchor.character : 0
    let end = min(editor.core.storage.lines[line].count, start + extent.characters)
    editor.core.move(to: TextPosition(line: line, character: max(0, end - 1)))
  }
}
