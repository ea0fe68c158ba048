import ParleyText
import Testing

@Suite("Text in Markdown", .timeLimit(.minutes(1)))
struct MarkdownTests {
  @Test(
    "pieces are set off by marks that are closed, and by no others",
    arguments: [
      ("a **bold** and *em* end", ["a ", "B bold", " and ", "E em", " end"]), ("2 * 3 * 4", ["2 * 3 * 4"]),
      ("snake_case_name", ["snake_case_name"]), ("***both***", ["BE both"]), (#"\*not\*"#, ["*not*"]),
      ("`code *x*` and `open", ["C code *x*", " and `open"]), ("*a **b** c*", ["E a ", "BE b", "E  c"]),
      ("see [it](https://x.y/a_b)", ["see ", "it → https://x.y/a_b"]), ("[a] (b) **c", ["[a] (b) **c"]),
      ("<https://a.b> < c", ["https://a.b → https://a.b", " < c"]),
    ])
  func runs(text: String, pieces: [String]) {
    let found = MarkdownRun.runs(of: text).map { run in
      let marks = [(MarkdownRun.Marks.strong, "B"), (.emphasis, "E"), (.code, "C")]
        .filter { run.marks.contains($0.0) }.map(\.1).joined()
      return (marks.isEmpty ? "" : marks + " ") + run.text + (run.link.map { " → \($0)" } ?? "")
    }
    #expect(found == pieces)
  }

  @Test("a text without its marks has a line for each paragraph and point")
  func plain() {
    let text = """
      # Title #
      One paragraph
      goes *on*.

      1. first
      2) second
         of two
      > quoted

      Under
      -----
      | a | b |
      |---|---|
      | 1 | 2 |
      """
    let lines = [
      "Title", "One paragraph goes on.", "", "1. first", "2. second of two", "quoted", "", "Under", "| a | b |",
      "| 1 | 2 |",
    ]
    #expect(text.withoutMarkdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == lines)
  }

  @Test("a long text with nothing but opened marks is read in time")
  func hostile() {
    let text = String(repeating: "*a [b `c _d ", count: 2_000)
    #expect(MarkdownRun.runs(of: text).plain.contains("*a [b"))
  }
}
