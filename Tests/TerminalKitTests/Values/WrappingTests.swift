import Testing

@testable import TerminalKit

@Suite("A line is wrapped into rows", .timeLimit(.minutes(2)))
struct WrappingTests {
  private static let lines: [StyledText] = [
    [Span("\"name\"", .key), Span(": "), Span("\"a text of many words that is longer than a row\"", .string)],
    StyledText("漢字かな交じり文は一文字が二桁を占める。「はい」と答える。"),
    StyledText("e\u{301}e\u{301}e\u{301} combining marks a\u{308}o\u{308}u\u{308} stay on their letters"),
    StyledText("👩‍👩‍👧‍👦 family, 🇩🇪 flag, \u{1B}[31m escape"),
    StyledText("한국어 문장은 여러 단어로 이루어져 있다 그리고 길다"),
    StyledText(String(repeating: "x", count: 300)), StyledText("short"), StyledText(),
  ]

  @Test("no row is too wide, nothing is lost, and styles stay", arguments: [1, 2, 7, 20, 79])
  func rows(width: Int) {
    for line in Self.lines {
      for hanging in [0, 4] {
        let rows = line.wrapped(to: width, hanging: hanging)
        // A wide character has no narrower row than two columns.
        #expect(rows.allSatisfy { $0.columns <= max(width, 2) })
        #expect(rows.count == line.rowCount(wrappedTo: width, hanging: hanging))
        let indent = String(repeating: " ", count: StyledText.indent(hanging, of: width))
        let texts = rows.enumerated().map { $0 == 0 ? $1.plain : String($1.plain.dropFirst(indent.count)) }
        #expect(texts.joined() == line.plain)
        #expect(Set(rows.flatMap(\.spans).map(\.style)).isSubset(of: Set(line.spans.map(\.style) + [.text])))
      }
    }
  }

  @Test("rows break behind blanks where there is one near the end")
  func words() {
    #expect(StyledText("one two three four").wrapped(to: 10).map(\.plain) == ["one two ", "three four"])
    #expect(StyledText("a bbbbbbbbbbbb").wrapped(to: 8).map(\.plain) == ["a bbbbbb", "bbbbbb"])
    #expect(StyledText("漢字漢字").wrapped(to: 5).map(\.plain) == ["漢字", "漢字"])
  }
}

@Suite("A picture for a screen reader", .timeLimit(.minutes(2)))
struct PlainFrameTests {
  @Test("has no lines or bars, and its cursor is on what is selected, unless somebody types")
  func plain() {
    var drawn = frame(20, 4) { frame, rect in
      let inside = frame.box(rect, title: "Title")
      frame.fill(inside.row(1), style: Style(.selection))
      frame.put("chosen", at: inside.row(1).origin, style: Style(.text, on: .selection))
    }
    drawn.makePlain()
    #expect(drawn.lines == ["  Title", "", " chosen", ""])
    #expect(drawn.cursor == Point(x: 1, y: 2))
    var typing = frame(10, 2) { frame, _ in frame.cursor = Point(x: 3, y: 0) }
    typing.makePlain()
    #expect(typing.cursor == Point(x: 3, y: 0))
  }
}
