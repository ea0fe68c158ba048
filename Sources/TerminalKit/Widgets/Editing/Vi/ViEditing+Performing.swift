extension ViEditing {
  mutating func perform(_ command: ViCommand, in editor: inout TextEditor) {
    switch command.verb {
    case .move(let motion): move(motion, command.count, in: &editor)
    case .operate(let verb, let target): operate(verb, target, command.count, in: &editor)
    case .select(let lines): select(lines: lines, in: editor)
    case .otherEnd:
      let place = editor.cursor
      editor.core.move(to: anchor)
      anchor = place
    case .selectObject(let object):
      guard let range = range(of: object, in: editor) else { break }
      anchor = range.lowerBound
      editor.core.move(to: editor.core.clamped(range.upperBound.back))
    case .search(let isBackward): mode = .search("", isBackward: isBackward)
    case .undo: for _ in 0..<(command.count ?? 1) { _ = editor.core.undo() }
    case .again: repeatChange(command.count ?? 1, in: &editor)
    default: change(command, in: &editor)
    }
    if undoMark == nil, !isRepeating { recorded = [] }
  }

  private mutating func move(_ motion: ViMotion, _ count: Int?, in editor: inout TextEditor) {
    guard let place = destination(of: motion, count, in: editor) else { return }
    let column = editor.column
    editor.core.move(to: place)
    if motion == .up || motion == .down { editor.core.wantedColumn = column }
    if motion == .lineEnd { editor.core.wantedColumn = .max }
  }

  private mutating func select(lines: Bool, in editor: TextEditor) {
    if case .visual(lines) = mode { return mode = .normal }
    if case .visual = mode {} else { anchor = editor.cursor }
    mode = .visual(lines: lines)
  }

  /// Performs a command that changes the text without an operator's target.
  private mutating func change(_ command: ViCommand, in editor: inout TextEditor) {
    beginChange(in: editor)
    let times = command.count ?? 1
    switch command.verb {
    case .enter(let entry): return enter(entry, in: &editor)
    case .put(let isBefore): put(isBefore, times, in: &editor)
    case .replace(let character): replace(with: character, times, in: &editor)
    case .join: for _ in 0..<max(1, times - 1) { join(in: &editor) }
    case .turnCase: turnCase(times, in: &editor)
    default: break
    }
    mode = .normal
    endChange(in: &editor)
  }

  private mutating func enter(_ entry: ViCommand.Entry, in editor: inout TextEditor) {
    mode = .insert
    let (line, text) = (editor.cursor.line, ViText(editor))
    let end = TextPosition(line: line, character: text.lines[line].count)
    switch entry {
    case .here: break
    case .behind: editor.core.move(to: TextPosition(line: line, character: editor.cursor.character + 1))
    case .lineStart: editor.core.move(to: text.firstCharacter(line))
    case .lineEnd: editor.core.move(to: end)
    case .below:
      editor.core.move(to: end)
      _ = editor.handlePlain(.enter)
    case .above:
      let indent = text.characters(line).prefix { $0 == " " }
      editor.core.move(to: TextPosition(line: line, character: 0))
      editor.core.insert(String(indent) + "\n")
      editor.core.move(to: TextPosition(line: line, character: indent.count))
    }
  }

  private func put(_ isBefore: Bool, _ count: Int, in editor: inout TextEditor) {
    let text = String(repeating: memory.register.text, count: count)
    guard !text.isEmpty else { return }
    let cursor = editor.cursor
    if case .visual = mode, let selection = editor.viSelection {
      editor.core.replace(selection, with: text, kind: .other)
    } else if memory.register.isLines {
      let line = isBefore ? cursor.line : cursor.line + 1
      if line < editor.lineCount {
        editor.core.move(to: TextPosition(line: line, character: 0))
        editor.core.insert(text)
      } else {
        editor.core.move(to: editor.core.storage.end)
        editor.core.insert("\n" + text.dropLast())
      }
      editor.core.move(to: ViText(editor).firstCharacter(line))
    } else {
      let isEmpty = editor.core.line.count == 0
      if !isBefore, !isEmpty {
        editor.core.move(to: TextPosition(line: cursor.line, character: cursor.character + 1))
      }
      editor.core.insert(text)
      editor.core.move(to: editor.core.before)
    }
  }

  private func replace(with character: Character, _ count: Int, in editor: inout TextEditor) {
    let cursor = editor.cursor
    let range: Range<TextPosition>
    if case .visual = mode, let selection = editor.viSelection {
      range = selection
    } else {
      guard cursor.character + count <= editor.core.line.count else { return }
      range = cursor..<TextPosition(line: cursor.line, character: cursor.character + count)
    }
    let text = editor.core.storage.text(in: range).map { $0 == "\n" ? $0 : character }
    editor.core.replace(range, with: String(text), kind: .other)
    editor.core.move(to: max(range.lowerBound, editor.core.before))
  }

  /// The next line comes behind this one, with one blank between them.
  private func join(in editor: inout TextEditor) {
    let line = editor.cursor.line
    guard line + 1 < editor.lineCount else { return }
    let text = ViText(editor)
    let end = TextPosition(line: line, character: text.lines[line].count)
    let start = text.firstCharacter(line + 1)
    let isTight = text.lines[line].count == 0 || text.characters(line).last == " " || text.lines[line + 1].count == 0
    editor.core.replace(end..<start, with: isTight ? "" : " ", kind: .other)
    editor.core.move(to: end)
  }

  private func turnCase(_ count: Int, in editor: inout TextEditor) {
    let cursor = editor.cursor
    let isSelected: Bool = if case .visual = mode { true } else { false }
    let end = min(editor.core.line.count, cursor.character + count)
    let range = isSelected ? editor.viSelection : cursor..<TextPosition(line: cursor.line, character: end)
    guard let range, !range.isEmpty else { return }
    let text = editor.core.storage.text(in: range).map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
    editor.core.replace(range, with: text, kind: .other)
    if isSelected { editor.core.move(to: range.lowerBound) }
  }
}

extension TextPosition {
  /// The character before; of the beginning of a line, that.
  var back: TextPosition { TextPosition(line: line, character: max(0, character - 1)) }
}
