extension ViEditing {
  /// The range that an operator works on.
  private struct Scope {
    var range: Range<TextPosition>
    var isLines = false
  }

  mutating func operate(
    _ verb: ViCommand.Operator, _ target: ViCommand.Target, _ count: Int?, in editor: inout TextEditor
  ) {
    guard let scope = scope(of: verb, target, count, in: editor) else {
      mode = .normal
      return
    }
    if verb != .yank { beginChange(in: editor) }
    let text = editor.core.storage.text(in: scope.range)
    switch verb {
    case .yank:
      memory.register = Register(text: scope.isLines ? text + "\n" : text, isLines: scope.isLines)
      editor.core.move(to: scope.isLines && target == .lines ? editor.cursor : scope.range.lowerBound)
      mode = .normal
      return
    case .delete, .change:
      memory.register = Register(text: scope.isLines ? text + "\n" : text, isLines: scope.isLines)
      remove(scope, keepsLine: verb == .change, in: &editor)
      if verb == .change { return mode = .insert }
    case .indent, .outdent: shift(scope, by: verb == .indent ? 1 : -1, times: isVisual ? count ?? 1 : 1, in: &editor)
    case .lower, .upper:
      let changed = verb == .lower ? text.lowercased() : text.uppercased()
      editor.core.replace(scope.range, with: changed, kind: .other)
      editor.core.move(to: scope.range.lowerBound)
    }
    mode = .normal
    endChange(in: &editor)
  }

  private var isVisual: Bool { if case .visual = mode { true } else { false } }

  private mutating func scope(
    of verb: ViCommand.Operator, _ target: ViCommand.Target, _ count: Int?, in editor: TextEditor
  ) -> Scope? {
    switch target {
    case .lines: return lines(editor.cursor.line, editor.cursor.line + max(1, count ?? 1) - 1, in: editor)
    case .object(let object): return range(of: object, in: editor).map { Scope(range: $0) }
    case .selection:
      guard let selection = editor.viSelection else { return nil }
      if case .visual(lines: true) = mode {
        return lines(selection.lowerBound.line, selection.upperBound.line, in: editor)
      }
      return Scope(range: selection)
    case .motion(let motion): return scope(of: verb, over: motion, count, in: editor)
    }
  }

  private mutating func scope(
    of verb: ViCommand.Operator, over motion: ViMotion, _ count: Int?, in editor: TextEditor
  ) -> Scope? {
    let (cursor, text) = (editor.cursor, ViText(editor))
    if verb == .change, case .word(let isLarge) = motion, text.character(cursor)?.isWhitespace == false {
      return Scope(range: words(count ?? 1, isLarge, from: cursor, in: text))
    }
    guard var place = destination(of: motion, count, in: editor) else { return nil }
    if case .lines = motion.reach {
      guard place.line != cursor.line || motion == .first || motion == .last else { return nil }
      return lines(min(cursor.line, place.line), max(cursor.line, place.line), in: editor)
    }
    if case .word = motion, place.line > cursor.line, place.character <= text.firstCharacter(place.line).character {
      // The last word of a line ends with it.
      place = TextPosition(line: place.line - 1, character: text.lines[place.line - 1].count)
      place = max(place, cursor)
    }
    let (first, last) = (min(cursor, place), max(cursor, place))
    let isInclusive = motion.reach == .inclusive && (place >= cursor || motion == .bracket)
    let end = TextPosition(
      line: last.line, character: min(text.lines[last.line].count, last.character + (isInclusive ? 1 : 0)))
    return first < end ? Scope(range: first..<end) : nil
  }

  /// The blanks behind a word are not a part of what is changed.
  private func words(_ count: Int, _ isLarge: Bool, from place: TextPosition, in text: ViText) -> Range<TextPosition> {
    var end = text.lastOfWord(from: place, isLarge: isLarge)
    for _ in 1..<max(1, count) { end = text.wordEnd(from: end, isLarge: isLarge) }
    return place..<TextPosition(line: end.line, character: end.character + 1)
  }

  private func lines(_ first: Int, _ last: Int, in editor: TextEditor) -> Scope {
    let last = min(last, editor.lineCount - 1)
    let end = editor.core.storage.lines[last].count
    return Scope(
      range: TextPosition(line: first, character: 0)..<TextPosition(line: last, character: end), isLines: true)
  }

