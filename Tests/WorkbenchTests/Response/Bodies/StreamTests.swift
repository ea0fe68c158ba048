import HTTPTypes
import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A stream, an event a row", .timeLimit(.minutes(1))) struct StreamTests {
  private func event(_ number: Int) -> String { "id: \(number)\nevent: tick\ndata: {\"n\": \(number)}\n\n" }

  private func events(_ range: Range<Int>) -> String { range.map(event).joined() }

  private func live(_ source: GrowingBytes, type: String = "text/event-stream") async throws -> ResponsePaneUnderTest {
    var test = try ResponsePaneUnderTest()
    test.context.transfers = [ResponsePaneUnderTest.transfer]
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/events"))
    try await arrived(&test, source, type)
    return test
  }

  private func arrived(
    _ test: inout ResponsePaneUnderTest, _ source: GrowingBytes, _ type: String = "text/event-stream"
  ) async throws {
    let head = ResponseHead(url: "http://127.0.0.1/events", status: .ok, headers: [.contentType: type])
    let progress = TransferProgress(received: source.count)
    try await test.apply(
      .news(ResponsePaneUnderTest.transfer.id, .progressed(progress, head: head, body: source, isPaused: false)))
  }

  @Test("events are rows as they come, and the newest is in view")
  func following() async throws {
    let source = GrowingBytes()
    source.append(events(0..<3))
    var test = try await live(source)
    #expect(test.picture.contains("tick") && test.picture.contains(#"{"n":2}"#))
    #expect(
      test.picture.contains("● streaming") && test.picture.contains("3 events") && test.picture.contains("following"))
    source.append(events(3..<400) + "data: not whole")
    try await arrived(&test, source)
    #expect(test.pane.body.cursor.selected == 399 && test.picture.contains(#"{"n":399}"#))
    #expect(test.picture.contains("400 events"))
  }

  @Test("held, it stays where it is while more comes, until F follows again")
  func holding() async throws {
    let source = GrowingBytes()
    source.append(events(0..<100))
    var test = try await live(source)
    try await test.press("k", "k")
    #expect(test.picture.contains("held, F follows"))
    source.append(events(100..<500))
    try await arrived(&test, source)
    #expect(test.pane.body.cursor.selected == 97 && test.pane.body.page?.total == 500)
    try await test.press("F")
    #expect(test.pane.body.cursor.selected == 499 && test.picture.contains(#"{"n":499}"#))
  }

  @Test(
    "a filter picks from each event as it is typed, leaves out what it gives nothing for, and goes on with new ones")
  func filtering() async throws {
    let source = GrowingBytes()
    source.append(events(0..<2_000))
    var test = try await live(source)
    try await test.press("f", "'select(.n%1000==7)|.n*2'")
    #expect(test.picture.contains("2 of 2,000 events"))
    #expect(test.picture.contains("2014") && !test.picture.contains("1998"))
    try await test.press("Enter")
    source.append(events(2_000..<3_100))
    try await arrived(&test, source)
    #expect(test.pane.body.page?.total == 4 && test.picture.contains("6014"))
    #expect(test.pane.body.page?.lines.map(\.number) == ["8", "1008", "2008", "3008"])
    try await test.apply(.body(.dropFilter))
    #expect(test.pane.body.page?.total == 3_100)
  }

  @Test("a filter with a mistake leaves the rows that were there")
  func mistake() async throws {
    let source = GrowingBytes()
    source.append(events(0..<5))
    var test = try await live(source)
    try await test.press("f", "'.n'", "'|'")
    #expect(test.picture.contains("syntax error"))
    #expect(test.pane.body.page?.total == 5)
  }

  @Test("the pieces of a language model's answer are one text, of all events or of what a filter gives")
  func joining() async throws {
    let words = ["Which", " lamp", "?"]
    let body =
      ": hello\n\n"
      + words.map { "data: {\"choices\":[{\"delta\":{\"content\":\"\($0)\"}}]}\n\n" }.joined()
      + "data: {\"choices\":[{\"delta\":{\"content\":null}}]}\n\ndata: [DONE]\n\n"
    let test = try await ResponsePaneUnderTest(InMemoryBytes(body), type: "text/event-stream")
    #expect(test.pane.body.page?.total == 6 && test.picture.contains(": hello"))
    #expect(test.pane.body.cursor.selected == 0)
    #expect(try await text(.stream(.join), test) == "Which lamp?")
    var content = test
    try await content.press("f", "'.choices[0].delta.content'", "Enter")
    #expect(try await text(.stream(.join), content) == "Which lamp?", "null is no text")
    var filtered = test
    try await filtered.press("f", "'.choices[0].delta.content|length'", "Enter")
    #expect(try await text(.stream(.join), filtered) == "5510")
  }

  private func text(_ action: BodyBrowser.Action, _ test: ResponsePaneUnderTest) async throws -> String? {
    var browser = test.pane.browser
    for case .perform(let effect) in browser.update(action, of: test.pane.owner) where effect is StreamEffect {
      for case .ask(let sheet as BodyTextSheet) in try await effect.perform(with: FakeServices().all) {
        return sheet.text
      }
    }
    return nil
  }

  @Test("an event is shown whole, laid out")
  func whole() async throws {
    let test = try await ResponsePaneUnderTest(InMemoryBytes(events(0..<2)), type: "text/event-stream")
    #expect(try await text(.stream(.show(1)), test) == "{\n  \"n\": 1\n}")
  }

  @Test("JSON lines are events too, also where they are called plain JSON")
  func lines() async throws {
    let body = InMemoryBytes("{\"a\":1}\r\n\n{\"a\":2}\n{\"a\":3")
    let test = try await ResponsePaneUnderTest(body, type: "application/json")
    #expect(test.pane.body.page?.lines.map(\.text.plain) == [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3"#])
    var table = try await ResponsePaneUnderTest(InMemoryBytes("{\"a\":1}\n{\"a\":2}\n"), type: "application/x-ndjson")
    try await table.press("Alt-t")
    #expect(table.pane.body.page?.table?.names == ["a"] && table.pane.body.page?.total == 2)
  }

  @Test("control characters in an event never reach the screen")
  func controls() async throws {
    let body = InMemoryBytes("event: a\u{1B}[31mb\ndata: \u{1B}]0;title\u{7}\n\n")
    let test = try await ResponsePaneUnderTest(body, type: "text/event-stream")
    #expect(!test.picture.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("secrets in events are masked, also from a filter")
  func secrets() async throws {
    let body = InMemoryBytes("data: {\"token\":\"tok_live_1234567890\"}\n\n")
    var test = try await ResponsePaneUnderTest(
      body, type: "text/event-stream", secrets: Secrets(["tok_live_1234567890"]))
    #expect(test.picture.contains("••••") && !test.picture.contains("tok_live"))
    try await test.press("f", "'.token|length'", "Enter")
    #expect(test.picture.contains("\(Secrets.mask.count)") && test.pane.body.page?.lines.first?.text.plain == "8")
  }

  @Test("events are found again wherever they are, from checkpoints alone")
  func outline() throws {
    let text = (0..<20_000).map { "data: \($0)\r\n\r\n" }.joined() + "data: cut"
    let source = InMemoryBytes(text)
    var outline = StreamOutline(source, .serverSent)
    while try outline.extend(limit: 10_007) {}
    #expect(outline.count == 20_001 && outline.isComplete)
    for number in [0, 1, 999, 12_345, 19_999] {
      let range = try #require(try outline.ranges(of: number..<number + 1).first)
      #expect(String(decoding: try source.read(range), as: UTF8.self) == "data: \(number)\r\n")
      #expect(try outline.event(ofByte: range.lowerBound + 3) == number)
    }
    let last = try #require(try outline.ranges(of: 20_000..<20_001).first)
    #expect(String(decoding: try source.read(last), as: UTF8.self) == "data: cut")
  }

  @Test("which events match is found both ways")
  func matches() {
    var index = MatchIndex()
    for event in 0..<10_000 { index.append(event % 7 == 3) }
    let expected = Array(stride(from: 3, to: 10_000, by: 7))
    #expect(index.count == expected.count && index.events(of: 0..<index.count) == expected)
    #expect(index.events(of: 700..<703) == Array(expected[700..<703]))
    #expect(index.rank(of: expected[700]) == 700 && index.rank(of: expected[700] + 1) == 701)
    #expect(index.events(of: 5_000..<5_001).isEmpty)
  }
}
