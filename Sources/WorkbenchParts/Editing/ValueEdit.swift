package import ParleyEngine
package import TerminalKit

/// A value while it is edited in a pane: its text, and why that is not valid JSON, found when it was to be kept.
///
/// Every such editor has the same two ways out: Ctrl-S (or Alt-Enter) takes over what was typed, Esc (or Ctrl-C) changes
/// nothing, and asks first where something was typed.
package protocol ValueEdit {
  /// As it was when editing began.
  var original: String { get }
  var editor: TextEditor { get set }
  var mistake: DraftMistake? { get set }
}

extension ValueEdit {
  /// Larger values are for $EDITOR; in bytes.
  package static var longest: Int { 1 << 20 }

  package var text: String { editor.text }

  /// The cursor of a new editor: one line is mostly gone on with.
  package mutating func placeCursor() {
    guard editor.lineCount == 1 else { return }
    editor.moveCursor(to: TextPosition(line: 0, character: text.count))
  }

  package mutating func type(_ event: InputEvent, in size: Size) {
    change(in: size) { editor in
      switch event {
      case .key(let key): _ = editor.handle(key)
      case .paste(let text): editor.paste(text)
      default: break
      }
    }
  }

  /// A mistake is shown until the text changes.
  package mutating func change(in size: Size, _ body: (inout TextEditor) -> Void) {
    let before = text
    editor.fit(size)
    body(&editor)
    if text != before { mistake = nil }
  }

  /// The cursor goes to where the text is no JSON.
  package mutating func point(to error: JSONSyntaxError) {
    point(to: DraftMistake(error, in: text))
  }

  /// The cursor goes to where the text is not what it must be.
  package mutating func point(to mistake: DraftMistake) {
    self.mistake = mistake
    editor.moveCursor(to: TextPosition(line: mistake.line, character: mistake.column))
  }

  /// The text, and below it what is to be said about it.
  package func draw(
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
