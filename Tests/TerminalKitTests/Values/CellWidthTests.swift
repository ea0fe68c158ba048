import Testing

@testable import TerminalKit

@Suite("Cell widths agree with terminals", .timeLimit(.minutes(2)))
struct CellWidthTests {
  @Test(
    "Columns of a grapheme",
    arguments: [
      ("a", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("─", 1), ("█", 1), ("⣿", 1), ("•", 1), ("…", 1), ("α", 1),
      ("Ж", 1),
      ("漢", 2), ("か\u{3099}", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("｡", 1), ("\u{3000}", 2),
      ("🙂", 2), ("👍🏽", 2), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2),
      ("⛓", 1), ("✓", 1), ("✎", 1), ("⚡", 2), ("©", 1), ("क", 1), ("कि", 2), ("ก\u{E33}", 2), ("ก\u{E34}", 1), ("עִ", 1),
      ("\u{20000}", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(CellWidth.columns(of: text) == columns)
  }

  @Test(
    "Cutting text at a column never splits a grapheme",
    arguments: [
      ("plain", 3, "pla", 3), ("漢字", 3, "漢", 2), ("a👩‍💻b", 2, "a", 1), ("e\u{301}x", 1, "e\u{301}", 1), ("", 5, "", 0),
      ("x", 0, "", 0),
    ])
  func prefix(text: String, limit: Int, shown: String, columns: Int) {
    let prefix = CellWidth.prefix(of: text, fitting: limit)
    #expect(prefix.text == shown)
    #expect(prefix.columns == columns)
  }

  @Test(
    "What was cut ends in an ellipsis",
    arguments: [
      ("users", 5, "users"), ("users", 4, "use…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("ab", 1, "…"), ("ab", 0, ""),
    ])
  func truncated(text: String, limit: Int, shown: String) {
    #expect(CellWidth.truncated(text, to: limit) == shown)
  }

  @Test("A grapheme of several spacing characters falls into what a terminal puts into cells of its own")
  func units() {
    #expect(CellWidth.units(of: "कि").map(\.unicodeScalars.count) == [1, 1])
    #expect(CellWidth.units(of: "👩‍💻") == ["👩‍💻"])
    #expect(CellWidth.units(of: "e\u{301}") == ["e\u{301}"])
  }
}
