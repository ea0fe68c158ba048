import Testing

@testable import TerminalKit

@Suite("Keys have names", .timeLimit(.minutes(2)))
struct KeyTests {
  @Test(
    "A name is read in all its spellings and printed in one",
    arguments: [
      ("g", "g"), ("G", "G"), ("C-s", "Ctrl-S"), ("ctrl-S", "Ctrl-S"), ("Alt-Enter", "Alt-Enter"), ("M-x", "Alt-x"),
      ("M-X", "Alt-X"),
      ("f5", "F5"), ("F12", "F12"), ("F", "F"), ("Space", "Space"), ("C-Space", "Ctrl-Space"),
      ("Shift-Tab", "Shift-Tab"), ("Backtab", "Shift-Tab"), ("Alt-Shift-Tab", "Alt-Shift-Tab"),
      ("S-Up", "Shift-Up"),
      ("pgdn", "PageDown"), ("escape", "Esc"), ("Return", "Enter"), ("Alt-→", "Alt-Right"), ("-", "-"),
      ("C--", "Ctrl--"), (":", ":"),
      ("Ctrl-Alt-Delete", "Ctrl-Alt-Delete"), ("C-M-a", "Ctrl-Alt-A"), ("ä", "ä"), ("S-a", "A"),
    ])
  func names(spelling: String, name: String) throws {
    let key = try Key(name: spelling)
    #expect(key.name == name)
    #expect(try Key(name: key.name) == key)
  }

  @Test("A name that no key has is refused", arguments: ["", "C-", "Hyper-x", "F0", "F99", "ab", "Ctrl-ab", " "])
  func unknown(name: String) {
    #expect(throws: KeyNameError(name: name)) { try Key(name: name) }
  }

  @Test("Arrows are arrows on the screen")
  func labels() throws {
    #expect(try KeySequence("g Alt-Right").label == "g Alt-→")
  }

  @Test("Only a plain character types text")
  func typed() throws {
    #expect(Key.character("é").typed == "é")
    #expect(Key.control("s").typed == nil)
    #expect(Key.enter.typed == nil)
  }
}
