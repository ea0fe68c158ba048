import Testing

@testable import TerminalKit

@Suite("A field of one line", .timeLimit(.minutes(2)))
struct LineEditorTests {
  private func draw(_ editor: LineEditor, width: Int, isFocused: Bool = true) -> (text: String, cursor: Int?) {
    let frame = frame(width, 1) { editor.draw(into: &$0, rect: $1, isFocused: isFocused) }
    return (frame.text, frame.cursor?.x)
  }

  @Test("The cursor stays in view, and wide letters are cut cleanly")
  func scrolling() {
    var editor = LineEditor("https://example.org")
    #expect(draw(editor, width: 8) == ("ple.org", 7))
    editor.moveCursor(to: 0)
    #expect(draw(editor, width: 8) == ("https://", 0))
    let wide = LineEditor("漢字漢字")
    #expect(draw(wide, width: 6) == (" 漢字", 5))
    #expect(draw(wide, width: 20) == ("漢字漢字", 8))
  }

  @Test("Scrolled to the left it does not jump while the cursor moves within view")
  func steady() {
    var editor = LineEditor("0123456789")
    editor.fit(width: 5)
    #expect(draw(editor, width: 5) == ("6789", 4))
    _ = editor.handle(.left)
    _ = editor.handle(.left)
    editor.fit(width: 5)
    #expect(draw(editor, width: 5) == ("6789", 2))
  }

  @Test("A pasted text becomes one line and never acts as keys")
  func paste() {
    var editor = LineEditor("ab")
    editor.moveCursor(to: 1)
    editor.paste("\n1\n2\u{1B}[A\r\n")
    #expect(editor.text == "a1 2\u{1B}[Ab")
    #expect(draw(editor, width: 20).text == "a1 2␛[Ab")
    editor.undo()
    #expect(editor.text == "ab")
  }

  @Test("A secret is drawn as dots, of equal width whatever the letters")
  func masked() {
    var editor = LineEditor("p漢ss", isMasked: true)
    #expect(draw(editor, width: 10) == ("••••", 4))
    _ = editor.handle(.left)
    #expect(draw(editor, width: 10).cursor == 3)
    #expect(editor.text == "p漢ss")
  }

  @Test("An empty one shows its placeholder, muted")
  func placeholder() {
    let editor = LineEditor(placeholder: "URL or curl command")
    let frame = frame(8, 1) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(frame.text == "URL or …")
    #expect(frame.runs(0).map(\.style) == [.muted])
    #expect(frame.cursor == .zero)
  }

  @Test("A selection is on its ground, and a completion replaces what was typed")
  func selection() {
    var editor = LineEditor("abcd")
    _ = editor.handle(Key(.left, .shift))
    _ = editor.handle(Key(.left, .shift))
    let frame = frame(6, 1) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(frame.runs(0).map(\.text) == ["ab", "cd"])
    var completed = LineEditor("{{em")
    completed.replaceBeforeCursor(2, with: "email}}")
    #expect(completed.text == "{{email}}")
  }

  @Test("A click sets the cursor")
  func click() {
    var editor = LineEditor("漢字ab")
    #expect(
      editor.handle(Mouse(.press(.left), at: Point(x: 7, y: 2)), in: Rect(x: 4, y: 2, width: 10, height: 1)) == .handled
    )
    #expect(editor.cursor == 1)
    #expect(
      editor.handle(Mouse(.press(.left), at: Point(x: 0, y: 0)), in: Rect(x: 4, y: 2, width: 10, height: 1)) == .ignored
    )
  }

  @Test("Enter submits; keys that leave the field are not its own")
  func outcomes() {
    var editor = LineEditor("x")
    #expect(editor.handle(.enter) == .activated)
    for key in [Key.escape, .tab, .up, .down, .function(5)] { #expect(editor.handle(key) == .ignored) }
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    let editor = LineEditor("漢字 text")
    let frame = frame(size.width, size.height) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(frame.size == size)
  }
}
