import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Pop-ups over the panes", .timeLimit(.minutes(1)))
struct PopupFrameTests {
  private static let frames: Set<Character> = ["┌", "┐", "└", "┘", "├", "┤", "│", "┃"]

  @Test(
    "no half of another frame stands beside one, at any size",
    arguments: [(80, 24), (84, 24), (90, 30), (100, 30), (120, 36), (160, 48)], ["?", ":", "V", "a", "Alt-a"])
  func beside(size: (Int, Int), key: String) async throws {
    let services = FakeServices(transport: RecordingTransport(body: #"{"id": 7}"#, contentType: "application/json"))
    let bench = try BenchUnderTest(size.0, size.1, services: services)
    await bench.idle()
    try await bench.press(key)
    let frame = await bench.idleFrame()
    guard let box = frame.popupBox else { return }
    for y in box.y..<box.maxY {
      let near = [box.x - 2, box.x - 1, box.maxX, box.maxX + 1].filter { (0..<size.0).contains($0) }
      for x in near { #expect(!Self.frames.contains(frame[x, y].grapheme), "\(x), \(y)\n\(frame.text)") }
      for side in [0..<box.x, box.maxX..<size.0] where side.count < 10 {
        #expect(side.allSatisfy { frame[$0, y].grapheme == " " }, "\(frame.text)")
      }
    }
    // Of the panes either both edges are seen, or none.
    let (above, below) = (1..<box.y, box.maxY..<size.1 - 1)
    let isClear = { (rows: Range<Int>) in rows.allSatisfy { frame.line($0).isEmpty } }
    if !above.isEmpty, !below.isEmpty { #expect(isClear(above) == isClear(below), "\(frame.text)") }
  }

  @Test("a pop-up with a row above it and two below leaves no edge of the panes", arguments: [18, 19, 20, 21, 22])
  func uneven(height: Int) {
    var frame = Frame(size: Size(width: 80, height: 24))
    let rect = Rect(x: 0, y: 1, width: 80, height: 22)
    frame.box(rect)
    _ = frame.popup(Size(width: 72, height: height - 2), over: rect, title: "")
    let edges = [1, 22].filter { frame[0, $0].grapheme != " " }
    #expect(edges.count != 1, "\(frame.text)")
  }

  @Test("the keys that may follow end at the right edge, and are cut where they are longer than the screen")
  func following() async throws {
    for width in [80, 100, 120] {
      let bench = try BenchUnderTest(width, 24)
      await bench.idle()
      try await bench.press("F5", "Tab", "Tab", "y")
      let lines = await bench.idle().split(separator: "\n").map(String.init)
      let rows = lines.filter { $0.hasSuffix("┐") || $0.hasSuffix("┘") || $0.hasSuffix("│") }
      #expect(rows.allSatisfy { CellWidth.columns(of: $0) <= width }, "\(bench.terminal.text)")
      let top = try #require(lines.first { $0.contains("┌ y ") }, "\(bench.terminal.text)")
      #expect(CellWidth.columns(of: top) == width && !top.hasSuffix("┐┐") && !top.hasSuffix("┐│"), "\(top)")
    }
  }
}

@Suite("Ways out and back", .timeLimit(.minutes(1)))
struct WayOutTests {
  @Test("Ctrl-C with nothing running goes back and says which key quits; at the root it quits")
  func interrupt() async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press("Tab", "Ctrl-C")
    #expect(await bench.idle().contains("q quits"))
    try bench.terminal.press("Ctrl-C")
    await bench.ended()
  }
}

@Suite("Words in place of codes", .timeLimit(.minutes(1)))
struct WordsForFailuresTests {
  @Test(
    "each kind of failure has words, and none of them is a code",
    arguments: [
      ("network.refused", "failed: network"), ("network.tls", "failed: TLS"), ("network.noTLS", "failed: TLS"),
      ("network.handshake", "failed: TLS"), ("authorization.refused", "failed: auth"),
      ("expectation.missed", "not as expected"), ("render.unfit", "not sent"), ("trust.missing", "not sent"),
      ("history.gone", "failed"), ("internal", "failed"),
    ])
  func headings(code: String, words: String) throws {
    let problem = Problem(code: code, "It went wrong.", advice: "Mend it.")
    #expect(problem.heading == words)
    let card = Card(problem)
    #expect(!card.title.contains(".") && card.title.lowercased().contains(words.lowercased()))
    #expect(card.lines(columns: 60).last?.plain == "Code    \(code)")
    var frame = Frame(size: Size(width: 60, height: 12))
    FailureCard(problem, request: "POST /a").draw(into: &frame, frame.bounds)
    #expect(frame.text.contains("Mend it.") && !frame.text.contains(code), "\(frame.text)")
  }

  @Test("a response out of the cache names the key that asks the server, which sends past the cache")
  func asksServer() async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(110, 30, services: services)
    await bench.idle()
    try await bench.press("Shift-F5")
    await bench.idle()
    #expect(services.snapshot.intents.last?.asksServer == true)
    try await bench.press("F5")
    await bench.idle()
    #expect(services.snapshot.intents.last?.asksServer == false)
  }
}

@Suite("A filter that is wrong", .timeLimit(.minutes(1)))
struct LongMistakeTests {
  @Test("says so in full, however narrow the pane", arguments: [40, 54, 78])
  func whole(width: Int) async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"items": [1, 2, 3]}"#), width: width, height: 12)
    try await test.press("f", "'.items[0] | select(.name == '")
    let mistake = try #require(test.pane.browser.filter?.mistake)
    let words = test.frame.lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
    #expect(words.contains(mistake.sentence.split(separator: " ").joined(separator: " ")), "\(test.picture)")
    #expect(test.picture.contains("select(.name"), "\(test.picture)")
  }
}
