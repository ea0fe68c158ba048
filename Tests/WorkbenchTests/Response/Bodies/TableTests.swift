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

  @Test("no cell is cut while there is room for all; so much is shared that none lacks what another has too much of")
  func sharing() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let wishes = (0..<Int.random(in: 1...7, using: &random)).map { place in
        ColumnWish(
          name: "\(place)", isNumeric: false, head: Int.random(in: 1...12, using: &random),
          cell: Int.random(in: 0...70, using: &random), isSorted: place == 2)
      }
      let natural = wishes.map { max($0.head + ($0.isSorted ? 2 : 0), $0.cell) }
      let whole = natural.reduce(0, +) + 2 * (wishes.count - 1)
      for room in [whole - 9, whole - 1, whole, whole + 1, whole + 30] {
        let columns = wishes.columns(in: room)
        let cut = zip(columns, natural).filter { $0.width < $1 }
        #expect(room < whole || cut.isEmpty, "\(wishes) in \(room)")
        let isScrolled = columns[columns.count - 1].end > room
        #expect(!isScrolled || natural.contains { $0 > 40 } || room < whole, "\(wishes) in \(room)")
        let spare = room - columns[columns.count - 1].end
        #expect(cut.isEmpty || isScrolled || spare <= 0, "\(wishes) in \(room): \(spare) are free")
      }
    }
  }

  @Test(
    "columns give up the blanks for the sign of the order, so that the last one is whole; and in a wider pane long texts are"
  )
  func narrowPane() async throws {
    let long = String(repeating: "word ", count: 10) + "end"
    let body = InMemoryBytes(
      #"[{"id":60,"name":"Violet compass","price":73.9,"tags":["medium","sale"],"stock":12},"#
        + #"{"id":5,"name":"Blue lamp","price":6,"tags":["medium","sale"],"stock":9}]"#)
    var test = try await ResponsePaneUnderTest(body, width: 57)
    try await test.press("Alt-t")
    func line(with word: String) -> Substring? { test.picture.split(separator: "\n").first { $0.contains(word) } }
    #expect(line(with: "Violet")?.contains(" 12") == true && line(with: "price")?.contains("stock") == true)
    try await test.press("l", "l", "l", "l")
    #expect(line(with: "price")?.contains("id") == true, "the last column is in sight, so nothing moves")
    var wide = try await ResponsePaneUnderTest(InMemoryBytes(#"[{"id":1,"note":"\#(long)"}]"#), width: 70)
    try await wide.press("Alt-t")
    #expect(wide.picture.contains("word end"))
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
