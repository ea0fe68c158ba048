import ParleyEngine
import ParleyWorkspace
import TerminalKit
import Testing

@testable import Commands

@Suite("Lists on the command line", .timeLimit(.minutes(1)))
struct ListTableTests {
  private static let rows: [[ListTable.Cell]] = [
    [
      .init("1"), .init("user/login", .good), .init(""),
      .init("https://api.example.com/a/rather/long/path?with=a&query"),
    ],
    [.init("12"), .init("日本語のリクエスト", .bad), .init(""), .init("short")],
    [.init("123"), .init("e\u{301}te"), .init(""), .init("")],
  ]
  private static let table = ListTable(["N", "NAME", "NOTHING", "URL"], rows)

  private static func lines(_ console: RecordingConsole) -> [String] {
    console.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The column at which each row's last cell begins, counted as a terminal does.
  private static func start(of text: String, in line: String) -> Int? {
    line.firstRange(of: text).map { CellWidth.columns(of: line[..<$0.lowerBound]) }
  }

  @Test("a pipe gets every cell whole, no heading, no color, and columns below each other whatever the script")
  func pipes() {
    let console = RecordingConsole()
    Self.table.print(on: console)
    let lines = Self.lines(console)
    #expect(lines.count == 3)
    #expect(!console.text.contains("\u{1B}") && !console.text.contains("NAME") && !console.text.contains("…"))
    #expect(Self.start(of: "https", in: lines[0]) == Self.start(of: "short", in: lines[1]))
    #expect(lines[2] == "123  e\u{301}te")
  }

  @Test("no row is wider than the terminal, at any width that holds the narrowest columns", arguments: 26...90)
  func cut(columns: Int) {
    let console = RecordingConsole(writesToTerminal: true, columns: columns)
    Self.table.print(on: console)
    let lines = Self.lines(console)
    #expect(lines.count == 4)
    for line in lines { #expect(CellWidth.columns(of: line) <= columns, "\(line)") }
    #expect(lines[0].hasPrefix("N") && lines[0].contains("URL"))
    #expect(!lines[0].contains("NOTHING"), "a column without content takes no room")
    #expect(lines[1].hasPrefix("1    user/lo"))
  }

  @Test("nothing is cut where all fits")
  func whole() {
    let (pipe, terminal) = (RecordingConsole(), RecordingConsole(writesToTerminal: true, columns: 200))
    Self.table.print(on: pipe)
    Self.table.print(on: terminal)
    #expect(Self.lines(pipe) == Array(Self.lines(terminal).dropFirst()))
  }

  @Test("times and paths are seen at 80 columns, and a time is never cut in itself", arguments: [60, 80, 100, 120])
  func worth(columns: Int) throws {
    let console = RecordingConsole(writesToTerminal: true, columns: columns)
    let rows = (1...3).map { number -> [ListTable.Cell] in
      [
        .init("\(number)"), .init("2026-11-28T08:34:58.614Z", .muted, .moment), .init("GET"), .init("200"),
        .init("12 ms"), .init("cart/checkout/pay"),
        .init("http://127.0.0.1:18080/carts/\(number)/pay?currency=eur&by=card", .plain, .address),
        .init("in local", .muted, .remark),
      ]
    }
    ListTable(["NUMBER", "SENT", "METHOD", "STATUS", "TOOK", "REQUEST", "URL", "REMARKS"], rows).print(on: console)
    for (number, line) in Self.lines(console).dropFirst().enumerated() {
      #expect(CellWidth.columns(of: line) <= columns, "\(line)")
      if columns >= 80 {
        #expect(line.contains("11-28 08:34:58Z") || line.contains("11-28T08:34:58.614Z"), "\(line)")
        #expect(line.contains("/carts/\(number + 1)/pay"), "\(line)")
      }
    }
  }

  @Test("colors are there where they are welcome, and the text is the same without them")
  func colors() {
    let plain = RecordingConsole(writesToTerminal: true, columns: 60)
    let colored = RecordingConsole(writesToTerminal: true, columns: 60, usesColor: true)
    Self.table.print(on: plain)
    Self.table.print(on: colored)
    #expect(colored.text.contains("\u{1B}[32muser/login\u{1B}[0m"))
    #expect(colored.text.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain.text)
  }

  @Test("an empty list prints nothing, and a hostile cell nothing that a terminal would act on")
  func edges() {
    let console = RecordingConsole(writesToTerminal: true, columns: 40)
    ListTable(["A"], []).print(on: console)
    #expect(console.text.isEmpty)
    ListTable(["A"], [[.init("a\u{1B}[2Jb\nc\u{202E}")]]).print(on: console)
    #expect(Self.lines(console).count == 2)
    #expect(!console.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test("a secret is masked before a cell is cut, so that no part of it is left")
  func secrets() {
    let (console, secrets) = (RecordingConsole(writesToTerminal: true, columns: 20), KnownSecrets())
    secrets.learn(Secrets(["correct-horse-battery-staple"]))
    ListTable(["A"], [[.init("correct-horse-battery-staple")]]).print(on: MaskingConsole(console, secrets))
    #expect(!console.text.contains("correct"))
  }
}
