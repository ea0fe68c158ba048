import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A file that is not YAML of ours", .timeLimit(.minutes(2)))
struct YAMLMistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let told: String
    var testDescription: String { told }

    init(_ text: String, _ told: String) {
      self.text = text
      self.told = told
    }
  }

  static let mistakes = [
    Mistake("a:\n\tb: 1\n", "a.yaml:2:1: error: found a tab; expected spaces [syntax]"),
    Mistake("a: @x\n", "a.yaml:1:4: error: a value cannot begin with “@” [syntax]"),
    Mistake("a: `x`\n", "a.yaml:1:4: error: a value cannot begin with “`” [syntax]"),
    Mistake("a: %x\n", "a.yaml:1:4: error: a value cannot begin with “%” [syntax]"),
    Mistake("a: b: c\n", "a.yaml:1:5: error: found a second “:” in one line [syntax]"),
    Mistake("a: 1\n  b: 2\n", "a.yaml:2:4: error: found a key indented below one that already has a value [syntax]"),
    Mistake("a:\n  b: 1\n c: 2\n", "a.yaml:3:2: error: the indentation matches no line above [syntax]"),
    Mistake("a: 'x'y\n", "a.yaml:1:7: error: found “y” after the value; expected the end of the line [syntax]"),
    Mistake("a: \"x\nb: 1\n", "a.yaml:3:1: error: the quote opened in line 1 is not closed [syntax]"),
    Mistake("a: [1, 2\nb: 3\n", "a.yaml:2:2: error: expected “,” or “]”; the bracket opened in line 1 [syntax]"),
    Mistake("a: { b [c] }\n", "a.yaml:1:8: error: expected “,” or “}”; the bracket opened in line 1 [syntax]"),
    Mistake("url: {{base}}/x\n", "a.yaml:1:14: error: a value that begins with {{ is read as a map [syntax]"),
    Mistake("url: {{base}}\n", "a.yaml:1:7: error: found a map as a key; expected text [key-is-no-text]"),
    Mistake("a\nb: 1\n", "a.yaml:2:2: error: found a key indented below one that already has a value [syntax]"),
    Mistake("a: *b\n", "a.yaml:1:4: error: found an alias (*), which workspace files cannot have [alias]"),
    Mistake("a: &b c\n", "a.yaml:1:4: error: found an anchor (&), which workspace files cannot have [anchor]"),
    Mistake("a: !b c\n", "a.yaml:1:4: error: found a tag (!), which workspace files cannot have [tag]"),
    Mistake(
      "a: 1\n---\nb: 2\n", "a.yaml:2:1: error: found a second document (---); a file has one [several-documents]"),
    Mistake(
      "a: 1\nb: 2\na: 3\n", "a.yaml:3:1: error: duplicate key “a”; the first is in line 1 [duplicate-key]"),
    Mistake("? [a]\n: 1\n", "a.yaml:1:3: error: found a list as a key; expected text [key-is-no-text]"),
    Mistake("日本: @x\n", "a.yaml:1:5: error: a value cannot begin with “@” [syntax]"),
    Mistake("a: \u{1B}[31m\n", "a.yaml:1:4: error: found the control character U+001B [control-character]"),
    Mistake("é: \u{85}x\u{9B}\n", "a.yaml:1:6: error: found the control character U+009B [control-character]"),
    Mistake("a: \u{FEFF}b\n", "a.yaml:1:4: error: found the control character U+FEFF [control-character]"),
  ]

  @Test("is refused with its place and what was expected", arguments: mistakes)
  func table(mistake: Mistake) {
    #expect(YAMLDocument.parse(mistake.text).diagnostics.map(\.description) == [mistake.told])
  }

  @Test("is refused when it is not UTF-8, with the byte")
  func invalidUTF8() {
    let document = YAMLDocument.parse(SourceText(file: "a.yaml", bytes: [0x61, 0x3A, 0x20, 0xC3, 0x28, 0x0A]))
    #expect(
      document.diagnostics.map(\.description) == [
        "a.yaml:1:4: error: the file is not UTF-8: found the byte 0xC3 [not-utf8]"
      ])
    #expect(document.root == nil)
  }

  @Test("is refused when UTF-8 ends in the middle of a character")
  func truncatedUTF8() {
    let document = YAMLDocument.parse(SourceText(file: "a.yaml", bytes: Array("a: ".utf8) + [0xE6, 0x97]))
    #expect(document.diagnostics.map(\.code) == [.notUTF8])
  }

  @Test("is refused when it is larger than a file may be")
  func tooLarge() {
    let document = YAMLDocument.parse(SourceText("a: 12345678\n"), limits: YAMLLimits(size: 10))
    #expect(
      document.diagnostics.map(\.description) == [
        "a.yaml:1:1: error: the file has 12 bytes; expected at most 10 [too-large]"
      ])
  }

  @Test("is refused when it is nested too deep, without using up the stack", arguments: ["[", "{a: ", "- ", "? "])
  func tooDeep(opening: String) {
    let document = YAMLDocument.parse(String(repeating: opening, count: 100_000))
    #expect(document.diagnostics.map(\.code) == [.tooDeep])
    #expect(document.diagnostics.first?.message == "lists and maps are nested deeper than 64 levels")
  }

  @Test("never has a mistake told with a character that a terminal would obey")
  func escapes() {
    let document = RequestDefinition.read("url: /\n\"a\\e[31m\": 1\n")
    #expect(document.diagnostics.first?.message == #"unknown key “a\u{1B}[31m” in a request"#)
  }
}
