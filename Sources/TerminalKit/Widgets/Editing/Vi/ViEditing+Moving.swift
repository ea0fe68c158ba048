extension ViEditing {
  /// Returns the destination of a motion; nil if it leads nowhere.
  mutating func destination(of motion: ViMotion, _ count: Int?, in editor: TextEditor) -> TextPosition? {
    let (text, cursor, times) = (ViText(editor), editor.cursor, max(1, count ?? 1))
    switch motion {
    case .left: return TextPosition(line: cursor.line, character: max(0, cursor.character - times))
    case .right:
      return TextPosition(line: cursor.line, character: min(text.lines[cursor.line].count, cursor.character + times))
    case .up, .down: return vertical(motion == .up ? -times : times, in: editor)
    case .word(let isLarge): return times.repeated(cursor) { text.word(from: $0, isLarge: isLarge) }
    case .back(let isLarge): return times.repeated(cursor) { text.back(from: $0, isLarge: isLarge) }
    case .end(let isLarge): return times.repeated(cursor) { text.wordEnd(from: $0, isLarge: isLarge) }
    case .lineStart: return TextPosition(line: cursor.line, character: 0)
    case .firstCharacter: return text.firstCharacter(cursor.line)
    case .lineEnd:
      let line = min(text.lines.count - 1, cursor.line + times - 1)
      return TextPosition(line: line, character: max(0, text.lines[line].count - 1))
    case .below: return text.firstCharacter(min(text.lines.count - 1, cursor.line + times))
    case .above: return text.firstCharacter(max(0, cursor.line - times))
    case .first: return text.firstCharacter(min(text.lines.count, max(1, count ?? 1)) - 1)
    case .last: return text.firstCharacter(min(text.lines.count, max(1, count ?? .max)) - 1)
    case .paragraph(let isBackward):
      return times.repeated(cursor) { text.paragraph(from: $0.line, isBackward: isBackward) }
    case .bracket: return text.bracket(from: cursor)
    case .find(let find):
      memory.find = find
      return found(find, times, from: cursor, in: text)
    case .findAgain(let isReversed): return findAgain(isReversed, times, from: cursor, in: text)
    case .next(let isReversed): return next(isReversed, times, from: cursor, in: text)
    case .sameWord:
      let word = text.word(at: cursor)
      memory.search = Search(text: String(text.characters(cursor.line)[word]), isBackward: false)
      return next(false, times, from: cursor, in: text)
    }
  }

  private func vertical(_ lines: Int, in editor: TextEditor) -> TextPosition? {
    let line = editor.cursor.line + lines
    guard editor.lineCount > 1 || lines == 0 else { return nil }
    let target = max(0, min(line, editor.lineCount - 1))
    return TextPosition(line: target, character: editor.character(at: editor.column, ofLine: target))
  }

  private func found(
    _ find: ViMotion.Find, _ count: Int, from place: TextPosition, in text: ViText, skipsNear: Bool = false
  ) -> TextPosition? {
    var whole = find
    whole.stopsBefore = false
    var here = place
    // Standing right before what was found, going there again means the one behind it.
    if skipsNear, find.stopsBefore, text.find(find, from: place) == place {
      here = text.find(whole, from: place) ?? place
    }
    for _ in 1..<max(1, count) { here = text.find(whole, from: here) ?? here }
    return text.find(find, from: here)
  }

  private func findAgain(
    _ isReversed: Bool, _ count: Int, from place: TextPosition, in text: ViText
  ) -> TextPosition? {
    guard var find = memory.find else { return nil }
    if isReversed { find.isBackward.toggle() }
    return found(find, count, from: place, in: text, skipsNear: true)
  }

  private func next(_ isReversed: Bool, _ count: Int, from place: TextPosition, in text: ViText) -> TextPosition? {
    guard let search = memory.search else { return nil }
    return count.repeated(place) {
      text.search(search.text, from: $0, isBackward: search.isBackward != isReversed) ?? $0
    }
  }
}

extension Int {
  fileprivate func repeated(_ start: TextPosition, _ step: (TextPosition) -> TextPosition) -> TextPosition {
    (0..<self).reduce(start) { place, _ in step(place) }
  }
}
