import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Saving rows", .timeLimit(.minutes(2)))
struct RowPatchTests {
  private static let block = """
    url: /
    headers: # all of them
      # first
      A: 1 # one
      B: '2'

      # last
      C: "3"
    docs: x

    """

  static let inLines: [Patch] = [
    Patch("a value", block, to: block.replacing("'2'", with: "'two'")) { $0.headers[1].value = "two" },
    Patch("a name", block, to: block.replacing("B:", with: "X-B:")) { $0.headers[1].name = "X-B" },
    Patch("a switch", block, to: block.replacing("A: 1", with: "~A: 1")) { $0.headers[0].isOn = false },
    Patch("all three", block, to: block.replacing("C: \"3\"", with: "~D: \"4\"")) {
      $0.headers[2] = Row("D", "4", isOn: false)
    },
    Patch("a row less", block, to: block.replacing("  A: 1 # one\n", with: "")) { $0.headers.removeFirst() },
    Patch("the last less", block, to: block.replacing("  C: \"3\"\n", with: "")) { $0.headers.removeLast() },
    Patch("a row more", block, to: block.replacing("  C: \"3\"\n", with: "  C: \"3\"\n  D: \"{{d}}\"\n")) {
      $0.headers.append(Row("D", "{{d}}"))
    },
    Patch("a row more in front", block, to: block.replacing("  A: 1", with: "  Z: 0\n  A: 1")) {
      $0.headers.insert(Row("Z", "0"), at: 0)
    },
    Patch("a row more between", block, to: block.replacing("'2'\n", with: "'2'\n  N: \"a: b\"\n")) {
      $0.headers.insert(Row("N", "a: b"), at: 2)
    },
    Patch("two rows less", block, to: "url: /\nheaders: # all of them\n  # first\n\n  # last\n  C: \"3\"\ndocs: x\n") {
      $0.headers.removeFirst(2)
    },
    Patch("none left", block, to: "url: /\ndocs: x\n") { $0.headers = [] },
    Patch("the first ever", "url: /\ndocs: x\n", to: "url: /\nheaders:\n  Accept: text/plain\n  ~B: \"#1\"\ndocs: x\n")
    {
      $0.headers = [Row("Accept", "text/plain"), Row("B", "#1", isOn: false)]
    },
    Patch("below a key without rows", "url: /\nheaders:\ndocs: x\n", to: "url: /\nheaders: { A: 1 }\ndocs: x\n") {
      $0.headers = [Row("A", "1")]
    },
  ]

  @Test("as a map, line by line", arguments: inLines)
  func maps(patch: Patch) throws { try patch.check() }

  private static let flow = "url: /\nquery: { a: 1, ~b: '2',  c: \"3\" } # q\n"

  static let inBraces: [Patch] = [
    Patch("a value", flow, to: flow.replacing("1", with: "\"1,5\"")) { $0.query[0].value = "1,5" },
    Patch("a switch", flow, to: flow.replacing("~b", with: "b")) { $0.query[1].isOn = true },
    Patch("the first less", flow, to: flow.replacing("a: 1, ", with: "")) { $0.query.removeFirst() },
    Patch("the second less", flow, to: flow.replacing("~b: '2',  ", with: "")) { $0.query.remove(at: 1) },
    Patch("the last less", flow, to: flow.replacing(",  c: \"3\"", with: "")) { $0.query.removeLast() },
    Patch("two less", flow, to: "url: /\nquery: { a: 1 } # q\n") { $0.query.removeLast(2) },
    Patch("one more", flow, to: flow.replacing("\"3\" }", with: "\"3\", d: x }")) { $0.query.append(Row("d", "x")) },
    Patch("one more in front", flow, to: flow.replacing("{ a", with: "{ d: x, a")) {
      $0.query.insert(Row("d", "x"), at: 0)
    },
    Patch("one changed, one less, one more", flow, to: "url: /\nquery: { a: 9, c: \"3\", e: 5 } # q\n") {
      $0.query = [Row("a", "9"), Row("c", "3"), Row("e", "5")]
    },
  ]

