/// The state that the one-line and the multi-line editor share: a text, a cursor, a selection and a history.
struct EditorCore: Hashable, Sendable {
  private(set) var storage: TextStorage
  private(set) var cursor: TextPosition
  /// The other end of the selection.
  private(set) var anchor: TextPosition?
  private var history = EditHistory()
  /// The column that moves up and down keep to.
  var wantedColumn: Int?

  init(_ text: String) {
    storage = TextStorage(text)
    cursor = storage.end
  }

  var text: String { storage.text }
  var line: EditorLine { storage.lines[cursor.line] }
  var canUndo: Bool { !history.done.isEmpty }
  var canRedo: Bool { !history.undone.isEmpty }

  var selection: Range<TextPosition>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  func clamped(_ position: TextPosition) -> TextPosition {
    let line = max(0, min(position.line, storage.lines.count - 1))
    return TextPosition(line: line, character: max(0, min(position.character, storage.lines[line].count)))
  }
}

// MARK: Moving

extension EditorCore {
  mutating func move(to position: TextPosition, isSelecting: Bool = false) {
    history.close()
    anchor = isSelecting ? anchor ?? cursor : nil
    cursor = clamped(position)
    wantedColumn = nil
  }

  var before: TextPosition {
    if cursor.character > 0 { return TextPosition(line: cursor.line, character: cursor.character - 1) }
    return cursor.line > 0 ? clamped(TextPosition(line: cursor.line - 1, character: .max)) : cursor
  }

  var after: TextPosition {
    if cursor.character < line.count { return TextPosition(line: cursor.line, character: cursor.character + 1) }
    return cursor.line + 1 < storage.lines.count ? TextPosition(line: cursor.line + 1, character: 0) : cursor
  }

  var lineStart: TextPosition { TextPosition(line: cursor.line, character: 0) }
  var lineEnd: TextPosition { TextPosition(line: cursor.line, character: line.count) }

  /// The beginning of the word the cursor is in or behind.
  var wordBefore: TextPosition {
    guard cursor.character > 0 else { return before }
    let characters = line.characters[..<cursor.character]
    let word = characters.lastIndex { Self.isWord($0) } ?? characters.startIndex
    let gap = characters[..<word].lastIndex { !Self.isWord($0) }
    return TextPosition(line: cursor.line, character: gap.map { $0 + 1 } ?? 0)
  }

