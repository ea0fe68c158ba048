import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Files of elements", .timeLimit(.minutes(2))) struct ElementRowsTests {
  private func elements(_ text: String, _ format: ElementFile.Format = .csv) throws -> JSONValue {
    .array(try ElementRows.elements(in: Array(text.utf8), as: format, named: "data.\(format.rawValue)"))
  }

  @Test("Rows become objects by the header; quotes hold separators, line breaks and quotes")
  func csv() throws {
    let text = "\u{FEFF}id,name,note\r\n1,Ada,\"a, b\"\n\n2,\"Grace \"\"G\"\"\",\"two\nlines\"\r\n3,,"
    #expect(
      try elements(text) == [
        ["id": "1", "name": "Ada", "note": "a, b"], ["id": "2", "name": #"Grace "G""#, "note": "two\nlines"],
        ["id": "3", "name": "", "note": ""],
      ])
    #expect(try elements("a\tb\n1,2\t3", .tsv) == [["a": "1,2", "b": "3"]])
    #expect(try elements("") == [] && elements("a,b\n") == [])
  }

  @Test("JSON is a list, JSON lines are one value each")
  func json() throws {
    #expect(try elements("[1, {\"a\": 2}]", .json) == [1, ["a": 2]])
    #expect(try elements("{\"a\": 1}\r\n\n[2]\n", .jsonl) == [["a": 1], [2]])
  }

  @Test(
    "A mistake is told with its place",
    arguments: [
      ("a,b\n1,2\n3\n", ElementFile.Format.csv, "data.csv:3", "data.csv has 1 column in line 3, and 2 in its header."),
      ("a,a\n", .csv, "data.csv:1", "data.csv has two columns named “a”."),
      ("a\n\"x\ny\n", .csv, "data.csv:2", "A quote of data.csv is not closed."),
      ("a\n\"x\"y\n", .csv, "data.csv:2", "A cell of data.csv goes on behind its closing quote in line 2."),
      ("{}", .json, "data.json", "data.json is not a list, but an object."),
      ("1\n2\n[,]\n", .jsonl, "data.jsonl:3:2", "data.jsonl is not JSON: found"),
    ])
  func mistakes(_ text: String, _ format: ElementFile.Format, _ place: String, _ summary: String) throws {
    let error = #expect(throws: ElementFileError.self) { try elements(text, format) }
    #expect(error?.place == place && error?.summary.hasPrefix(summary) == true)
  }
}