  @Test("as a map in braces, comma by comma", arguments: inBraces)
  func flows(patch: Patch) throws { try patch.check() }

  static let repeated: [Patch] = [
    Patch("a name repeated", "url: /\nquery: { tag: a }\n", to: "url: /\nquery: { tag: [a, b] }\n") {
      $0.query.append(Row("tag", "b"))
    },
    Patch("a repetition less", "url: /\nquery: { tag: [a, b], x: 1 }\n", to: "url: /\nquery: { tag: [a], x: 1 }\n") {
      $0.query.remove(at: 1)
    },
    Patch("one of a repetition off", "url: /\nquery:\n  tag: [a, b]\n", to: "url: /\nquery:\n  tag: [a]\n  ~tag: b\n") {
      $0.query[1].isOn = false
    },
    Patch(
      "in a block", "url: /\nquery:\n  tag:\n    - a # 1\n    - b # 2\n",
      to: "url: /\nquery:\n  tag:\n    - a # 1\n    - c\n    - b # 2\n"
    ) {
      $0.query.insert(Row("tag", "c"), at: 1)
    },
    Patch(
      "between others", "url: /\nheaders:\n  - A: 1\n  - { B: 2 } # b\n",
      to: "url: /\nheaders:\n  - A: 1\n  - { B: 2 } # b\n  - A: 3\n"
    ) {
      $0.headers.append(Row("A", "3"))
    },
    Patch(
      "one less", "url: /\nheaders:\n  - A: 1\n  - { B: 2 }\n  - A: 3 # c\n",
      to: "url: /\nheaders:\n  - { B: 2 }\n  - A: 3 # c\n"
    ) { $0.headers.removeFirst() },
    Patch(
      "two in an item", "url: /\nheaders:\n  - A: 1\n    B: 2\n  - A: 3\n",
      to: "url: /\nheaders:\n  - A: 1\n    ~B: 2\n  - A: 4\n"
    ) {
      $0.headers[1].isOn = false
      $0.headers[2].value = "4"
    },
    Patch("one less of an item", "url: /\nheaders:\n  - A: 1\n    B: 2\n", to: "url: /\nheaders:\n  - B: 2\n") {
      $0.headers.removeFirst()
    },
    Patch(
      "in brackets", "url: /\nheaders: [{ A: 1 }, { A: 2 }]\n", to: "url: /\nheaders: [{ A: 1 }, { B: 0 }, { A: 2 }]\n"
    ) { $0.headers.insert(Row("B", "0"), at: 1) },
    Patch("new, with a name between", "url: /\n", to: "url: /\nheaders:\n  - A: 1\n  - B: 2\n  - A: 3\n") {
      $0.headers = [Row("A", "1"), Row("B", "2"), Row("A", "3")]
    },
    Patch(
      "of a form", "url: /\nbody:\n  form:\n    a: 1 # x\n", to: "url: /\nbody:\n  form:\n    a: 1 # x\n    b: \" \"\n"
    ) { $0.body = .form([Row("a", "1"), Row("b", " ")]) },
    Patch(
      "for a map, when a name comes between", "url: /\nheaders:\n  A: 1\n  B: 2\ndocs: x\n",
      to: "url: /\nheaders:\n  - A: 1\n  - B: 2\n  - A: 3\ndocs: x\n"
    ) { $0.headers.append(Row("A", "3")) },
  ]

  @Test("as lists", arguments: repeated)
  func lists(patch: Patch) throws { try patch.check() }

  @Test("are not written again when a comment would be lost")
  func comments() throws {
    let error = #expect(throws: SaveError.self) {
      try RequestFile.patching("url: /\nheaders:\n  A: 1 # one\n  B: '#2'\n") { $0.headers.append(Row("A", "3")) }
    }
    #expect(error?.code == "save.cannotBePatched")
  }

  @Test("keep a name that would be read as turned off")
  func tilde() throws {
    let patched = try RequestFile.patching("url: /\n") { $0.query = [Row("~a", "1")] }
    #expect(patched == "url: /\nquery:\n  \\~a: 1\n")
  }
}
