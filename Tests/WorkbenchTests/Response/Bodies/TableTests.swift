import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A list of objects as a table", .timeLimit(.minutes(1))) struct TableTests {
  private let items = InMemoryBytes(
    #"{"code":200,"result":[{"id":2,"name":"Lamp","price":25.5},{"id":10,"name":"Älpler","price":3},"#
      + #"{"id":1,"name":"Desk, large","tags":["new"]}]}"#)

  private func rows(_ test: ResponsePaneUnderTest) -> [String] {
    (test.pane.body.page?.lines ?? []).map { $0.text.plain.split(separator: " ").joined(separator: " ") }
  }

  @Test("Alt-t finds the list in its envelope, with a column for every name, and goes back")
  func turning() async throws {
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t")
    #expect(rows(test) == ["2 Lamp 25.5", "10 Älpler 3", #"1 Desk, large ["new"]"#])
    #expect(test.picture.contains("id") && test.picture.contains("tags"))
    #expect(test.pane.body.path == ".result[0].id")
    try await test.press("Alt-t")
    #expect(test.pane.body.mode == .pretty && test.picture.contains("\"code\": 200"))
  }

  @Test("a number that has no room is left out, not cut to its first digits; a text is cut")
  func narrow() {
    let columns = [
      TableColumn(name: "name", left: 0, width: 10, isNumeric: false),
      TableColumn(name: "stock", left: 12, width: 5, isNumeric: true),
    ]
    let head = TableHead(columns: columns, names: ["name", "stock"])
    for (width, room) in [(30, 30), (17, 17), (14, 11), (12, 12), (6, 6)] {
      #expect(head.room(in: width, skipping: 0) == room, "\(width)")
    }
    #expect(head.room(in: 3, skipping: 12) == 3, "alone, there is nothing else to show")
  }

  @Test("a column sorts upwards, downwards, and then as it came; rows without a value come last")
  func sorting() async throws {
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t", "l", "l", ",")
    #expect(rows(test) == ["10 Älpler 3", "2 Lamp 25.5", #"1 Desk, large ["new"]"#])
    #expect(test.picture.contains("price ▲"))
    try await test.press(",")
    #expect(rows(test) == ["2 Lamp 25.5", "10 Älpler 3", #"1 Desk, large ["new"]"#])
    try await test.press("h", "h", ",")
    #expect(rows(test).first == #"1 Desk, large ["new"]"#)
    #expect(test.pane.body.path == ".result[2].id")
    try await test.press(",", ",")
    #expect(rows(test).first == "2 Lamp 25.5")
  }

  @Test("what is copied is the cell, or the columns shown in the order shown, as CSV")
  func copying() async throws {
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t", "l", "j", "y", "y", "y", "p")
    #expect(test.copied == ["Älpler", ".result[1].name"])
    try await test.apply(.look(.table(.setColumns(["price", "name"]))))
    try await test.press("y", ",")
    #expect(test.copied.last == "price,name\r\n25.5,Lamp\r\n3,Älpler\r\n,\"Desk, large\"\r\n")
  }

  @Test("secrets in cells are masked on the screen and in what is copied")
  func secrets() async throws {
    let body = InMemoryBytes(#"[{"token":"tok_live_1234567890"}]"#)
    var test = try await ResponsePaneUnderTest(body, secrets: Secrets(["tok_live_1234567890"]))
    try await test.press("Alt-t", "y", ",")
    #expect(test.picture.contains("••••") && !test.picture.contains("tok_live"))
    #expect(test.copied == ["token\r\n\(Secrets.mask)\r\n"])
  }

  @Test("a filter leaves a table a table, of what it gives")
  func filtering() async throws {
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t", "f", "'.result|map(select(.id>1))'", "Enter")
    #expect(rows(test) == ["2 Lamp 25.5", "10 Älpler 3"])
    try await test.apply(.body(.dropFilter))
    #expect(rows(test).count == 3)
  }

  @Test("sent again, a response is seen as the one before: as a table with its order, raw, or in bytes")
  func kept() async throws {
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t", "l", "l", ",")
    try await test.sendAgain(items)
    #expect(rows(test).first == "10 Älpler 3" && test.picture.contains("price ▲"))
    try await test.sendAgain(InMemoryBytes("<html><p>no</p></html>"), type: "text/html")
    #expect(test.pane.body.mode == .markup && test.picture.contains("<p>no</p>"))
    try await test.sendAgain(items)
    #expect(test.pane.body.mode == .table)
    try await test.press("m", "m")
    #expect(test.pane.body.mode == .hex)
    try await test.sendAgain(items)
    #expect(test.pane.body.mode == .hex)
    try await test.press("m")
    try await test.sendAgain(InMemoryBytes("a,b\n1,2\n"), type: "text/csv")
    #expect(test.pane.body.mode == .table)
  }

  @Test("a body without a list says so")
  func noList() async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"a":[1,2]}"#))
    try await test.press("Alt-t")
    #expect(test.picture.contains("There is no list of objects in this body."))
  }

  @Test("CSV is a table from the start: quotes, line breaks and separators in cells, names that come twice")
  func csv() async throws {
    let text = "\u{FEFF}id;name;name\r\n1;\"A \"\"big\"\" lamp; red\";x\r\n\r\n2;\"two\nlines\";\r\n"
    var test = try await ResponsePaneUnderTest(InMemoryBytes(text), type: "text/csv; charset=utf-8")
    #expect(test.pane.body.mode == .table)
    #expect(test.pane.body.page?.table?.names == ["id", "name", "name (3)"])
    #expect(rows(test).first == #"1 A "big" lamp; red x"#)
    try await test.press("j", "l", "y", "y")
    #expect(test.copied == ["two\nlines"])
    try await test.press("m")
    #expect(test.pane.body.mode == .raw)
  }

  @Test("a table is written to a new file as CSV")
  func writing() async throws {
    let folder = try TemporaryPath()
    var test = try await ResponsePaneUnderTest(items)
    try await test.press("Alt-t")
    try await test.apply(.look(.table(.setColumns(["id"]))))
    try await test.apply(.look(.table(.startSaving)))
    for _ in 0..<"table.csv".count { try await test.press("Backspace") }
    try await test.press("'\(folder.path)'", "Enter")
    #expect(String(decoding: folder.content, as: UTF8.self) == "id\r\n2\r\n10\r\n1\r\n")
    #expect(test.notices.last?.contains("written to") == true)
  }
}
