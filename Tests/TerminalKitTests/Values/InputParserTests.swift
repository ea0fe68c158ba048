import Testing

@testable import TerminalKit

@Suite("Bytes from the terminal become events", .timeLimit(.minutes(2)))
struct InputParserTests {
  /// Key names, pastes in quotes, and everything else as it describes itself.
  private func read(_ text: String, in parser: inout InputParser) -> String {
    describe(parser.feed(Array(text.utf8)))
  }

  private func describe(_ events: [InputEvent]) -> String {
    events.map { event in
      switch event {
      case .key(let key): key.name
      case .paste(let text): "“\(text)”"
      case .mouse(let mouse): "\(mouse.action)@\(mouse.point.x),\(mouse.point.y)"
      default: "\(event)"
      }
    }.joined(separator: " ")
  }

  private static let cases: [(String, String)] = [
    ("a", "a"), ("é漢", "é 漢"), ("\r", "Enter"), ("\t", "Tab"), ("\u{7F}\u{8}", "Backspace Backspace"),
    ("\u{1}\u{1A}", "Ctrl-A Ctrl-Z"),
    ("\n", "Enter"), ("b\n]", "b Enter ]"), ("\0", "Ctrl-Space"), ("\u{1C}", "Ctrl-\\"), ("\u{1B}x", "Alt-x"),
    ("\u{1B}\r", "Alt-Enter"),
    ("\u{1B}é", "Alt-é"),
    ("\u{1B}[A\u{1B}OA", "Up Up"), ("\u{1B}[1;5C", "Ctrl-Right"), ("\u{1B}[1;3D", "Alt-Left"),
    ("\u{1B}[1;2H", "Shift-Home"),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6;5~", "Delete PageUp Ctrl-PageDown"), ("\u{1B}[15~\u{1B}[24~\u{1B}OP", "F5 F12 F1"),
    ("\u{1B}[Z", "Shift-Tab"),
    ("\u{1B}[97;5u\u{1B}[13;3u\u{1B}[27;5;13~", "Ctrl-A Alt-Enter Ctrl-Enter"), ("\u{1B}[27u", "Esc"),
    ("\u{1B}[57428u", ""),
    ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m", "press(TerminalKit.Mouse.Button.left)@9,4 release@9,4"),
    ("\u{1B}[<64;1;1M\u{1B}[<65;2;3M", "wheelUp@0,0 wheelDown@1,2"),
    ("\u{1B}[<35;4;4M", ""), ("\u{1B}[M !!", "press(TerminalKit.Mouse.Button.left)@0,0"), ("\u{1B}[I\u{1B}[O", ""),
    ("\u{1B}[?1;2cx", "x"),
    ("\u{1B}\u{1B}[A", "Esc Up"), ("\u{9B}A", "A"), ("\u{1B}[1\u{1B}[B", "Down"),
  ]

  @Test("Keys of every kind", arguments: cases)
  func keys(bytes: String, events: String) {
    var parser = InputParser()
    #expect(read(bytes, in: &parser) == events)
    #expect(parser.patience == nil)
  }

  @Test("The same, arriving byte by byte", arguments: cases)
  func piecemeal(bytes: String, events: String) {
    var parser = InputParser()
    let read = bytes.utf8.flatMap { parser.feed([$0]) }
    #expect(describe(read) == events)
  }

  @Test(
    "What is begun waits, and when nothing follows is what it is",
    arguments: [("\u{1B}", "Esc"), ("\u{1B}[", "Alt-["), ("\u{1B}O", "Alt-O"), ("\u{1B}[1;", ""), ("\u{1B}[M ", "")])
  func alone(bytes: String, events: String) {
    var parser = InputParser()
    #expect(read(bytes, in: &parser) == "")
    #expect(parser.patience == .milliseconds(25))
    #expect(describe(parser.flush()) == events)
    #expect(parser.patience == nil)
    #expect(read("x", in: &parser) == "x")
  }

  @Test("Bytes that are no UTF-8 become the sign for that, and nothing after them is lost")
  func invalid() {
    var parser = InputParser()
    #expect(describe(parser.feed([0xFF, 0x61, 0xC3, 0x28, 0xE2, 0x82])) == "� a � (")
    #expect(describe(parser.flush()) == "�")
    #expect(describe(parser.feed([0xED, 0xA0, 0x80, 0x62])).hasSuffix("b"))
  }

  @Test("A terminal's own sequences come first")
  func terminfo() {
    let console: [UInt8] = Array("\u{1B}[[A".utf8)
    var parser = InputParser(sequences: [
      console: .function(1), Array("\u{1B}[A".utf8): .character("U"), [0x7F]: .delete,
    ])
    #expect(read("\u{1B}[[A\u{1B}[A\u{7F}", in: &parser) == "F1 U Backspace")
  }

  @Test("A sequence without end is dropped, not hoarded")
  func endless() {
    var parser = InputParser()
    _ = read("\u{1B}[" + String(repeating: "1;", count: 100_000), in: &parser)
    #expect(parser.pending.count < 70)
  }

  @Test(
    "Pasted text is text, whatever it holds",
    arguments: [
      ("hello", "hello"), ("two\rlines\r\nthree\n", "two\nlines\nthree\n"),
      ("q:!\u{1B}[A\u{3}\u{1A}", "q:!\u{1B}[A\u{3}\u{1A}"),
      ("\u{1B}[200~nested", "\u{1B}[200~nested"), ("\u{1B}[201", "\u{1B}[201"), ("\u{1B}", "\u{1B}"), ("", ""),
      ("漢字", "漢字"),
      ("a\u{1B}[201~:quit\r", "a\u{1B}[201~:quit\n"),
    ])
  func paste(text: String, pasted: String) {
    var parser = InputParser()
    #expect(read("\u{1B}[200~\(text)\u{1B}[201~x", in: &parser) == "“\(pasted)” x")
  }

  @Test("A paste arrives in pieces of any size", arguments: 1...9)
  func pieces(size: Int) {
    var parser = InputParser()
    let bytes = Array("\u{1B}[200~a\u{1B}[20b\u{1B}[201~\u{1B}[A".utf8)
    var events: [InputEvent] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += parser.feed(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(describe(events) == "“a\u{1B}[20b” Up")
  }

  @Test("Two pastes in one piece stay two")
  func twoPastes() {
    var parser = InputParser()
    #expect(read("\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~", in: &parser) == "“a” “b”")
  }

  @Test("A paste whose end never comes ends when the line falls silent")
  func unended() {
    var parser = InputParser()
    #expect(read("\u{1B}[200~half", in: &parser) == "")
    #expect(parser.patience == .seconds(2))
    #expect(describe(parser.flush()) == "“half”")
    #expect(read("j", in: &parser) == "j")
  }

  @Test("A paste without measure is cut, and the keys after it are heard")
  func huge() {
    var parser = InputParser(pasteLimit: 1000)
    _ = parser.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<5 { _ = parser.feed([UInt8](repeating: 0x61, count: 250)) }
    let events = parser.feed(Array("\u{1B}[201~j".utf8))
    guard case .paste(let text) = events.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == 1000)
    #expect(events.last == .key(.character("j")))
  }
}
