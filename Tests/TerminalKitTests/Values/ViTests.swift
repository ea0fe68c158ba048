import Testing

@testable import TerminalKit

@Suite("The keys of vi", .timeLimit(.minutes(2))) struct ViTests {
  /// `|` stands before the character under the cursor; lines are parted by `/`.
  private func editor(_ text: String) throws -> TextEditor {
    let lines = text.split(separator: "/", omittingEmptySubsequences: false)
    var editor = TextEditor(lines.joined(separator: "\n").replacing("|", with: ""))
    let line = try #require(lines.firstIndex { $0.contains("|") })
    editor.moveCursor(to: TextPosition(line: line, character: lines[line].prefix { $0 != "|" }.count))
    editor.vi = ViEditing()
    return editor
  }

  private func show(_ editor: TextEditor) -> String {
    var lines = (0..<editor.lineCount).map { Array(editor.line($0)) }
    lines[editor.cursor.line].insert("|", at: editor.cursor.character)
    return lines.map { String($0) }.joined(separator: "/")
  }

  private func press(_ keys: String, in editor: inout TextEditor) throws {
    for key in try KeySequence(keys).keys { _ = editor.handle(key) }
  }

  @Test(
    "Motions: before, keys, after",
    arguments: [
      ("|one two.x/three", "w", "one |two.x/three"), ("|one two.x/three", "w w w w", "one two.x/|three"),
      ("|one two.x/three", "3 w", "one two.|x/three"), ("|one two.x y", "W W", "one two.x |y"),
      ("one two|.x", "b b", "|one two.x"), ("one |two", "b b b", "|one two"), ("|one two", "e e", "one tw|o"),
      ("  |one two", "0", "|  one two"), ("  one |two", "^", "  |one two"), ("|one two", "$", "one tw|o"),
      ("a/|b/c", "g g", "|a/b/c"), ("|a/b/c", "G", "a/b/|c"), ("|a/b/c", "2 G", "a/|b/c"),
      ("|a.b.c", "f .", "a|.b.c"), ("|a.b.c", "f . ;", "a.b|.c"), ("|a.b.c", "t . ;", "a.|b.c"),
      ("a.b.|c", "F . ,", "a.b|.c"), ("|f(a[1])", "%", "f(a[1]|)"), ("f(a[1]|)", "%", "f|(a[1])"),
      ("|abc/d/efg", "$ j j", "abc/d/ef|g"), ("ab|c/d/efg", "j j", "abc/d/ef|g"), ("|a b a b", "/ b Enter", "a |b a b"),
      ("|a b a b", "/ b Enter n n", "a |b a b"), ("|a b a b", "/ b Enter N", "a b a |b"),
      ("|abc", "l l l l", "ab|c"), ("a|bc", "h h h", "|abc"), ("|one/two one", "*", "one/two |one"),
      ("|a/b//c", "}", "a/b/|/c"),
    ])
  func motions(before: String, keys: String, after: String) throws {
    var editor = try editor(before)
    try press(keys, in: &editor)
    #expect(show(editor) == after)
  }

  @Test(
    "Operators: before, keys, after",
    arguments: [
      ("|one two three", "d w", "|two three"), ("|one two three", "d 2 w", "|three"),
      ("|one two three", "2 d w", "|three"),
      ("one |two/three", "d w", "one| /three"), ("|one two", "c w x y Esc", "x|y two"),
      ("|a b", "c w x Esc", "|x b"), ("one t|wo", "D", "one |t"),
      ("a/|b/c", "d d", "a/|c"), ("a/b/|c", "d d", "a/|b"), ("|a", "d d", "|"), ("|a/b/c/d", "3 d d", "|d"),
      ("|a/b/c", "d j", "|c"), ("a/b|/c", "d G", "|a"), ("a/b/|c", "d g g", "|"),
      ("|a/b", "y y p", "a/|a/b"), ("a/|b", "y y p", "a/b/|b"), ("a/|b", "y y P", "a/|b/b"), ("|a/b", "d d p", "b/|a"),
      ("|abc", "x p", "b|ac"), ("|abc", "2 x", "|c"), ("ab|c", "x", "a|b"), ("a|bc", "X", "|bc"),
      ("f(|a, b)", "c i ( x Esc", "f(|x)"), ("f(|a, b)", "d a (", "|f"), ("\"a |b\": 1", "c i \" x Esc", "\"|x\": 1"),
      ("{ |a }", "d i {", "{|}"), ("one |two three", "d a w", "one |three"), ("one t|wo three", "d i w", "one | three"),
      ("|a.b.c", "d f .", "|b.c"), ("|a.b.c", "d t .", "|.b.c"), ("|f(a)b", "l d %", "f|b"),
      ("|a/b", "J", "a| b"), ("|abc", "r x", "|xbc"), ("|abc", "3 ~", "AB|C"), ("|a/b", "> >", "  |a/b"),
      ("  |a", "< <", "|a"), ("|a", "o b Esc", "a/|b"), ("|a", "O b Esc", "|b/a"), ("|ab", "A c Esc", "ab|c"),
      ("a|b", "I c Esc", "|cab"), ("|ab", "a c Esc", "a|cb"), ("|a b", "S x Esc", "|x"), ("|abc", "s x Esc", "|xbc"),
      ("a|bc", "C x Esc", "a|x"), ("|one two", "y w P", "one| one two"),
    ])
  func operators(before: String, keys: String, after: String) throws {
    var editor = try editor(before)
    try press(keys, in: &editor)
    #expect(show(editor) == after)
  }

  @Test(
    "Visual mode: before, keys, after",
    arguments: [
      ("|one two", "v e d", "| two"), ("|one two", "v l l y $ p", "one twoon|e"), ("|a/b/c", "V j d", "|c"),
      ("one |two", "v b c x Esc", "|xwo"), ("|a/b", "V > ", "  |a/b"), ("|abc", "v l U", "|ABc"),
      ("one |two x", "v i w d", "one | x"), ("|abc", "v l o d", "|c"), ("|ab", "v Esc x", "|b"),
      ("|a b", "y w w v p", "a a| "), ("ab|c", "v h r x", "a|xx"),
    ])
  func visual(before: String, keys: String, after: String) throws {
    var editor = try editor(before)
    try press(keys, in: &editor)
    #expect(show(editor).replacing("|", with: "") == after.replacing("|", with: ""))
  }

  @Test(
    "A change is repeated with ., and undone and redone as a whole",
    arguments: [
      ("|a b c d", "d w .", "|c d"), ("|a/b/c", "A ; Esc j .", "a;/b|;/c"), ("|one two", "c w x y Esc w .", "xy x|y"),
      ("|a b c d", "d w . u", "|b c d"), ("|a b", "c w o n e Space t w o Esc u", "|a b"),
      ("|a b", "c w o n e Space t w o Esc u C-r", "one tw|o b"), ("|abcd", "x 2 .", "|d"), ("|a", "3 x u", "|a"),
      ("|abcd efgh", "v l d .", "| efgh"), ("|ab cd", "v l U 3 l .", "AB |CD"), ("|a/b/c/d/e", "V j d .", "|e"),
      ("|ab ab", "v l c x Esc w .", "x |x"), ("|abc/def/ghi", "v j d .", "|hi"), ("|a/b/c", "V > j .", "  a/  |b/c"),
      ("|abcd", "v l r x l .", "xxx|x"), ("|abcd", "v l d . u", "|cd"),
    ])
  func repeating(before: String, keys: String, after: String) throws {
    var editor = try editor(before)
    try press(keys, in: &editor)
    let wanted = keys.contains("u") ? after.replacing("|", with: "") : after
    #expect((keys.contains("u") ? editor.text.replacing("\n", with: "/") : show(editor)) == wanted)
  }

  @Test("The status says the mode and what is typed of a command, and Esc is given back in normal mode only")
  func status() throws {
    var editor = try editor("|a b")
    #expect(editor.vi?.status == "NORMAL" && editor.vi?.takesEscape == false)
    try press("2 d", in: &editor)
    #expect(editor.vi?.status == "NORMAL 2d" && editor.vi?.takesEscape == true)
    try press("Esc V", in: &editor)
    #expect(editor.vi?.status == "VISUAL LINE")
    #expect(editor.selection == TextPosition.start..<TextPosition(line: 0, character: 3))
    try press("Esc i x", in: &editor)
    #expect(editor.vi?.status == "INSERT" && editor.text == "xa b")
    try press("Esc / q", in: &editor)
    #expect(editor.vi?.status == "/q")
    try press("Esc", in: &editor)
    #expect(editor.handle(.escape) == .ignored)
  }

  @Test("Whatever is pressed, the cursor stays in the text, and all of it can be undone")
  func anything() throws {
    var random = SplitMix(state: 11)
    let keys = try "d c y p P x w b e 0 $ g G f t % ; , n N / v V i a o O u . J r ~ { } 2 3 Esc Esc Esc Enter > < \" ("
      .split(
        separator: " "
      ).map { try Key(name: String($0)) }
    for _ in 0..<200 {
      var editor = try editor("|{/  \"a\": [1, 2],//  b.c/}")
      let before = editor.text
      for _ in 0..<60 {
        _ = editor.handle(keys[Int(random.next() % UInt64(keys.count))])
        #expect(editor.cursor.line < editor.lineCount)
        #expect(editor.cursor.character <= editor.line(editor.cursor.line).count)
      }
      while editor.undo() {}
      #expect(editor.text == before)
    }
  }
}

