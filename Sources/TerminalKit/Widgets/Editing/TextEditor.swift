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
  /// Whether brackets and quotes come in pairs, and lines are indented by them.
  package var isCode = false
  /// The keys of vi; nil for the usual ones.
  package var vi: ViEditing?
  /// Blanks that Tab types, and columns of a tab in the text.
  let tabWidth: Int

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
  package var selection: Range<TextPosition>? { viSelection ?? core.selection }
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
    if let vi, !vi.isInserting { self.vi?.mode = .normal }
    core.insert(text)
    reveal()
  }

  package mutating func moveCursor(to position: TextPosition, isSelecting: Bool = false) {
    core.move(to: position, isSelecting: isSelecting)
    reveal()
  }

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
  package var gutter: Int { showsNumbers ? String(max(1, lineCount)).count + 1 : 0 }

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
    return vi == nil ? handlePlain(key) : handleVi(key)
  }

  /// A key as it is without vi, or while that inserts.
  mutating func handlePlain(_ key: Key) -> Outcome {
    if let lines = linesMoved(by: key) {
      moveVertically(by: lines, isSelecting: key.modifiers.contains(.shift))
      return .handled
    }
    switch key {
    case .enter: return breakLine()
    case .tab: return indent()
    case .backtab: return outdent()
    case .backspace where isCode && deletePair(): return .changed
    default:
      if isCode, let character = key.typed, typePaired(character) { return .changed }
      return core.handle(key)
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
    let column = column
    let line = max(0, min(cursor.line + lines, lineCount - 1))
    core.move(
      to: TextPosition(line: line, character: character(at: column, ofLine: line)), isSelecting: isSelecting)
    core.wantedColumn = column
  }

  /// The column that moving up and down keeps to.
  var column: Int { core.wantedColumn ?? core.line.column(of: cursor.character, tabWidth: tabWidth) }

  func character(at column: Int, ofLine line: Int) -> Int {
    core.storage.lines[line].character(at: column, tabWidth: tabWidth)
  }

  /// The lines in view, where there are more.
  package var extent: ScrollExtent? { ScrollExtent(first: top, shown: viewport.height, count: lineCount) }

  var viewportHeight: Int { viewport.height }

  /// The new line begins where the old one did.
  private mutating func breakLine() -> Outcome {
    if isCode {
      breakBlock()
      return .changed
    }
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

extension TextEditor {
  /// Lines longer than this are drawn in one style: to colour a part one would have to read the whole.
  private static let styledLimit = 4096

  /// - Parameter highlight: gives a visible line its styles; the spans' text must be the text it is handed.
  package func draw(
    into frame: inout Frame, rect: Rect, isFocused: Bool, highlight: (Int, String) -> StyledText = { StyledText($1) }
  ) {
    guard !rect.isEmpty else { return }
    var fitted = self
    fitted.fit(rect.size)
    let body = rect.inset(left: gutter)
    for row in 0..<min(rect.height, lineCount - fitted.top) {
      let index = fitted.top + row
      if showsNumbers { fitted.drawNumber(index, on: rect.row(row), into: &frame) }
      fitted.drawLine(index, on: body.row(row), highlight, into: &frame)
      fitted.drawSelection(index, on: body.row(row), into: &frame)
    }
    guard isFocused else { return }
    let column = core.line.column(of: cursor.character, tabWidth: tabWidth) - fitted.left
    let place = body.origin.moved(right: column, down: cursor.line - fitted.top)
    frame.cursor = body.contains(place) ? place : nil
  }

  private func drawNumber(_ index: Int, on row: Rect, into frame: inout Frame) {
    let number = String(index + 1)
    let style = index == cursor.line ? Style.text : .muted
    let indent = gutter - 1 - number.count
    frame.put(number, at: row.origin.moved(right: indent), style: style, maxWidth: row.width - indent)
  }

  private func drawLine(
    _ index: Int, on row: Rect, _ highlight: (Int, String) -> StyledText, into frame: inout Frame
  ) {
    let line = core.storage.lines[index]
    guard line.count > Self.styledLimit else {
      let text = highlight(index, line.shown(0..<line.count, tabWidth: tabWidth))
      frame.put(text, at: row.origin, maxWidth: row.width, skipping: left, marksCut: false)
      return
    }
    let first = line.character(at: left, tabWidth: tabWidth)
    let part = first..<min(line.count, first + row.width)
    let hidden = left - line.column(of: first, tabWidth: tabWidth)
    frame.put(
      StyledText(line.shown(part, tabWidth: tabWidth)), at: row.origin, maxWidth: row.width, skipping: hidden,
      marksCut: false)
  }

  private func drawSelection(_ index: Int, on row: Rect, into frame: inout Frame) {
    guard let selection, (selection.lowerBound.line...selection.upperBound.line).contains(index) else { return }
    let line = core.storage.lines[index]
    let start = index == selection.lowerBound.line ? selection.lowerBound.character : 0
    let end = index == selection.upperBound.line ? selection.upperBound.character : line.count
    let first = line.column(of: start, tabWidth: tabWidth) - left
    // The end of a line that goes on into the next shows as one selected blank.
    let last = line.column(of: end, tabWidth: tabWidth) - left + (index == selection.upperBound.line ? 0 : 1)
    let area = Rect(x: row.x + first, y: row.y, width: last - first, height: 1)
    frame.restyle(area.intersection(row)) { $0.ground = .selection }
  }
}