  /// The end of the word the cursor is in or before.
  var wordAfter: TextPosition {
    guard cursor.character < line.count else { return after }
    let characters = line.characters[cursor.character...]
    let word = characters.firstIndex { Self.isWord($0) } ?? characters.endIndex
    let gap = characters[word...].firstIndex { !Self.isWord($0) } ?? characters.endIndex
    return TextPosition(line: cursor.line, character: gap)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

// MARK: Changing

extension EditorCore {
  /// Puts text in the place of the selection, or where the cursor is.
  mutating func insert(_ text: String, kind: EditHistory.Kind = .other) {
    replace(selection ?? cursor..<cursor, with: text, kind: selection == nil ? kind : .other)
  }

  /// Types what begins a pair and what ends it; the cursor goes between them.
  mutating func insertPair(_ opening: Character, _ closing: Character) {
    insert("\(opening)\(closing)", kind: .typing)
    cursor.character -= 1
  }

  /// How many steps there are to undo.
  var undoCount: Int { history.done.count }

  /// Makes one step of all changes behind so many.
  mutating func joinChanges(from count: Int) { history.join(from: count) }

  /// Types a character; each word is a step of its own to undo.
  mutating func type(_ character: Character) {
    let beginsWord =
      !character.isWhitespace && (cursor.character == 0 || line.characters[cursor.character - 1].isWhitespace)
    if beginsWord { history.close() }
    insert(String(character), kind: .typing)
  }

  /// Deletes the selection, or what lies between the cursor and a place.
  mutating func delete(to place: TextPosition, kind: EditHistory.Kind = .other) {
    if let selection { return replace(selection, with: "", kind: .other) }
    replace(min(cursor, place)..<max(cursor, place), with: "", kind: kind)
  }

  mutating func replace(_ range: Range<TextPosition>, with text: String, kind: EditHistory.Kind) {
    guard !range.isEmpty || !text.isEmpty else { return }
    let before = cursor
    let (whole, front, back) = joined(range, text)
    let removed = storage.text(in: whole)
    let end = storage.replace(whole, with: front + back)
    // What is behind the new text is counted from the end: it may have joined the text's last grapheme.
    cursor = TextPosition(line: end.line, character: max(0, end.character - back.count))
    anchor = nil
    wantedColumn = nil
    history.record(
      Edit(start: whole.lowerBound, removed: removed, inserted: front + back), kind: kind, from: before, to: cursor)
  }

  /// Widens a change by its neighbours where they could join the new text in one grapheme, as a mark joins the letter
  /// before it.
  private func joined(_ range: Range<TextPosition>, _ text: String) -> (Range<TextPosition>, String, String) {
    var (start, end) = (range.lowerBound, range.upperBound)
    var (front, back) = (text, "")
    let line = storage.lines[start.line]
    let last = storage.lines[end.line]
    let next = end.character < last.count ? last.characters[end.character] : nil
    if start.character > 0, !(front.first ?? next ?? "a").isASCII {
      start.character -= 1
      front = String(line.characters[start.character]) + front
    }
    if let next, !next.isASCII {
      end.character += 1
      back = String(next)
    }
    return (start..<end, front, back)
  }

  mutating func undo() -> Bool {
    guard let step = history.undo() else { return false }
    for edit in step.edits.reversed() { swap(edit.start, edit.inserted, for: edit.removed) }
    restoreCursor(step.cursorBefore)
    return true
  }

  mutating func redo() -> Bool {
    guard let step = history.redo() else { return false }
    for edit in step.edits { swap(edit.start, edit.removed, for: edit.inserted) }
    restoreCursor(step.cursorAfter)
    return true
  }

  private mutating func restoreCursor(_ position: TextPosition) {
    anchor = nil
    wantedColumn = nil
    cursor = clamped(position)
  }

  private mutating func swap(_ start: TextPosition, _ old: String, for new: String) {
    let lines = TextStorage(old).lines
    let last = lines.count - 1
    let character = lines[last].count + (last == 0 ? start.character : 0)
    storage.replace(start..<TextPosition(line: start.line + last, character: character), with: new)
  }
}

extension EditorCore {
  /// The keys that both editors understand, as shells and editors have them.
  mutating func handle(_ key: Key) -> Outcome {
    if let character = key.typed {
      type(character)
      return .changed
    }
    if let place = destination(of: key) {
      move(to: place, isSelecting: key.modifiers.contains(.shift))
      return .handled
    }
    if let (place, kind) = deletion(of: key) {
      if selection == nil, place == cursor { return .handled }
      delete(to: place, kind: kind)
      return .changed
    }
    switch key {
    case .control("_"), .control("z"): return undo() ? .changed : .handled
    case .control("r"), .control("y"): return redo() ? .changed : .handled
    default: return .ignored
    }
  }

  private func destination(of key: Key) -> TextPosition? {
    switch Key(key.code, key.modifiers.subtracting(.shift)) {
    case .left: selection.flatMap { key.modifiers.isEmpty ? $0.lowerBound : nil } ?? before
    case .right: selection.flatMap { key.modifiers.isEmpty ? $0.upperBound : nil } ?? after
    case Key(.left, .control), Key(.left, .alt), .alt("b"): wordBefore
    case Key(.right, .control), Key(.right, .alt), .alt("f"): wordAfter
    case .home, .control("a"): lineStart
    case .end, .control("e"): lineEnd
    case Key(.home, .control): .start
    case Key(.end, .control): storage.end
    default: nil
    }
  }

  private func deletion(of key: Key) -> (TextPosition, EditHistory.Kind)? {
    switch key {
    case .backspace: (before, .deleting)
    case .delete, .control("d"): (after, .deleting)
    case .control("w"), Key(.backspace, .alt): (wordBefore, .other)
    case .alt("d"), Key(.delete, .control): (wordAfter, .other)
    case .control("u"): (lineStart, .other)
    case .control("k"): (lineEnd == cursor ? after : lineEnd, .other)
    default: nil
    }
  }
}
