import ParleyEngine
import TerminalKit

/// A value while it is edited in a pane: its text, and why that is no JSON, found when one wanted to leave.
protocol ValueEdit {
  var editor: TextEditor { get set }
  var mistake: DraftMistake? { get set }
}

extension ValueEdit {
  /// Larger values are for $EDITOR; in bytes.
  static var longest: Int { 1 << 20 }

  var text: String { editor.text }

  mutating func type(_ event: InputEvent, in size: Size) {
    change(in: size) { editor in
      switch event {
      case .key(let key): _ = editor.handle(key)
      case .paste(let text): editor.paste(text)
      default: break
      }
    }
  }

  /// A mistake is told until the text is another.
  mutating func change(in size: Size, _ body: (inout TextEditor) -> Void) {
    let before = text
    editor.fit(size)
    body(&editor)
    if text != before { mistake = nil }
  }

  /// The cursor goes to where the text is no JSON.
  mutating func point(to error: JSONSyntaxError) {
    let mistake = DraftMistake(error, in: text)
    self.mistake = mistake
    editor.moveCursor(to: TextPosition(line: mistake.line, character: mistake.column))
  }

  /// The text, and below it what is to be said about it.
  func draw(
    into frame: inout Frame, _ rect: Rect, size: Size, above notes: [StyledText], isFocused: Bool,
    line: (String) -> StyledText
  ) {
    let text = Rect(origin: rect.origin.moved(right: 1), size: size)
    editor.draw(into: &frame, rect: text, isFocused: isFocused) { line($1) }
    for (index, note) in notes.enumerated() {
      let row = rect.row(rect.height - notes.count + index).inset(left: 1)
      frame.put(note, at: row.origin, maxWidth: row.width)
    }
  }
}
