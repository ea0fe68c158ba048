package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Draws the body as text, and the notes.
struct TextDrawing {
  /// Those in view, and perhaps a few more.
  private let lines: ArraySlice<Substring>
  private let uses: [Int: [TemplateUse]]
  private let gutter: Int
  private let area: Rect
  private let notes: Int
  private let scroll: TextScroll
  private let cursor: TextPosition?
  private let selection: Range<TextPosition>?
  private let mistake: DraftMistake?
  private let isJSON: Bool
  private let isChosen: Bool

  private init(_ composer: Composer, _ text: String, _ area: Rect, notes: Int) {
    uses = composer.contents.usesByLine
    self.area = area
    self.notes = notes
    gutter = composer.textGutter
    mistake = composer.mistake
    isJSON = composer.isJSON
    isChosen = composer.spot == .content && composer.field == nil
    let editor = composer.field?.place == .text ? composer.field?.area : nil
    cursor = editor?.cursor
    selection = editor?.selection
    var scroll = composer.scroll
    if case .text(let editor)? = editor { scroll.top = editor.top }
    self.scroll = scroll
    lines = Self.lines(of: text, from: scroll.top, count: area.height)
  }

  static func draw(_ composer: Composer, into frame: inout Frame, _ layout: ComposerLayout, isFocused: Bool) {
    let area = layout.content
    guard !area.isEmpty, let text = composer.text else { return }
    let isChosen = isFocused && composer.spot == .content
    if let notes = composer.readNotes { return draw(notes, of: composer, into: &frame, area, isChosen: isChosen) }
    if text.isEmpty, composer.field == nil {
      let hint = composer.tab == .docs ? "No notes. Enter edits." : "Empty. Enter edits, e opens $EDITOR."
      let ground: Role? = isChosen ? .selection : nil
      frame.put(hint.fitted(to: area.width - 2), at: area.origin.moved(right: 1), style: Style.muted.on(ground))
      return
    }
    TextDrawing(composer, text, area, notes: layout.notes).draw(into: &frame, isFocused: isFocused)
  }

  /// The notes as they are read: Markdown, at the width of the pane. They are written as text.
  private static func draw(
    _ notes: [MarkdownLines.Line], of composer: Composer, into frame: inout Frame, _ area: Rect, isChosen: Bool
  ) {
    let top = max(0, min(composer.scroll.top, notes.count - area.height))
    for (row, line) in notes.dropFirst(top).prefix(area.height).enumerated() {
      let room = area.row(row).inset(left: composer.textGutter)
      frame.put(line.text, at: room.origin, maxWidth: area.width - composer.textGutter)
    }
    if isChosen { frame.put("▏", at: area.origin, style: Style(.accent)) }
  }

  /// Reads no further than needed: a body may be large.
  static func lines(of text: String, from first: Int, count: Int) -> ArraySlice<Substring> {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "\n"), maxSplits: first + count, omittingEmptySubsequences: false)
    return parts.prefix(first + count).map { Substring($0) }[...].dropFirst(first)
  }

  private func draw(into frame: inout Frame, isFocused: Bool) {
    for y in 0..<area.height where lines.indices.contains(scroll.top + y) {
      draw(line: scroll.top + y, into: &frame, area.row(y))
    }
    if isFocused { frame.cursor = cursorPoint ?? frame.cursor }
    if isFocused, isChosen { frame.put("▏", at: area.origin, style: Style(.accent)) }
  }

  private func draw(line: Int, into frame: inout Frame, _ row: Rect) {
    let isWrong = mistake?.line == line
    if gutter > 1 {
      let number = String(line + 1)
      let style = isWrong ? Style(.failure) : .muted
      frame.put(number, at: row.origin.moved(right: max(0, gutter - 1 - number.count)), style: style)
    }
    let used = uses[line] ?? []
    let text = row.inset(left: gutter, right: noteWidth(line))
    var spans =
      isJSON
      ? TemplateColours.json(lines[line], uses: used) : TemplateColours.spans(of: String(lines[line]), uses: used)
    if isWrong, let column = mistake?.column { spans = spans.marking(column) }
    let isRead = cursorPoint == nil
    frame.put(spans, at: text.origin, maxWidth: text.width, skipping: left, marksCut: isRead, marksStart: isRead)
    markSelection(line, in: text, into: &frame)
    if noteWidth(line) > 0 {
      TemplateNote.draw(used, into: &frame, Rect(x: row.maxX - notes + 1, y: row.y, width: notes - 2, height: 1))
    }
  }

  private func markSelection(_ line: Int, in row: Rect, into frame: inout Frame) {
    guard let selection, (selection.lowerBound.line...selection.upperBound.line).contains(line) else { return }
    let start = line == selection.lowerBound.line ? column(of: selection.lowerBound) : 0
    let end = line == selection.upperBound.line ? column(of: selection.upperBound) : row.width + left
    let marked = Rect(x: row.x + start - left, y: row.y, width: end - start, height: 1)
    frame.restyle(marked.intersection(row)) { $0.ground = .selection }
  }

  /// The columns out of sight: as many as the cursor needs, or as were scrolled.
  private var left: Int {
    guard let cursor, lines.indices.contains(cursor.line) else { return scroll.left }
    return max(0, column(of: cursor) - textWidth + 1)
  }

  private var textWidth: Int {
    guard let cursor else { return area.width - gutter }
    return area.width - gutter - noteWidth(cursor.line)
  }

  /// The columns that the values of a line's templates take. While one types the line itself comes first, and the cursor
  /// behind it.
  private func noteWidth(_ line: Int) -> Int {
    guard notes > 0, uses[line]?.isEmpty == false else { return 0 }
    guard cursor != nil, lines.indices.contains(line) else { return notes }
    let width = CellWidth.columns(of: Sanitizer.visible(String(lines[line])))
    return width < area.width - gutter - notes ? notes : 0
  }

  private func column(of place: TextPosition) -> Int {
    CellWidth.columns(of: Sanitizer.visible(String(lines[place.line].prefix(place.character))))
  }

  private var cursorPoint: Point? {
    guard let cursor, lines.indices.contains(cursor.line) else { return nil }
    return area.origin.moved(right: gutter + column(of: cursor) - left, down: cursor.line - scroll.top)
  }
}

extension TextField {
  /// Draws a field of one line, its templates in colour.
  package func draw(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    guard !row.isEmpty, case .line(var editor) = self else { return }
    editor.fit(width: row.width)
    editor.draw(into: &frame, rect: row, isFocused: isFocused)
  }
}

extension StyledText {
  /// Underlines one character, or shows where one is missing at the end.
  fileprivate func marking(_ column: Int) -> StyledText {
    var result = StyledText()
    var left = column
    for span in spans {
      guard left >= 0, left < span.text.count else {
        left -= span.text.count
        result.append(span.text, span.style)
        continue
      }
      let place = span.text.index(span.text.startIndex, offsetBy: left)
      result.append(String(span.text[..<place]), span.style)
      result.append(String(span.text[place]), Style(.failure, [.underline, .bold]))
      result.append(String(span.text[span.text.index(after: place)...]), span.style)
      left = -1
    }
    if left >= 0 { result.append("✗", Style(.failure)) }
    return result
  }
}
