import ParleyEngine
import ParleyText
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("What may be printed", .timeLimit(.minutes(1)))
struct PrintableTests {
  /// What a terminal would act on: the clipboard (OSC 52), links (OSC 8), device control strings, a title, C1 controls.
  static let hostile = [
    "\u{1B}]52;c;ZXZpbA==\u{07}", "\u{1B}]8;;https://evil.example\u{1B}\\here\u{1B}]8;;\u{1B}\\",
    "\u{1B}P$q\"p\u{1B}\\", "\u{1B}]0;title\u{07}", "\u{9B}2J", "\u{9D}52;c;ZXZpbA==\u{9C}", "a\u{7F}b", "a\u{202E}b",
    "a\u{2028}b", "one\u{200B}\u{2060}\u{FEFF}two", "tag\u{E0041}",
  ]

  @Test("no control, no turned direction and nothing unseen is left in a sentence, and it stays as it is printed again")
  func sentences() {
    for text in Self.hostile {
      let shown = Printable.text(text)
      #expect(shown.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F }, "\(shown)")
      #expect(Printable.text(shown) == shown)
    }
    #expect(Printable.text("a\u{1B}[31m\n") == "a\\u{1B}[31m\\n")
    #expect(Printable.lines("a\n\tb\r") == "a\n\tb\\r")
  }

  @Test("what languages and emoji need stays", arguments: ["naïve", "é\u{323}", "漢字", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ✌️ 🇨🇭", "한글", "हिन्दी", "שָׁלוֹם"])
  func languages(text: String) {
    #expect(Printable.text(text) == text)
    #expect(Printable.json(Array(text.utf8)) == Array(text.utf8))
  }

  @Test("marks that pile up on a letter are cut to three, with a sign; one without a letter gets a place of its own")
  func marks() {
    let storm = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    #expect(Array(Printable.text(storm).unicodeScalars) == Array("a\u{301}\u{301}\u{301}…b".unicodeScalars))
    #expect(Array(Printable.text("\u{301}").unicodeScalars) == ["◌", "\u{301}"])
    let hangul = "\u{1100}" + String(repeating: "\u{1161}", count: 50)
    #expect(Printable.text(hangul).unicodeScalars.count == 5)
    let joined = String(repeating: "👩\u{200D}", count: 100) + "👩"
    #expect(Printable.text(joined).contains("\\u{200D}"))
  }

  @Test("JSON says the same with escapes, to the last scalar")
  func json() throws {
    let texts = Self.hostile + ["a" + String(repeating: "\u{301}", count: 40), "\u{301}x", "👩‍👧", "\"\\\n"]
    let value = JSONValue.array(texts.map { .object([$0: .string($0)]) })
    let bytes = Printable.json(JSONPrinter.pretty.bytes(of: value))
    #expect(try JSONValue(parsing: bytes) == value)
    let document = String(decoding: bytes, as: UTF8.self)
    let rest = document.replacing("👩‍👧", with: "").unicodeScalars.filter { !$0.isASCII && $0 != "\u{301}" }
    #expect(rest.isEmpty)
    #expect(!document.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
  }

  @Test(
    "a command for a shell does the same with escapes", arguments: PrintableTests.hostile + ["it's\u{1B}\\n", "plain"])
  func command(text: String) async throws {
    let quoted = "'\(text.replacing("'", with: "'\\''"))'"
    let command = Printable.command("printf %s \(quoted) \"$TOKEN\"")
    #expect(command.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
    let shell = try await FinishedProcess.run("/bin/bash", ["-c", command], environment: ["LC_ALL": "C.UTF-8"])
    #expect(shell.output == Array(text.utf8))
  }
}
