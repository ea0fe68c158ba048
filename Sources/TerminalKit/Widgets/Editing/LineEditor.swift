/// A field of one line: a URL, a header's value, a filter, a password.
///
///     field.handle(key)          // .changed, .activated on Enter, .ignored on Esc, Tab, ↑, ↓
///     field.paste(text)          // its line ends become blanks
package struct LineEditor: Hashable, Sendable {
  private var core: EditorCore
  /// Columns scrolled out to the left.
  private var left = 0
  package var placeholder: String
  /// Whether dots are drawn in the place of the text.
  package var isMasked: Bool

  package init(_ text: String = "", placeholder: String = "", isMasked: Bool = false) {
    core = EditorCore(Self.oneLine(text))
    self.placeholder = placeholder
    self.isMasked = isMasked
  }

  package var text: String { core.text }
  package var isEmpty: Bool { core.line.count == 0 }
  /// Graphemes before the cursor.
  package var cursor: Int { core.cursor.character }
  package var canUndo: Bool { core.canUndo }
  package var canRedo: Bool { core.canRedo }
  /// The text before the cursor, for completions.
  package var textBeforeCursor: String { core.line.text(0..<cursor) }

  /// Replaces the whole text as one step that can be undone.
  package mutating func replaceAll(with text: String) {
    core.replace(.start..<core.storage.end, with: Self.oneLine(text), kind: .other)
  }

  /// Replaces the graphemes before the cursor, as a completion does.
  package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
    let start = TextPosition(line: 0, character: max(0, cursor - count))
    core.replace(start..<core.cursor, with: Self.oneLine(text), kind: .other)
  }

  package mutating func paste(_ text: String) {
    core.insert(Self.oneLine(text))
  }

  package mutating func moveCursor(to character: Int) {
    core.move(to: TextPosition(line: 0, character: character))
  }

  /// A field that opens with this text, all of it selected: typing replaces it, an arrow keeps it. The beginning of a
  /// path, such as `shop/`, is there to be continued, and not selected.
  package static func opened(_ text: String, placeholder: String = "", isMasked: Bool = false) -> LineEditor {
    var editor = LineEditor(text, placeholder: placeholder, isMasked: isMasked)
    if !editor.text.hasSuffix("/") { editor.selectAll() }
    return editor
  }

  /// Selects the whole text, so that the next character typed replaces it.
  package mutating func selectAll() {
    core.move(to: .start)
    core.move(to: core.storage.end, isSelecting: true)
  }

  @discardableResult package mutating func undo() -> Bool { core.undo() }
  @discardableResult package mutating func redo() -> Bool { core.redo() }

  package mutating func handle(_ key: Key) -> Outcome {
    key == .enter ? .activated : core.handle(key)
  }

  /// Line ends around the text go, those within become blanks.
  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension LineEditor {
  /// Scrolls so that the cursor is in view, with room for it behind the last letter.
  package mutating func fit(width: Int) {
    let place = column(of: cursor)
    if place >= left + width { left = place - width + 1 }
    if place < left { left = place }
    // No blank room at the end while text is hidden at the front.
    left = max(0, min(left, column(of: core.line.count) + 1 - width))
  }

  /// The part that is in view is found again for every width, so this draws well without ``fit(width:)``, which keeps the
  /// text from jumping.
  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool, style: Style = .text) {
    guard !rect.isEmpty else { return }
    var fitted = self
    fitted.fit(width: rect.width)
    if isEmpty {
      frame.put(placeholder, at: rect.origin, style: .muted, maxWidth: rect.width)
    } else {
      frame.put(StyledText(shown, style), at: rect.origin, maxWidth: rect.width, skipping: fitted.left, marksCut: false)
      if isFocused { fitted.drawSelection(into: &frame, rect: rect) }
    }
    if isFocused { frame.cursor = rect.origin.moved(right: column(of: cursor) - fitted.left) }
  }

  /// Puts the cursor where was clicked.
  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    guard case .press(.left) = mouse.action, rect.contains(mouse.point) else { return .ignored }
    let column = mouse.point.x - rect.x + left
    moveCursor(to: isMasked ? column : core.line.character(at: column, tabWidth: 1))
    return .handled
  }

  private func drawSelection(into frame: inout Frame, rect: Rect) {
    guard let selection = core.selection else { return }
    let start = column(of: selection.lowerBound.character) - left
    let end = column(of: selection.upperBound.character) - left
    let area = Rect(x: rect.x + start, y: rect.y, width: end - start, height: 1)
    frame.restyle(area.intersection(rect)) { $0.ground = .selection }
  }

  private var shown: String {
    isMasked ? String(repeating: "•", count: core.line.count) : core.line.shown(0..<core.line.count, tabWidth: 1)
  }

  private func column(of character: Int) -> Int {
    isMasked ? character : core.line.column(of: character, tabWidth: 1)
  }
}