@Suite("Brackets in pairs", .timeLimit(.minutes(2))) struct PairTests {
  private func typed(_ keys: String, after text: String = "") throws -> TextEditor {
    var editor = TextEditor(text)
    editor.isCode = true
    editor.moveCursor(to: TextPosition(line: .max, character: .max))
    for key in try KeySequence(keys).keys { _ = editor.handle(key) }
    return editor
  }

  @Test(
    "Before, keys, after",
    arguments: [
      ("", "{", "{}"), ("", "[ 1 ]", "[1]"), ("", "\" a \"", "\"a\""), ("", "{ \" a \" : 1 }", "{\"a\":1}"),
      ("", "{ Enter 1", "{\n  1\n}"), ("", "{ Enter 1 Enter }", "{\n  1\n}"),
      ("", "{ Enter [ Enter 1", "{\n  [\n    1\n  ]\n}"),
      ("", "{ Backspace", ""), ("", "\" a Backspace Backspace", ""), ("", "{ { a } }", "{{a}}"),
      ("{\"a\": ", "\" { { x } } \"", "{\"a\": \"{{x}}\""), ("a", "\"", "a\""), ("{\n  ", "}", "{\n}"),
      ("\"", "[", "\"["), ("", "\" \\ \" \"", "\"\\\"\""), ("[1", "]", "[1]"), ("ab", "S-Left S-Left [", "[ab]"),
      ("x:", "Enter", "x:\n"), ("a]", "C-a [", "[a]"),
      ("\"b\": 1", "C-a \" a \" : ,", "\"a\":,\"b\": 1"), ("[\"b\"]", "C-a Right \" a \"", "[\"a\"\"b\"]"),
      ("\"b\"", "C-a \" Backspace", "\"b\""), ("\"a\"\"b\"", "Left Left Left Backspace", "\"a\"b\""),
    ])
  func table(before: String, keys: String, after: String) throws {
    #expect(try typed(keys, after: before).text == after)
  }

  @Test("A pair is undone with the word that began it, and what is pasted is left as it is")
  func undone() throws {
    var editor = try typed("{")
    #expect(editor.cursor.character == 1)
    editor.undo()
    #expect(editor.text.isEmpty)
    editor.paste("{\"a\": [")
    #expect(editor.text == "{\"a\": [")
  }
}
