import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The tree of a YAML file", .timeLimit(.minutes(2)))
struct YAMLTreeTests {
  @Test("keeps the order of keys, and reads every scalar as a string")
  func order() throws {
    let document = YAMLDocument.parse("b: yes\na: 1.50\nc: [~, null, {d: 0x10}]\n")
    #expect(document.root?.outline == "{b: 'yes', a: '1.50', c: ['~', 'null', {d: '0x10'}]}")
    #expect(document.diagnostics.isEmpty)
  }

  @Test("keeps the style of each scalar")
  func styles() throws {
    let root = try #require(YAMLDocument.parse("- a\n- 'b'\n- \"c\"\n- |\n  d\n- >\n  e\n").root)
    let expected: [YAMLNode.Content] = [
      .scalar("a", .plain), .scalar("b", .singleQuoted), .scalar("c", .doubleQuoted), .scalar("d\n", .literal),
      .scalar("e\n", .folded),
    ]
    #expect(root.items?.map(\.content) == expected)
  }

  @Test("gives each value the bytes it stands in")
  func ranges() throws {
    let text = "a: 'it''s' # note\nb: { c: [1, 2] }\nd:\n  - x\n\n# end\n"
    let root = try #require(YAMLDocument.parse(text).root)
    #expect(root["a"]?.written(in: text) == "'it''s'")
    #expect(root["b"]?.written(in: text) == "{ c: [1, 2] }")
    #expect(root["b"]?["c"]?.written(in: text) == "[1, 2]")
    #expect(root["d"]?.written(in: text) == "- x")
  }

  @Test(
    "counts bytes where libyaml counts characters",
    arguments: ["é: ö\nb: ü", "日本: 語\nb: 文", "👩‍💻: 🙂\nb: 🚀", "e\u{301}: x\nb: 'ñ'"])
  func beyondASCII(text: String) throws {
    let root = try #require(YAMLDocument.parse(text).root)
    let last = text.split(separator: " ").last.map(String.init)
    #expect(root["b"]?.written(in: text) == last)
    #expect(root["b"]?.place.line == 2)
    #expect(root["b"]?.place.column == 4)
  }

  @Test("counts columns in characters, not in bytes")
  func columns() throws {
    let root = try #require(YAMLDocument.parse("{ ключ: значение, b: 1 }").root)
    #expect(root["b"]?.place.column == 22)
  }

  @Test("reads a line of very many values, and knows the column of each", .timeLimit(.minutes(3)))
  func longLine() throws {
    let count = 200_000
    let text = "é: [\(Array(repeating: "é", count: count).joined(separator: ","))]\nb: 1\n"
    let root = try #require(YAMLDocument.parse(text).root)
    #expect(root["é"]?.items?.map(\.place.column) == (0..<count).map { 5 + 2 * $0 })
    #expect(root["b"]?.place.column == 4)
  }

  @Test("takes a byte order mark as no part of the text")
  func byteOrderMark() throws {
    let text = "\u{FEFF}a: ä\nb: 1\n"
    let document = YAMLDocument.parse(text)
    let entry = try #require(document.root?.entries?.first)
    #expect(entry.key.value == "a")
    #expect(entry.key.place?.column == 1)
    #expect(entry.key.place?.range == 3..<4)
    #expect(document.root?["b"]?.written(in: text) == "1")
  }

  @Test("counts a line once, however it ends", arguments: ["\n", "\r\n", "\r"])
  func lineEndings(ending: String) throws {
    let text = ["a: 1", "b: |", "  x", "  y", "c: 3", ""].joined(separator: ending)
    let root = try #require(YAMLDocument.parse(text).root)
    #expect(root["b"]?.text == "x\ny\n")
    #expect(root["c"]?.place.line == 5)
    #expect(root["c"]?.written(in: text) == "3")
  }

  @Test("ends where the text ends, with or without a last line break", arguments: ["a: xyz", "a: xyz\n"])
  func lastLine(text: String) throws {
    #expect(YAMLDocument.parse(text).root?["a"]?.written(in: text) == "xyz")
  }

  @Test("is absent for a file that is empty", arguments: ["", "\n\n", "# only a note\n", "---\n", "\u{FEFF}"])
  func nothing(text: String) {
    let document = YAMLDocument.parse(text)
    #expect(document.root == nil)
    #expect(document.diagnostics.isEmpty)
  }

  @Test("goes on after what can be left out, and tells every mistake")
  func several() {
    let document = YAMLDocument.parse("a: &x 1\nb: *x\nc: !tag 2\na: 3\nd: 4\n")
    #expect(document.diagnostics.map(\.code) == [.anchor, .alias, .tag, .duplicateKey])
    #expect(document.root?["d"]?.text == "4")
    #expect(document.root?["a"]?.text == "1")
  }

  @Test("compares values without their styles and places")
  func sameValues() throws {
    let block = try #require(YAMLDocument.parse("a: [1, 'x']\nb: {c: d}\n").root)
    let flow = try #require(YAMLDocument.parse("{a: ['1', x], b: {c: \"d\"}}").root)
    let swapped = try #require(YAMLDocument.parse("b: {c: d}\na: [1, x]").root)
    #expect(block.hasSameValues(as: flow))
    #expect(!block.hasSameValues(as: swapped))
  }
}
