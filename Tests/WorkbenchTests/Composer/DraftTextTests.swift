import Testing

@testable import WorkbenchParts
@testable import WorkbenchState

@Suite("The JSON of a draft", .timeLimit(.minutes(2))) struct DraftTextTests {
  @Test(
    "may have templates wherever a value or text may stand",
    arguments: [
      "", "  ", "{}", #"{ "a": {{count}}, "b": "x {{name}} y" }"#, #"[{{a}}, {{prompt("say \"hi\"")}}]"#,
      #"{"a": "{{base64(prompt("x"))}}"}"#, "{{whole}}", "{\n \"a\": {{\n b }}\n}",
    ])
  func good(text: String) {
    #expect(DraftMistake.inJSON(text) == nil)
  }

  @Test(
    "with a mistake names line and column",
    arguments: [
      ("{ \"a\": }", 0, 7), ("{\n  \"a\": 1\n  \"b\": 2\n}", 2, 2), ("[1, 2", 0, 5), ("{\"é\": tru}", 0, 9),
      ("{ \"a\": {{x}} {{y}} }", 0, 13),
    ])
  func mistakes(text: String, line: Int, column: Int) throws {
    let mistake = try #require(DraftMistake.inJSON(text))
    #expect((mistake.line, mistake.column) == (line, column))
    #expect(mistake.sentence.hasPrefix("Line \(line + 1), column"))
  }

  @Test("is laid out again without touching digits, escapes or templates")
  func format() {
    let text =
      #"{"n":1.000e5,"s":"a\u00e9\"{","t":{{ count }},"u":"{{prompt("}")}}","e":[ ],"o":{},"l":[1,{"x":null}]}"#
    let formatted = """
      {
        "n": 1.000e5,
        "s": "a\\u00e9\\"{",
        "t": {{ count }},
        "u": "{{prompt("}")}}",
        "e": [],
        "o": {},
        "l": [
          1,
          {
            "x": null
          }
        ]
      }
      """
    #expect(JSONFormatter.format(text) == formatted)
    #expect(JSONFormatter.format(formatted) == formatted)
    #expect(JSONFormatter.format(text + "\n") == formatted + "\n")
  }

  @Test("undo goes back step by step, and forth until something else is done")
  func undo() {
    var history = UndoHistory<Int>()
    history.willChange(0)
    history.willChange(1, group: "typing")
    history.willChange(2, group: "typing")
    #expect(history.undo(3) == 1)
    #expect(history.undo(1) == 0)
    #expect(history.undo(0) == nil)
    #expect(history.redo(0) == 1)
    history.willChange(1)
    #expect(!history.canRedo)
  }
}
