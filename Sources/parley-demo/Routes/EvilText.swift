import ParleyEngine

/// Text that must never reach a terminal as it is: every kind of sequence that moves, erases, renames, answers or
/// deceives.
enum EvilText {
  static let titleChange = "\u{1B}]0;owned by a header\u{7}"
  static let colour = "\u{1B}[31mred\u{1B}[0m and \u{9B}32mgreen"
  static let fileName = "\u{1B}[2Jinvoice\u{202E}gpj.exe"

  static let body: [UInt8] = lines.flatMap { Array("\($0.what): ".utf8) + $0.bytes + [UInt8(ascii: "\n")] }

  static let json: JSONValue = .object(
    JSONObject(lines.map { ("\($0.what) \u{1B}[7m", .string(String(decoding: $0.bytes, as: UTF8.self))) }))

  private struct Line {
    let what: String
    let bytes: [UInt8]

    init(_ what: String, _ text: String) { self.init(what, bytes: Array(text.utf8)) }

    init(_ what: String, bytes: [UInt8]) {
      self.what = what
      self.bytes = bytes
    }
  }

  private static let lines = [
    Line("clear the screen", "\u{1B}[2J\u{1B}[H"),
    Line("set the title", "\u{1B}]0;owned by a body\u{7}"),
    Line("set the title, other ending", "\u{1B}]2;owned\u{1B}\\"),
    Line("alternate screen", "\u{1B}[?1049h"),
    Line("hide the cursor", "\u{1B}[?25l"),
    Line("mouse reports on", "\u{1B}[?1000h\u{1B}[?1006h"),
    Line("ask for an answer", "\u{1B}[6n\u{1B}[c\u{1B}[>c\u{1B}P+q544e\u{1B}\\"),
    Line("write the clipboard", "\u{1B}]52;c;cm0gLXJmIH4=\u{7}"),
    Line("a link that is another", "\u{1B}]8;;http://evil.example/\u{1B}\\http://good.example/\u{1B}]8;;\u{1B}\\"),
    Line("end of paste, then keys", "\u{1B}[201~q:quit\r"),
    Line("other character set", "\u{1B}(0lqqk\u{0E}\u{0F}"),
    Line("colours that stay", "\u{1B}[5;7;31;42mloud"),
    Line("8-bit controls in UTF-8", "\u{9B}2J\u{9D}0;owned\u{9C}"),
    Line("8-bit controls as bytes", bytes: [0x9B, 0x32, 0x4A, 0x9D, 0x30, 0x3B, 0x78, 0x9C]),
    Line("broken UTF-8", bytes: [0xC3, 0x28, 0xFF, 0xFE, 0xED, 0xA0, 0x80, 0xF8, 0x88, 0x80, 0x80, 0x80, 0xC0, 0xAF]),
    Line("control characters", bytes: Array(0...0x09) + [0x0B, 0x0C] + Array(0x0E...0x1F) + [0x7F]),
    Line("back over what was said", "good\u{8}\u{8}\u{8}\u{8}evil\rover"),
    Line("right-to-left override", "\u{202E}txt.exe\u{202C} \u{2066}isolated\u{2069}"),
    Line("unended sequence", "\u{1B}["),
  ]
}
