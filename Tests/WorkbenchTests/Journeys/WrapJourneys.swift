import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchState

@Suite("Long lines are wrapped", .timeLimit(.minutes(1)))
struct WrapJourneys {
  private func shown(_ body: String, _ type: String, _ width: Int = 100, _ height: Int = 30) async throws
    -> BenchUnderTest
  {
    let services = FakeServices(transport: RecordingTransport(body: body, contentType: type))
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab")
    await bench.idle()
    return bench
  }

  private var words: String { (1...60).map { "word\($0)" }.joined(separator: " ") }

  @Test("\\ wraps a long value, and again cuts it; it is kept as a setting")
  func turns() async throws {
    let bench = try await shown(#"{"note": "\#(words)", "last": 1}"#, "application/json")
    #expect(!bench.terminal.text.contains("word60"))
    try await bench.press("\\")
    let text = await bench.idle()
    #expect(text.contains("word60") && text.contains("\"last\": 1"), "\(text)")
    #expect(bench.services.snapshot.settings == [.wrap: "yes"])
    try await bench.press("j", "j", "y", "p")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == ".last")
    try await bench.press("\\")
    #expect(await !bench.idle().contains("word60"))
    #expect(bench.services.snapshot.settings == [.wrap: "no"])
  }

  @Test("a line that is taller than the pane is scrolled by its rows, and the lines around it are reached")
  func tall() async throws {
    let long = (1...400).map { "part\($0)" }.joined(separator: ",")
    let bench = try await shown("first\n\(long)\nlast", "text/plain")
    try await bench.press("\\", "j")
    #expect(await bench.idle().contains("part1,"))
    #expect(!bench.terminal.text.contains("part400"))
    try await bench.press("PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown")
    #expect(await bench.idle().contains("last"))
    try await bench.press("k")
    #expect(await bench.idle().contains("part400"))
    try await bench.press("g")
    #expect(await bench.idle().contains("first"))
    try await bench.press("G")
    #expect(await bench.idle().contains("3/3"))
  }

  @Test("a match far inside of a minified line is shown")
  func finds() async throws {
    let long = (1...300).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
    let bench = try await shown("{\(long)}", "text/plain")
    try await bench.press("\\", "/")
    await bench.type("key299")
    #expect(await bench.idle().contains("\"key299\": 299"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("/key299  1 of 1"))
  }

  @Test("a click chooses the line whose row it hits")
  func clicks() async throws {
    let bench = try await shown(#"{"note": "\#(words)", "last": 1}"#, "application/json")
    try await bench.press("\\")
    let lines = await bench.idle().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let row = try #require(lines.firstIndex { $0.contains("word20 ") })
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 60, y: row))))
    await bench.idle()
    try await bench.press("y", "p")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == ".note")
  }

  @Test("values of headers are shown whole without being asked for", arguments: [(80, 24), (120, 36)])
  func headers(width: Int, height: Int) async throws {
    let value =
      "<https://api.example.com/items?page=2&sort=-price&per=5>; rel=\"next\", <https://api.example.com/items?page=9>; rel=\"last\""
    var test = try await ResponsePaneUnderTest(InMemoryBytes("{}"), width: width * 2 / 3, height: height / 2) {
      if let name = HTTPField.Name("Link") { $0.headers.append(HTTPField(name: name, value: value)) }
    }
    test.pane.wrap(false)
    try await test.press("]")
    let shown = test.picture.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(shown.contains("rel=\"last\""), "\(test.picture)")
  }
}

