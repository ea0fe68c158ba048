/// A field of many lines: a request's body, a value.
///
///     editor.fit(size)           // whenever its area changes
///     editor.handle(key)         // .changed, .handled, .ignored
///     editor.paste(text)
package struct TextEditor: Hashable, Sendable {
  var core: EditorCore
  /// The first line and the first column in view.
  package private(set) var top = 0
  package private(set) var left = 0
  private(set) var viewport = Size(width: 80, height: 24)
  package var showsNumbers: Bool
  /// Blanks that Tab types, and columns of a tab in the text.
  package let tabWidth: Int

  package init(_ text: String = "", showsNumbers: Bool = true, tabWidth: Int = 2) {
    core = EditorCore(text)
    core.move(to: .start)
    self.showsNumbers = showsNumbers
    self.tabWidth = max(1, tabWidth)
  }

  package var text: String { core.text }
  package var lineCount: Int { core.storage.lines.count }
  package var isEmpty: Bool { lineCount == 1 && core.line.count == 0 }
  package var cursor: TextPosition { core.cursor }
  package var canUndo: Bool { core.canUndo }
  package var canRedo: Bool { core.canRedo }
  package var selection: Range<TextPosition>? { core.selection }
  package var selectedText: String? { core.selection.map { core.storage.text(in: $0) } }
  /// The text of the cursor's line before it, for completions.
  package var textBeforeCursor: String { core.line.text(0..<cursor.character) }

  package func line(_ index: Int) -> String { core.storage.lines[index].text }

  /// Replaces the whole text as one step that can be undone.
  package mutating func replaceAll(with text: String) {
    core.replace(.start..<core.storage.end, with: text, kind: .other)
    core.move(to: .start)
    reveal()
  }

  package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
    let start = TextPosition(line: cursor.line, character: max(0, cursor.character - count))
    core.replace(start..<cursor, with: text, kind: .other)
    reveal()
  }

  package mutating func paste(_ text: String) {
    core.insert(text)
    reveal()
  }

  package mutating func moveCursor(to position: TextPosition, isSelecting: Bool = false) {
    core.move(to: position, isSelecting: isSelecting)
    reveal()
  }

  package mutating func selectAll() { core.selectAll() }

  @discardableResult
  package mutating func undo() -> Bool {
    defer { reveal() }
    return core.undo()
  }

  @discardableResult
  package mutating func redo() -> Bool {
    defer { reveal() }
    return core.redo()
  }

  /// Takes the size of the whole area, line numbers included.
  package mutating func fit(_ size: Size) {
    viewport = size
    reveal()
  }

  /// The columns that line numbers take.
  package var gutter: Int { showsNumbers ? TextView.gutter(count: lineCount) : 0 }

  /// Scrolls no further than needed to have the cursor in view.
  private mutating func reveal() {
    let height = max(1, viewport.height)
    let width = max(1, viewport.width - gutter)
    top = max(cursor.line - height + 1, min(top, cursor.line))
    top = max(0, min(top, lineCount - height))
    let column = core.line.column(of: cursor.character, tabWidth: tabWidth)
    left = max(column - width + 1, min(left, column))
    if column < width { left = 0 }
  }
}

extension TextEditor {
  package mutating func handle(_ key: Key) -> Outcome {
    defer { reveal() }
    if let lines = linesMoved(by: key) {
      moveVertically(by: lines, isSelecting: key.modifiers.contains(.shift))
      return .handled
    }
    switch key {
    case .enter: return breakLine()
    case .tab: return indent()
    case .backtab: return outdent()
    default: return core.handle(key)
    }
  }

  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    guard rect.contains(mouse.point) else { return .ignored }
    switch mouse.action {
    case .wheelUp: moveVertically(by: -3, isSelecting: false)
    case .wheelDown: moveVertically(by: 3, isSelecting: false)
    case .press(.left):
      let line = min(top + mouse.point.y - rect.y, lineCount - 1)
      let column = max(0, mouse.point.x - rect.x - gutter + left)
      let character = core.storage.lines[line].character(at: column, tabWidth: tabWidth)
      core.move(to: TextPosition(line: line, character: character))
    default: return .ignored
    }
    reveal()
    return .handled
  }

  private func linesMoved(by key: Key) -> Int? {
    switch Key(key.code, key.modifiers.subtracting(.shift)) {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, viewport.height - 1)
    case .pageDown: max(1, viewport.height - 1)
    default: nil
    }
  }

  private mutating func moveVertically(by lines: Int, isSelecting: Bool) {
    let column = core.wantedColumn ?? core.line.column(of: cursor.character, tabWidth: tabWidth)
    let line = max(0, min(cursor.line + lines, lineCount - 1))
    let character = core.storage.lines[line].character(at: column, tabWidth: tabWidth)
    core.move(to: TextPosition(line: line, character: character), isSelecting: isSelecting)
    core.wantedColumn = column
  }

  /// The new line begins where the old one did.
  private mutating func breakLine() -> Outcome {
    let indent = core.line.characters[..<cursor.character].prefix { $0 == " " || $0 == "\t" }
    core.insert("\n" + String(indent))
    return .changed
  }

  private mutating func indent() -> Outcome {
    core.insert(String(repeating: " ", count: tabWidth - cursor.character % tabWidth))
    return .changed
  }

  private mutating func outdent() -> Outcome {
    let blanks = core.line.characters.prefix(tabWidth).prefix { $0 == " " }.count
    guard blanks > 0 else { return .handled }
    let place = max(0, cursor.character - blanks)
    let start = TextPosition(line: cursor.line, character: 0)
    core.replace(start..<TextPosition(line: cursor.line, character: blanks), with: "", kind: .other)
    core.move(to: TextPosition(line: cursor.line, character: place))
    return .changed
  }
}
