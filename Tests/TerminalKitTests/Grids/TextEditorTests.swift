import Testing

@testable import TerminalKit

@Suite("A field of many lines", .timeLimit(.minutes(2)))
struct TextEditorTests {
  private func press(_ editor: inout TextEditor, _ keys: String) throws {
    for key in try KeySequence(keys).keys { _ = editor.handle(key) }
  }

  @Test("Lines are numbered and the cursor stands in its place")
  func drawn() throws {
    var editor = TextEditor("{\n\t\"a\": 1\n}")
    try press(&editor, "Down Right")
    let frame = frame(14, 4) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(frame.lines == ["1 {", "2 → \"a\": 1", "3 }", ""])
    #expect(frame.cursor == Point(x: 4, y: 1))
  }

  @Test("It scrolls both ways no further than needed")
  func scrolling() throws {
    var editor = TextEditor((1...20).map { "line \($0) is long" }.joined(separator: "\n"))
    editor.fit(Size(width: 12, height: 3))
    try press(&editor, "Down Down Down")
    #expect(
      grid(12, 3) { editor.draw(into: &$0, rect: $1, isFocused: true) } == [
        " 2 line 2 is", " 3 line 3 is", " 4 line 4 is",
      ])
    try press(&editor, "Up End")
    #expect(
      grid(12, 3) { editor.draw(into: &$0, rect: $1, isFocused: true) } == [
        " 2  is long", " 3  is long", " 4  is long",
      ])
    try press(&editor, "C-End")
    #expect(editor.top == 17)
    try press(&editor, "PageUp PageUp")
    #expect(editor.cursor.line == 15)
  }

  @Test("Moving up and down keeps to a column over short and wide lines")
  func wantedColumn() throws {
    var editor = TextEditor("abcdef\n漢\nabcdef\n")
    try press(&editor, "End Left Down Down")
    #expect(editor.cursor == TextPosition(line: 2, character: 5))
    try press(&editor, "Up")
    #expect(editor.cursor == TextPosition(line: 1, character: 1))
  }

  @Test("Enter keeps the indent, Tab goes to the next stop, Shift-Tab takes one back")
  func indenting() throws {
    var editor = TextEditor("  {")
    try press(&editor, "End Enter Tab x")
    #expect(editor.text == "  {\n    x")
    try press(&editor, "Shift-Tab Shift-Tab Shift-Tab")
    #expect(editor.text == "  {\nx")
    #expect(editor.cursor == TextPosition(line: 1, character: 1))
  }

  @Test("A selection over lines is drawn, and typing replaces it")
  func selection() throws {
    var editor = TextEditor("one\ntwo\nthree", showsNumbers: false)
    try press(&editor, "Right Shift-Down Shift-Down")
    let frame = frame(8, 3) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(
      (0..<3).map { y in (0..<8).filter { frame[$0, y].style.ground == .selection } } == [
        [1, 2, 3], [0, 1, 2, 3], [0],
      ])
    _ = editor.handle(.character("x"))
    #expect(editor.text == "oxhree")
    editor.undo()
    #expect(editor.text == "one\ntwo\nthree")
  }

  @Test("A paste is text with its lines, and one step to undo")
  func paste() {
    var editor = TextEditor("ab")
    editor.moveCursor(to: TextPosition(line: 0, character: 1))
    editor.paste("1\n2\n3")
    #expect(editor.text == "a1\n2\n3b")
    #expect(editor.cursor == TextPosition(line: 2, character: 1))
    editor.undo()
    #expect(editor.text == "ab")
  }

  @Test("Visible lines are coloured by whoever knows their language")
  func highlight() {
    let editor = TextEditor("a\nb\nc", showsNumbers: false)
    var asked: [Int] = []
    let frame = frame(3, 2) { frame, rect in
      editor.draw(into: &frame, rect: rect, isFocused: false) { index, text in
        asked.append(index)
        return StyledText(text, Style(.string))
      }
    }
    #expect(asked == [0, 1])
    #expect(frame.runs(0).map(\.style) == [Style(.string)])
    #expect(frame.cursor == nil)
  }

  @Test("A very long line is edited and drawn at its end", arguments: ["x", "漢"])
  func longLine(letter: String) throws {
    var editor = TextEditor(String(repeating: letter, count: letter == "x" ? 1_000_000 : 20_000), showsNumbers: false)
    editor.fit(Size(width: 10, height: 2))
    try press(&editor, "End ! C-_ ?")
    let lines = grid(10, 2) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(lines[0] == (letter == "x" ? "xxxxxxxx?" : "漢漢漢漢?"))
  }

  @Test("A click sets the cursor behind the numbers")
  func click() {
    var editor = TextEditor("one\ntwo")
    editor.fit(Size(width: 10, height: 4))
    _ = editor.handle(Mouse(.press(.left), at: Point(x: 4, y: 1)), in: Rect(x: 0, y: 0, width: 10, height: 4))
    #expect(editor.cursor == TextPosition(line: 1, character: 2))
    _ = editor.handle(Mouse(.press(.left), at: Point(x: 0, y: 3)), in: Rect(x: 0, y: 0, width: 10, height: 4))
    #expect(editor.cursor == TextPosition(line: 1, character: 0))
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    var editor = TextEditor("漢字\ttext\n\n")
    editor.fit(size)
    editor.moveCursor(to: TextPosition(line: 2, character: 0), isSelecting: true)
    let frame = frame(size.width, size.height) { editor.draw(into: &$0, rect: $1, isFocused: true) }
    #expect(frame.size == size)
  }
}
