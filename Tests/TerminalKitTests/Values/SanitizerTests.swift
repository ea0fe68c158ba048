import Testing

@testable import TerminalKit

@Suite("Text from outside becomes harmless before it is drawn", .timeLimit(.minutes(2)))
struct SanitizerTests {
  @Test(
    "What steers, hides or disguises becomes a visible sign",
    arguments: [
      ("a\u{1B}[31mred", "a␛[31mred"), ("\u{0}\u{7}\u{8}\r\n\t", "␀␇␈␍␊␉"), ("\u{7F}", "␡"), ("\u{9B}31m", "·31m"),
      ("\u{85}", "·"),
      ("a\u{202E}gpj", "a·gpj"), ("\u{2066}x\u{2069}", "·x·"), ("pay\u{200B}pal", "pay·pal"), ("\u{FEFF}{", "·{"),
      ("a\u{2028}b", "a·b"),
      ("soft\u{AD}hyphen", "soft·hyphen"), ("\u{3164}", "·"), ("a\u{200D}b", "a·b"), ("\u{FFFE}", "�"),
      ("\u{E0041}", "·"),
    ])
  func replaced(text: String, shown: String) {
    #expect(Sanitizer.visible(text) == shown)
  }

  @Test(
    "What is only foreign stays as it is",
    arguments: ["plain ASCII ~", "Grüße", "漢字", "👩‍💻 👍🏽 🇩🇪 ❤\u{FE0F} 1\u{FE0F}\u{20E3}", "עִבְרִית", "हिन्दी", "┌─┐", "\u{A0}"])
  func kept(text: String) {
    #expect(Sanitizer.visible(text) == text)
  }

  @Test("A mark without a letter gets a place to stand on")
  func loneMark() {
    #expect(Sanitizer.visible("\u{301}") == "◌\u{301}")
  }

  @Test("A letter keeps three marks of a tower")
  func tower() {
    let tower = "a" + String(repeating: "\u{301}", count: 500)
    #expect(Sanitizer.visible(tower).unicodeScalars.count == 4)
  }

  @Test("Every scalar there is comes out drawable, and none as a control")
  func everyScalar() {
    var drawn: [String] = []
    for value in [UInt32(0)...0x1FFFF, 0xE0000...0xE0FFF].joined() {
      guard let scalar = Unicode.Scalar(value), Sanitizer.sign(for: scalar) == nil else { continue }
      if [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory) {
        drawn.append(String(value, radix: 16))
      }
    }
    #expect(drawn == [])
  }

  @Test("Hidden tags behind an emoji are dropped")
  func tags() {
    let flag = "🏴\u{E0067}\u{E0062}\u{E007F}"
    #expect(Sanitizer.visible(flag) == "🏴")
  }
}