@Suite("Labels to jump to", .timeLimit(.minutes(1)))
struct JumpJourneys {
  private func bench() async throws -> BenchUnderTest {
    let services = FakeServices(
      transport: RecordingTransport(body: #"{"id": 7}"#, contentType: "application/json"))
    let bench = try BenchUnderTest(100, 30, services: services)
    await bench.idle()
    try await bench.press("F5")
    await bench.idle()
    return bench
  }

  /// The letter that stands where the word stood.
  private func letter(on word: String, _ bench: BenchUnderTest) async throws -> String {
    let before = bench.terminal.frame
    let row = try #require(before.lines.firstIndex { $0.contains(word) })
    let start = try #require(before.lines[row].firstRange(of: word)).lowerBound
    let column = before.lines[row].distance(from: before.lines[row].startIndex, to: start)
    try await bench.press("Ctrl-O")
    let cell = bench.terminal.frame[Point(x: column, y: row)]
    #expect(cell.style.role == .match, "no label on \(word): \(bench.terminal.text)")
    return String(cell.grapheme)
  }

  @Test("a letter on a tab shows it", arguments: [("Timing", "[Timing]"), ("Wire", "[Wire]"), ("Options", "[Options")])
  func tabs(word: String, shown: String) async throws {
    let bench = try await bench()
    let letter = try await letter(on: word, bench)
    try await bench.press(letter)
    #expect(await bench.idle().contains(shown))
  }

  @Test("a letter on Send sends")
  func sends() async throws {
    let bench = try await bench()
    let letter = try await letter(on: " Send ]", bench)
    let before = bench.services.snapshot.intents.count
    try await bench.press(letter)
    await bench.idle()
    #expect(bench.services.snapshot.intents.count == before + 1)
  }

  @Test("no two labels are the same, and Esc goes nowhere")
  func different() async throws {
    let bench = try await bench()
    try await bench.press("Ctrl-O")
    let labels = bench.terminal.frame.cells.filter { $0.style.role == .match && $0.grapheme != " " }.map(\.grapheme)
    #expect(labels.count > 12 && Set(labels).count == labels.count)
    try await bench.press("Esc", "?")
    #expect(bench.terminal.text.contains("Keys: Requests"))
  }
}

@Suite("The phases of a response have names at 80 columns", .timeLimit(.minutes(1)))
struct PhaseNameTests {
  @Test(
    "that of the longest, behind the bars, where there is little room",
    arguments: [(60, "connect"), (60, "first byte"), (24, "first byte")])
  func names(width: Int, name: String) {
    var timings = Timings()
    (timings.connect, timings.firstByte, timings.transfer) = (.milliseconds(3), .milliseconds(20), .milliseconds(5))
    timings.total = .milliseconds(28)
    let bar = TimingPhases(timings).bar(width: width)
    #expect(bar.plain.contains(name) && bar.columns <= width, "\(bar.plain)")
    #expect(width >= 60 || bar.plain.hasSuffix("  \(name)"), "\(bar.plain)")
  }
}

@Suite("The screen for a screen reader", .timeLimit(.minutes(1)))
struct PlainScreenTests {
  private func plain(_ width: Int = 80, _ height: Int = 24) async throws -> BenchUnderTest {
    let services = FakeServices(
      transport: RecordingTransport(body: #"{"id": 7, "name": "Ada"}"#, contentType: "application/json"))
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press(":")
    await bench.type("screen reader")
    try await bench.press("Enter")
    await bench.idle()
    return bench
  }

  private func line(_ bench: BenchUnderTest) -> String {
    bench.terminal.frame.cursor.map { bench.terminal.frame.lines[$0.y] } ?? ""
  }

  @Test("one pane at a time, no borders, and the cursor on the selected line, through a whole journey")
  func journey() async throws {
    let bench = try await plain()
    #expect(bench.services.snapshot.settings == [.screenReader: "yes"])
    for keys in [
      ["F5"], ["Tab"], ["Tab"], ["j"], ["?"], ["Esc"], [":"], ["Esc"], ["3"], ["5"], ["1"], ["Ctrl-O"], ["Esc"],
    ] {
      for key in keys { try await bench.press(key) }
      let text = await bench.idle()
      #expect(!text.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }, "after \(keys): \(text)")
      #expect(bench.terminal.frame.cursor != nil || text.isEmpty, "after \(keys): \(text)")
    }
  }

  @Test("the first line says where one is, the cursor's line what is chosen, and a change is a line")
  func says() async throws {
    let bench = try await plain()
    #expect(bench.terminal.frame.lines[0].hasPrefix("Requests, Requests"))
    try await bench.press("F5")
    let text = await bench.idle()
    #expect(text.contains("200"), "\(text)")
    // Where there is one pane, sending goes to the response.
    try await bench.press("j")
    await bench.idle()
    #expect(bench.terminal.frame.lines[0].hasPrefix("Requests, Response"), "\(bench.terminal.text)")
    #expect(line(bench).contains("\"id\": 7"), "\(bench.terminal.text)")
    try await bench.press("j")
    await bench.idle()
    #expect(line(bench).contains("\"name\": \"Ada\""))
  }

  @Test("a pop-up stands alone")
  func popups() async throws {
    let bench = try await plain()
    try await bench.press("?")
    #expect(await !bench.idle().contains("cart"))
  }
}
