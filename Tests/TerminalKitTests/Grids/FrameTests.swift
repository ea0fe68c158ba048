import Testing

@testable import TerminalKit

@Suite("A frame is a grid of cells", .timeLimit(.minutes(2)))
struct FrameTests {
  private func frame(_ width: Int, _ height: Int = 1) -> Frame { Frame(size: Size(width: width, height: height)) }

  @Test(
    "Text is cut at the edge and at its own limit, wide graphemes as a whole",
    arguments: [
      ("hello", 0, Int.max, "hello", 5), ("hello world", 0, .max, "hello wo", 8), ("hello", 0, 3, "he…", 3),
      ("漢字漢字漢", 0, .max, "漢字漢字", 8), ("a漢字漢字", 0, .max, "a漢字漢", 8), ("漢字", 0, 3, "漢…", 3),
      ("hello", 6, .max, "      he", 2),
      ("hello", -2, .max, "llo", 5), ("漢字", -1, .max, " 字", 4), ("x", 9, .max, "", 0), ("x", 0, 0, "", 0),
      ("e\u{301}e\u{301}", 0, .max, "e\u{301}e\u{301}", 2), ("ae\u{301}", 0, 2, "ae\u{301}", 2),
      ("a\u{1B}b", 0, .max, "a␛b", 3),
      ("कि!", 0, .max, "कि!", 3), ("👩‍💻!", 0, .max, "👩‍💻!", 3),
    ])
  func put(text: String, x: Int, maxWidth: Int, shown: String, used: Int) {
    var frame = frame(8)
    #expect(frame.put(text, at: Point(x: x, y: 0), maxWidth: maxWidth) == used)
    #expect(frame.text == shown)
  }

  @Test("Nothing outside is drawn")
  func outside() {
    var frame = frame(3, 2)
    for point in [Point(x: 0, y: -1), Point(x: 0, y: 2), Point(x: 3, y: 0), Point(x: -5, y: 0)] {
      frame.put("abc", at: point)
    }
    #expect(frame == self.frame(3, 2))
  }

  @Test("Writing over one half of a wide grapheme blanks the other")
  func halves() {
    var left = frame(4)
    left.put("漢字", at: .zero)
    left.put("x", at: Point(x: 0, y: 0))
    #expect(left.text == "x 字")
    var right = frame(4)
    right.put("漢字", at: .zero)
    right.put("x", at: Point(x: 1, y: 0))
    #expect(right.text == " x字")
    var shifted = frame(4)
    shifted.put("漢字", at: .zero)
    shifted.put("語", at: Point(x: 1, y: 0))
    #expect(shifted.text == " 語")
    #expect(shifted.cells.map(\.width) == [1, 2, 0, 1])
  }

  @Test("Styles are kept with the cells, and a line can be restyled")
  func styles() {
    var frame = frame(6)
    frame.put([Span("GET", .accent), Span(" /", .text)], at: .zero, on: .selection)
    frame.restyle(Rect(x: 4, y: 0, width: 1, height: 1)) { $0 = $0.adding(.bold) }
    let runs = frame.runs(0)
    #expect(runs.map(\.text) == ["GET", " ", "/"])
    #expect(
      runs.map(\.style) == [
        Style(.accent, on: .selection), Style(.text, on: .selection), Style(.text, .bold, on: .selection),
      ])
  }

  @Test(
    "Spans scroll sideways over wide graphemes",
    arguments: [(0, "a漢字b"), (1, "漢字b"), (2, " 字b"), (3, "字b"), (5, "b"), (9, "")])
  func scrolled(skipping: Int, shown: String) {
    var frame = frame(6)
    frame.put([Span("a漢"), Span("字b", .accent)], at: .zero, skipping: skipping)
    #expect(frame.text == shown)
  }

  @Test("A box has its title in its edge and gives its inside")
  func box() {
    var frame = frame(10, 3)
    #expect(frame.box(frame.bounds, title: "Users") == Rect(x: 1, y: 1, width: 8, height: 1))
    #expect(frame.lines == ["┌ Users ─┐", "│        │", "└────────┘"])
    frame.box(frame.bounds, title: "漢字漢字")
    #expect(frame.lines[0] == "┌ 漢字… ─┐")
  }

  @Test("Boxes and fills of every small size stay inside", arguments: 0..<5, 0..<4)
  func tiny(width: Int, height: Int) {
    var frame = frame(width, height)
    frame.box(frame.bounds, title: "Title")
    frame.fill(frame.bounds.inset(-3), style: Style(.bar))
    #expect(frame.cells.allSatisfy { $0.style.role == .bar })
  }
}
