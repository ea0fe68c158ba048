import Testing

@testable import TerminalKit

@Suite("Editing follows the keys of shells and editors", .timeLimit(.minutes(2)))
struct EditorTests {
  /// `|` is the cursor, `[` the other end of a selection; lines are parted by `/`.
  private func show(_ core: EditorCore) -> String {
    var lines = core.storage.lines.map { $0.characters.map(String.init) }
    func mark(_ sign: String, _ place: TextPosition) {
      if place.character < lines[place.line].count {
        lines[place.line][place.character] = sign + lines[place.line][place.character]
      } else {
        lines[place.line].append(sign)
      }
    }
    if let anchor = core.selection.map({ $0.lowerBound == core.cursor ? $0.upperBound : $0.lowerBound }) {
      mark("[", anchor)
    }
    mark("|", core.cursor)
    return lines.map { $0.joined() }.joined(separator: "/")
  }

  private func core(_ text: String) throws -> EditorCore {
    let lines = text.split(separator: "/", omittingEmptySubsequences: false)
    var core = EditorCore(lines.joined(separator: "\n").replacing("|", with: ""))
    let line = try #require(lines.firstIndex { $0.contains("|") })
    let before = lines[line].prefix { $0 != "|" }
    core.move(to: TextPosition(line: line, character: before.count))
    return core
  }

  @Test(
    "Before, keys, after",
    arguments: [
      ("|", "a b", "ab|"), ("ab|", "Backspace", "a|"), ("|ab", "Backspace", "|ab"), ("a|b", "Delete", "a|"),
      ("ab|", "Delete", "ab|"),
      ("a|b", "Left Left Left", "|ab"), ("a|b", "Home x", "x|ab"), ("a|b", "C-e x", "abx|"),
      ("one two|", "C-w", "one |"),
      ("one two |", "C-w", "one |"), ("one.two|", "Alt-Backspace Alt-Backspace", "|"), ("|one two", "Alt-d", "| two"),
      ("one| two three", "Ctrl-Right", "one two| three"), ("one two|", "Alt-Left Alt-b", "|one two"),
      ("ab|cd", "C-u", "|cd"),
      ("ab|cd", "C-k", "ab|"), ("ab|/cd", "C-k", "ab|cd"), ("/|ab", "Backspace", "|ab"),
      ("ab/|cd", "Backspace", "ab|cd"), ("a|/b", "Delete", "a|b"),
      ("a|/b", "Right", "a/|b"), ("a/|b", "Left", "a|/b"), ("ab|c", "S-Left S-Left", "|ab[c"),
      ("ab|c", "S-Left x", "ax|c"),
      ("ab|c", "S-Left Backspace", "a|c"), ("ab|c", "S-Home Right", "ab|c"), ("ab|c", "S-End Left", "ab|c"),
      ("a|b/cd", "C-End", "ab/cd|"),
      ("ab/c|d", "C-Home", "|ab/cd"), ("漢字|", "Backspace", "漢|"), ("👩‍💻|", "Backspace", "|"),
      ("a/b|", "C-Home C-k C-k", "|b"),
    ])
  func table(before: String, keys: String, after: String) throws {
    var core = try core(before)
    for key in try KeySequence(keys).keys { _ = core.handle(key) }
    #expect(show(core) == after)
  }

  @Test(
    "Undo takes back words, and redo brings them again",
    arguments: [
      ("|", "o n e Space t w o C-_", "one |"), ("|", "o n e Space t w o C-_ C-_", "|"),
      ("|", "o n e Space t w o C-_ C-_ C-r", "one |"),
      ("abc|", "Backspace Backspace C-_", "abc|"), ("abc|", "Backspace x C-_ C-_", "abc|"),
      ("one two|", "C-w C-w C-_ C-_", "one two|"),
      ("abc|", "C-_", "abc|"), ("abc|", "Backspace C-_ C-r", "ab|"), ("abc|", "Backspace C-_ x C-r", "abcx|"),
      ("a|", "b Left c C-_", "a|b"),
      ("ab/|cd", "Backspace C-_", "ab/|cd"), ("é|", "\u{301} C-_", "é|"),
    ])
  func undo(before: String, keys: String, after: String) throws {
    var core = try core(before)
    for key in try KeySequence(keys).keys { _ = core.handle(key) }
    #expect(show(core) == after)
  }

  @Test("Everything can be undone to the start and redone to the end, whatever was done")
  func roundTrip() {
    var random = SplitMix(state: 7)
    let keys: [Key] = [
      .character("a"), .character(" "), .character("漢"), .character("\u{301}"), .character("🇩"), .backspace, .delete,
      .left, .right, .home, .up,
      Key(.left, .shift), .control("w"), .control("k"), .control("u"),
    ]
    let texts = ["x\ny", "\n", "e", "\u{301}", "👩", "\u{200D}💻", "🇪"]
    for _ in 0..<60 {
      var core = EditorCore("start\nof it")
      for _ in 0..<40 {
        if random.next() % 4 == 0 { core.insert(texts[Int(random.next() % UInt64(texts.count))]) }
        _ = core.handle(keys[Int(random.next() % UInt64(keys.count))])
      }
      let end = core.text
      while core.undo() {}
      #expect(core.text == "start\nof it")
      while core.redo() {}
      #expect(core.text == end)
    }
  }

  @Test("A mark typed after a letter joins it, and is deleted with it")
  func combining() throws {
    var core = try core("e|x")
    core.type("\u{301}")
    #expect(show(core) == "e\u{301}|x")
    _ = core.handle(.backspace)
    #expect(show(core) == "|x")
  }

  @Test("A text comes out as it went in", arguments: ["", "\n", "a\r\nb\r\n", "tab\there", "\u{FEFF}{}", "a\n\n"])
  func faithful(text: String) {
    #expect(EditorCore(text).text == text)
  }

  @Test("Keys that mean nothing here are for others", arguments: ["Esc", "F5", "Ctrl-S", "Alt-Enter", "Tab"])
  func ignored(name: String) throws {
    var core = try core("a|b")
    let key = try Key(name: name)
    #expect(core.handle(key) == .ignored)
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
