package import TerminalKit

/// The editor that has the keys: of one line, or of many.
package enum TextField: Hashable, Sendable {
  case line(LineEditor)
  case text(TextEditor)

  /// One line, its text selected.
  package init(_ text: String = "") {
    self = .line(.opened(text))
  }

  /// Many lines, the cursor at the front of one of them.
  /// - Parameter isCode: whether brackets come in pairs.
  package init(lines text: String, at line: Int, isCode: Bool = false) {
    var editor = TextEditor(text, showsNumbers: false)
    editor.isCode = isCode
    editor.moveCursor(to: TextPosition(line: line, character: 0))
    self = .text(editor)
  }

  /// Selects a single line's text, so that the text typed next replaces it.
  package mutating func selectAll() {
    guard case .line(var editor) = self else { return }
    editor.selectAll()
    self = .line(editor)
  }

  package var isMultiline: Bool {
    if case .text = self { true } else { false }
  }

  package var text: String {
    switch self {
    case .line(let editor): editor.text
    case .text(let editor): editor.text
    }
  }

  package var cursor: TextPosition {
    switch self {
    case .line(let editor): TextPosition(line: 0, character: editor.cursor)
    case .text(let editor): editor.cursor
    }
  }

  /// The text before the cursor on its line.
  package var beforeCursor: String {
    switch self {
    case .line(let editor): editor.textBeforeCursor
    case .text(let editor): editor.textBeforeCursor
    }
  }

  package var afterCursor: Substring {
    switch self {
    case .line(let editor): editor.text.dropFirst(editor.cursor)
    case .text(let editor): editor.line(editor.cursor.line)[...].dropFirst(editor.cursor.character)
    }
  }

  package var selection: Range<TextPosition>? {
    if case .text(let editor) = self { editor.selection } else { nil }
  }
}

extension TextField {
  /// - Returns: whether the text has changed.
  package mutating func handle(_ event: InputEvent) -> Bool {
    let before = text
    switch (self, event) {
    case (.line(var editor), .key(let key)):
      _ = editor.handle(key)
      self = .line(editor)
    case (.text(var editor), .key(let key)):
      _ = editor.handle(key)
      self = .text(editor)
    case (_, .paste(let text)): paste(text)
    default: break
    }
    return text != before
  }

  package mutating func paste(_ text: String) {
    change({ $0.paste(text) }, { $0.paste(text) })
  }

  package mutating func replaceAll(with text: String) {
    change({ $0.replaceAll(with: text) }, { $0.replaceAll(with: text) })
  }

  package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
    change({ $0.replaceBeforeCursor(count, with: text) }, { $0.replaceBeforeCursor(count, with: text) })
  }

  package mutating func move(to position: TextPosition) {
    change({ $0.moveCursor(to: position.character) }, { $0.moveCursor(to: position) })
  }

  package mutating func undo() { change({ $0.undo() }, { $0.undo() }) }
  package mutating func redo() { change({ $0.redo() }, { $0.redo() }) }

  /// Tells how much room there is.
  package mutating func fit(_ size: Size) {
    change({ $0.fit(width: size.width) }, { $0.fit(size) })
  }

  private mutating func change(_ line: (inout LineEditor) -> Void, _ text: (inout TextEditor) -> Void) {
    switch self {
    case .line(var editor):
      line(&editor)
      self = .line(editor)
    case .text(var editor):
      text(&editor)
      self = .text(editor)
    }
  }
}
