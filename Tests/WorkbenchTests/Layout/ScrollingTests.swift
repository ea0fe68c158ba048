import HTTPTypes
import ParleyEngine
import ParleyText
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("What fits does not scroll, and what does not fit ends at its end", .timeLimit(.minutes(2)))
struct ScrollingTests {
  private static let steps: [ListCursor.Step] = [
    .last, .first, .pages(1), .lines(1), .lines(-1), .pages(-1), .lines(1), .lines(1), .last, .lines(-1), .pages(-1),
    .pages(1), .pages(1), .pages(1),
  ]

  /// All lists of one to four lines that take one, two or seven rows each.
  private static let lists: [[Int]] = (1...3).reduce([[1], [2], [7]]) { lists, _ in
    Array(Set(lists + lists.flatMap { list in [1, 2, 7].map { list + [$0] } }))
  }

  @Test("lines that take several rows, whatever room there is", arguments: 1...6)
  func wrapped(room: Int) {
    for lines in Self.lists {
      var (cursor, hidden) = (ListCursor(), 0)
      cursor.count = lines.count
      let rows = WrappedRows(room: room) { lines[$0] }
      rows.fit(&cursor, hidden: &hidden)
      for step in Self.steps {
        rows.move(&cursor, step, hidden: &hidden)
        let all = lines.reduce(0, +)
        let shown = lines[cursor.top...].reduce(0, +) - hidden
        #expect(shown >= min(room, all) && hidden < lines[cursor.top], "room below the last line: \(lines), \(step)")
        let start = lines[cursor.top..<cursor.selected].reduce(0, +) - hidden
        let end = start + lines[cursor.selected]
        #expect(start >= 0 && end <= room || end - start > room && end > 0, "the cursor is in view: \(lines), \(step)")
        #expect(all > room || cursor.extent == nil && hidden == 0, "nothing is hidden: \(lines), \(step)")
      }
    }
  }

  @Test("a pane of lines that fit stays as it is", arguments: [true, false])
  func lines(wraps: Bool) {
    var pane = LinesPane()
    (pane.width, pane.height, pane.wraps) = (30, 5, wraps)
    pane.lines = ["Content-Type: text/plain", "Content-Length: 276", "Server: demo"]
    for action: BodyBrowser.Action in [
      .move(.last), .move(.pages(1)), .moveAcross(1), .moveAcross(2), .move(.first), .move(.pages(1)),
    ] {
      _ = pane.update(action)
      #expect(pane.cursor.top == 0 && pane.cursor.extent == nil && pane.left == 0)
    }
  }

  @Test("every tab of a response that fits stays as it is", arguments: [(100, 40), (200, 60)])
  func response(width: Int, height: Int) async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"id": 7, "name": "漢字"}"#), width: width, height: height)
    test.pane.wrap(false)
    for tab in [ResponsePane.Tab.body, .headers, .cookies, .timing, .wire] {
      try await test.apply(.show(tab))
      let before = test.frame.lines.dropLast()
      for key in ["G", "PageDown", "Right", "Right", "g", "Right", "PageDown"] {
        try await test.press(key)
        #expect(test.frame.lines.dropLast() == before, "\(key) on \(tab): \(test.picture)")
        #expect(test.pane.scrollExtent == nil, "\(key) on \(tab)")
      }
    }
  }

  @Test("a body moves to the end of its longest line, counted in columns, and back", arguments: ["x", "字"])
  func across(letter: String) async throws {
    let body = InMemoryBytes("short\n" + String(repeating: letter, count: 60) + "end")
    var test = try await ResponsePaneUnderTest(body, type: "text/plain", width: 40)
    for _ in 0..<20 { try await test.press("Right") }
    let line = try #require(test.frame.lines.first { $0.contains("end") }, "\(test.picture)")
    #expect(CellWidth.columns(of: line) == 40 && line.contains("…"), "\(test.picture)")
    #expect(!test.picture.contains("short"))
    try await test.press("g")
    #expect(test.picture.contains("short") && !test.picture.contains("end"))
  }

  @Test("another body is not scrolled further than its own lines go")
  func anotherBody() async throws {
    let body = InMemoryBytes("short\n" + String(repeating: "x", count: 60) + "end")
    var test = try await ResponsePaneUnderTest(body, type: "text/plain", width: 40)
    for _ in 0..<20 { try await test.press("Right") }
    try await test.sendAgain(InMemoryBytes("first\nsecond"), type: "text/plain")
    #expect(test.picture.contains("first") && test.picture.contains("second"), "\(test.picture)")
  }

  @Test("a raw line that is longer than what is held of it goes on to its end")
  func longLine() async throws {
    let body = InMemoryBytes(String(repeating: "0123456789", count: 1000) + "end")
    var test = try await ResponsePaneUnderTest(body, type: "text/plain", width: 80)
    for _ in 0..<600 { try await test.press("Right") }
    #expect(test.frame.lines.contains { $0.hasSuffix("789end") }, "\(test.picture)")
  }

  @Test("the text of a body in the composer moves to the end of its longest line")
  func composer() throws {
    let body = DraftBody.text("short\n" + String(repeating: "x", count: 80) + "end")
    var test = try ComposerUnderTest(RequestDraft(method: "POST", url: "/a", body: body), width: 60)
    test.apply(.show(.body))
    try test.press("Down", "Down")
    for _ in 0..<20 { try test.press("Right") }
    #expect(test.picture.contains("xxxend"), "\(test.picture)")
    for _ in 0..<20 { try test.press("Left") }
    #expect(test.picture.contains("short"), "\(test.picture)")
  }

  @Test("a step to the side ends where the longest line does, and back at the first column")
  func steps() {
    let scroll = SideScroll(longest: 100, room: 70)
    #expect(scroll.moved(0, by: 20) == 20 && scroll.moved(20, by: 20) == 30 && scroll.moved(30, by: 20) == 30)
    #expect(scroll.moved(30, by: -20) == 10 && scroll.moved(10, by: -20) == 0)
    // After lines that went on further: nothing moves on, and the way back begins where something is to be seen.
    #expect(scroll.moved(60, by: 20) == 60 && scroll.moved(60, by: -20) == 10)
    #expect(SideScroll(longest: 70, room: 70).moved(0, by: 20) == 0)
  }
}