  private func remove(_ scope: Scope, keepsLine: Bool, in editor: inout TextEditor) {
    guard scope.isLines else {
      editor.core.replace(scope.range, with: "", kind: .other)
      return editor.core.move(to: scope.range.lowerBound)
    }
    let (first, last) = (scope.range.lowerBound.line, scope.range.upperBound.line)
    if keepsLine {
      let indent = ViText(editor).characters(first).prefix { $0 == " " }
      editor.core.replace(scope.range, with: String(indent), kind: .other)
      return editor.core.move(to: TextPosition(line: first, character: indent.count))
    }
    var range = scope.range
    if last + 1 < editor.lineCount {
      range = range.lowerBound..<TextPosition(line: last + 1, character: 0)
    } else if first > 0 {
      let end = editor.core.storage.lines[first - 1].count
      range = TextPosition(line: first - 1, character: end)..<range.upperBound
    }
    editor.core.replace(range, with: "", kind: .other)
    editor.core.move(to: ViText(editor).firstCharacter(min(first, editor.lineCount - 1)))
  }

  private func shift(_ scope: Scope, by direction: Int, times: Int, in editor: inout TextEditor) {
    let step = String(repeating: " ", count: editor.tabWidth * times)
    for line in scope.range.lowerBound.line...scope.range.upperBound.line {
      let blanks = ViText(editor).characters(line).prefix { $0 == " " }.count
      let start = TextPosition(line: line, character: 0)
      if direction < 0 {
        let end = TextPosition(line: line, character: min(blanks, step.count))
        editor.core.replace(start..<end, with: "", kind: .other)
      } else if editor.core.storage.lines[line].count > 0 {
        editor.core.replace(start..<start, with: step, kind: .other)
      }
    }
    editor.core.move(to: ViText(editor).firstCharacter(scope.range.lowerBound.line))
  }
}

// Words, and what stands between quotes or brackets.
extension ViEditing {
  func range(of object: ViObject, in editor: TextEditor) -> Range<TextPosition>? {
    let (text, cursor) = (ViText(editor), editor.cursor)
    switch object.kind {
    case .word:
      var word = text.word(at: cursor)
      if object.isAround {
        let behind = text.characters(cursor.line)[word.upperBound...].prefix { $0 == " " }
        word = word.lowerBound..<(word.upperBound + behind.count)
      }
      return word.isEmpty ? nil : cursor.line.range(word)
    case .quotes(let quote): return quotes(quote, object.isAround, in: text, cursor)
    case .brackets(let opening, let closing): return brackets(opening, closing, object.isAround, in: text, cursor)
    }
  }

  private func quotes(_ quote: Character, _ isAround: Bool, in text: ViText, _ cursor: TextPosition)
    -> Range<TextPosition>?
  {
    let line = text.characters(cursor.line)
    let places = line.indices.filter { line[$0] == quote && ($0 == 0 || line[$0 - 1] != "\\") }
    let pairs = stride(from: 0, to: places.count - 1, by: 2).map { (places[$0], places[$0 + 1]) }
    guard let pair = pairs.first(where: { cursor.character <= $0.1 }) else { return nil }
    return cursor.line.range(isAround ? pair.0..<(pair.1 + 1) : (pair.0 + 1)..<pair.1)
  }

  private func brackets(
    _ opening: Character, _ closing: Character, _ isAround: Bool, in text: ViText, _ cursor: TextPosition
  ) -> Range<TextPosition>? {
    let isOnOpening = text.character(cursor) == opening
    guard let first = isOnOpening ? cursor : text.opener(of: opening, closing, before: cursor),
      let last = text.closer(of: opening, closing, from: first)
    else { return nil }
    let (inner, outer) = (
      TextPosition(line: first.line, character: first.character + 1),
      TextPosition(line: last.line, character: last.character + 1)
    )
    return isAround ? first..<outer : inner..<last
  }
}

extension Int {
  /// Of this line.
  fileprivate func range(_ characters: Range<Int>) -> Range<TextPosition> {
    TextPosition(
      line: self, character: characters.lowerBound)..<TextPosition(
        line: self, character: characters.upperBound)
  }
}
