import Testing

@testable import TerminalKit

@Suite("What is sent for a grapheme fills its columns on every terminal", .timeLimit(.minutes(2)))
struct GlyphsTests {
  /// Measures as the C library of Debian 12 does.
  private let glyphs = Glyphs(isASCIIOnly: false) { scalar in
    switch scalar.value {
    case 0x0300...0x036F, 0x200D, 0xFE0F, 0x20E3: 0
    case 0x1F300...0x1F3F2, 0x1F3F8...0x1F64F, 0x4E00...0x9FFF: 2
    case 0x1FAE8: -1
    default: 1
    }
  }

  @Test(
    "Agreed graphemes go as they are, the others as their first character and blanks",
    arguments: [
      ("漢", 2, "漢"), ("e\u{301}", 1, "e\u{301}"), ("🙂", 2, "🙂"), ("─", 1, "─"), ("👩‍💻", 2, "👩"), ("👍🏽", 2, "👍"),
      ("❤\u{FE0F}", 2, "❤ "), ("1\u{FE0F}\u{20E3}", 2, "1 "), ("🇩🇪", 2, "DE"), ("🏳️‍🌈", 2, "🏳 "),
      ("\u{1FAE8}", 2, "\u{FFFD} "),
    ])
  func drawn(grapheme: Character, columns: Int, sent: String) {
    #expect(glyphs.drawn(grapheme, columns: columns) == sent)
  }

  @Test(
    "Without UTF-8 there are stand-ins of the same width",
    arguments: [("─", 1, "-"), ("▾", 1, "v"), ("漢", 2, "? "), ("é", 1, "?")])
  func ascii(grapheme: Character, columns: Int, sent: String) {
    #expect(Glyphs(isASCIIOnly: true) { _ in 1 }.drawn(grapheme, columns: columns) == sent)
  }
}
