import Dispatch
import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A filter over the response", .timeLimit(.minutes(2))) struct FilterTests {
  private let body = InMemoryBytes(
    #"{"token":"tok_live_1234567890","total":55.860,"big":9007199254740993,"items":[{"name":"Amber"},{"name":"Blue"}]}"#
  )

  @Test("shows what it makes of the body as you type, and keeps digits")
  func typing() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.big'")
    #expect(test.picture.contains("9007199254740993") && !test.picture.contains("Amber"))
    #expect(test.picture.contains("1 value"))
    try await test.press("Enter")
    #expect(!test.pane.isTyping && test.picture.contains("f .big"))
  }

  @Test("what is saved while it is on is its result, and so is what is copied whole; both say so")
  func savesResult() async throws {
    let folder = try TemporaryPath()
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.big'", "Enter", "y", "b", "s")
    #expect(test.picture.contains("result as login.json"))
    let names = test.effects.compactMap { if case .terminal(.copy(_, let name)) = $0 { name } else { nil } }
    #expect(names.last?.hasPrefix("the filter's result") == true)
    try await test.press("Ctrl-U", "'\(folder.path)'", "Enter")
    #expect(test.notices.last?.hasPrefix("The filter's result: ") == true)
    try await test.apply(.look(.dropFilter))
    try await test.press("s")
    #expect(test.picture.contains("save as login.json"))
  }

  @Test("y B copies the body that the filter is over")
  func copiesWhole() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.big'", "Enter", "y", "B")
    let copies = test.effects.compactMap { if case .terminal(.copy(let text, _)) = $0 { text } else { nil } }
    #expect(copies.last?.contains("Amber") == true, "\(copies)")
  }

  @Test("gives several values as a list, and says how many")
  func several() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.items[].name'")
    #expect(
      test.picture.contains("\"Amber\"") && test.picture.contains("\"Blue\"") && test.picture.contains("2 values"))
  }

  @Test("that gives nothing says so after Enter, too, for the brackets would be an empty list")
  func nothing() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.items[] | empty'")
    #expect(test.picture.contains("0 values"))
    try await test.press("Enter")
    #expect(test.picture.contains("0 values, shown as []"), "\(test.picture)")
    try await test.press("f", "Ctrl-U", "'[]'", "Enter")
    #expect(!test.picture.contains("0 values"), "\(test.picture)")
  }

  @Test("Esc leaves a search first, then the filter; a filter forgets what was searched for before")
  func wayBack() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("/", "'price'", "Enter")
    #expect(test.picture.contains("/price  not found"))
    try await test.press("f", "'.items'", "Enter")
    #expect(test.picture.contains("f .items") && !test.picture.contains("/price"))
    try await test.press("/", "'Amber'", "Enter")
    #expect(test.picture.contains("/Amber"))
    for part in ["/Amber", "f .items"] {
      #expect(test.picture.contains(part))
      try await test.apply(.look(try #require(test.pane.wayBack)))
      #expect(!test.picture.contains(part))
    }
    #expect(test.pane.wayBack == nil)
  }

  @Test(
    "a match is as readable under the cursor as elsewhere, and a value is copied without the indentation of its place")
  func matchesAndCopies() async throws {
    let nested = InMemoryBytes("{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}")
    var test = try await ResponsePaneUnderTest(nested)
    try await test.press("/", "'b'", "Enter")
    let line = try #require(test.frame.lines.firstIndex { $0.contains("\"b\"") })
    let column = try #require(test.frame.lines[line].firstIndex(of: "b")).utf16Offset(in: test.frame.lines[line])
    #expect(test.frame[column, line].style.ground == .match)
    try await test.press("y", "y")
    let copied = test.effects.compactMap { effect -> (String, String)? in
      if case .terminal(.copy(let text, let name)) = effect { (text, name) } else { nil }
    }.last
    #expect(copied?.0 == "[\n  1\n]" && copied?.1 == "the value of .a.b, 3 lines")
  }

  @Test("with a mistake says where, and leaves the last result in view")
  func mistake() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.total'", "' |'")
    #expect(test.picture.contains("✗ column 8: syntax error") && test.picture.contains("55.860"))
  }

  @Test("with a mistake it stays open at Enter, with the text and what is wrong")
  func mistakeAtEnter() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.total |'", "Enter")
    #expect(test.pane.isTyping && test.picture.contains("✗ column") && test.picture.contains(".total |"))
    try await test.pressAtOnce("Esc")
    try await test.pressAtOnce("f", "'.total |'", "Enter")
    #expect(test.pane.isTyping && test.picture.contains("✗ column"))
  }

  @Test("goes on in the next response of the request, and gives way to a body it does not fit")
  func nextResponse() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.items[].name'", "Enter")
    try await test.sendAgain(InMemoryBytes(#"{"items":[{"name":"Cedar"}]}"#))
    #expect(!test.pane.isTyping && test.picture.contains("f .items[].name"))
    #expect(test.picture.contains("\"Cedar\"") && !test.picture.contains("items\":"))
    try await test.sendAgain(InMemoryBytes("<html>no</html>"), type: "text/html")
    #expect(!test.pane.isTyping && test.picture.contains("<html>no</html>"))
    try await test.sendAgain(body)
    #expect(test.picture.contains("\"Amber\"") && !test.picture.contains("total"))
    try await test.apply(.body(.dropFilter))
    try await test.sendAgain(body)
    #expect(test.picture.contains("total"))
  }

  @Test("is given up by Esc, which brings back the whole body where one was in it")
  func leaving() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("j", "j", "f", "'.items'", "Esc")
    #expect(test.pane.browser.filter == nil && test.picture.contains("tok_live_1234567890"))
    #expect(test.pane.body.cursor.selected == 2)
    try await test.press("f", "'.items'", "Enter", "f", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
    try await test.press("Backspace", "Enter")
    #expect(test.pane.browser.filter == nil && test.picture.contains("tok_live_1234567890"))
  }

  @Test("an older one that comes late changes nothing")
  func late() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("f", "'.total'")
    try await test.apply(.body(.filtered(.success(.init(body: Array("1".utf8), count: 1)), number: 1)))
    #expect(test.picture.contains("55.860"))
  }

  @Test("does not see secrets, because what it makes of them could not be masked")
  func secrets() async throws {
    var test = try await ResponsePaneUnderTest(body, secrets: Secrets(["tok_live_1234567890"]))
    try await test.press("f", "'.token'")
    #expect(test.picture.contains(Secrets.mask) && !test.picture.contains("tok_live"))
    try await test.press("Enter", "v")
    #expect(test.picture.contains("tok_live_1234567890"))
  }

  @Test("of a body that is no JSON says so")
  func noJSON() async throws {
    let live = filter(over: "<html>")
    guard case .failure(let mistake)? = await live.outcome(of: ".", number: 1, with: FakeServices().all) else {
      return #expect(Bool(false), "it gave something")
    }
    #expect(mistake.sentence.hasPrefix("The body is not JSON: "))
  }

  @Test("of a body that is JSON nested too deep says that")
  func tooDeep() async throws {
    let live = filter(over: String(repeating: "[", count: 600) + String(repeating: "]", count: 600))
    guard case .failure(let mistake)? = await live.outcome(of: ".", number: 1, with: FakeServices().all) else {
      return #expect(Bool(false), "it gave something")
    }
    #expect(mistake.sentence == "The body is JSON nested too deep: more than 512 levels.")
  }

  @Test("What was typed before and asks late neither runs nor stops what was typed after it")
  func overtaken() async {
    let live = filter(over: #"{"a":1}"#)
    #expect(await live.outcome(of: ".a", number: 2, with: FakeServices().all) != nil)
    #expect(await live.outcome(of: ".", number: 1, with: FakeServices().all) == nil)
    #expect(await live.outcome(of: ".a", number: 3, with: FakeServices().all) != nil)
  }

  @Test("typed on while the body is parsed, it waits for that parsing, and starts no other")
  func parsesOnce() async {
    let body = HeldBytes()
    let live = LiveFilter(body, of: nil, hiding: Secrets())
    async let first = live.outcome(of: ".", number: 1, with: FakeServices().all)
    for await _ in body.began { break }
    async let second = live.outcome(of: ".a", number: 2, with: FakeServices().all)
    body.release()
    #expect(await second != nil)
    _ = await first
    #expect(body.reads == 1)
  }

  @Test("of a body that is too large is refused when f is pressed, and what is typed all the same is no command")
  func tooLarge() async throws {
    var test = try ResponsePaneUnderTest()
    let head = ResponseHead(url: "http://127.0.0.1/", status: .ok, headers: [.contentType: "application/json"])
    let response = Response(TransportResponse(head: head, body: HugeBytes(), timings: .sample), codec: AutomaticCodec())
    _ = test.pane.update(.began(ResponsePaneUnderTest.transfer), in: test.context)
    _ = test.pane.update(.news(ResponsePaneUnderTest.transfer.id, .completed(response)), in: test.context)
    #expect(test.pane.browser.refusal?.sentence.hasPrefix("A body of more than 64 MB is not filtered here") == true)
    #expect(test.pane.browser.isTooLarge(to: .whole))
    try await test.press("f")
    #expect(test.picture.contains("✗ A body of more than 64 MB is not filtered here"))
    try await test.press("'.s'", "Enter")
    #expect(test.pane.isTyping && test.picture.contains("✗ A body of more than 64 MB is not filtered here"))
    try await test.press("Esc")
    #expect(!test.pane.isTyping && test.pane.browser.filter == nil)
  }

  private func filter(over body: String) -> LiveFilter {
    LiveFilter(InMemoryBytes(body), of: nil, hiding: Secrets())
  }
}

/// A body whose first reader waits until the test lets it go on.
private final class HeldBytes: ByteSource {
  private let bytes = InMemoryBytes(#"{"a":1}"#)
  private let gate = DispatchSemaphore(value: 0)
  private let readers = Lock(0)
  let began: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation

  init() { (began, begin) = AsyncStream.makeStream(of: Void.self) }

  var count: Int { bytes.count }
  var isComplete: Bool { true }
  var reads: Int { readers.withLock { $0 } }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    readers.withLock { $0 += 1 }
    begin.yield()
    gate.wait()
    gate.signal()
    return try bytes.read(at: offset, count: count)
  }

  func release() { gate.signal() }
}

/// A body of a hundred megabytes of spaces.
private struct HugeBytes: ByteSource {
  let count = 100 << 20
  let isComplete = true

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    Array(repeating: UInt8(ascii: " "), count: max(0, min(count, self.count - offset)))
  }
}

@Suite("What is expected of a value", .timeLimit(.minutes(2))) struct ExpectationTests {
  static let rows: [(json: String, line: Int, text: String)] = [
    (#"{"result":{"total":55.860}}"#, 2, ".result.total == 55.860"),
    (#"{"big":9007199254740993}"#, 1, ".big == 9007199254740993"),
    (#"{"name":"Ada \"L\" é"}"#, 1, #".name == "Ada \"L\" é""#), (#"{"odd key":true}"#, 1, #".["odd key"] == true"#),
    (#"{"none":null}"#, 1, ".none == null"), (#"{"items":[1,2,3]}"#, 1, ".items | length == 3"),
    (#"{"user":{"id":1}}"#, 1, #".user | type == "object""#), ("[1]", 0, ". | length == 1"), ("[7]", 1, ".[0] == 7"),
  ]

  @Test("is a filter that is true of it", arguments: rows)
  func filters(_ row: (json: String, line: Int, text: String)) async throws {
    let view = BodyView(InMemoryBytes(row.json), contentType: "application/json")
    _ = try await view.page(.init(lines: 0..<10))
    #expect(try await expectation(in: view, row.line) == row.text)
  }

  @Test("is only that there is one where it is a secret, which no file may hold")
  func secret() async throws {
    let view = BodyView(
      InMemoryBytes(#"{"token":"tok_live_1234567890"}"#), contentType: "application/json",
      secrets: Secrets(["tok_live_1234567890"]))
    _ = try await view.page(.init(lines: 0..<10))
    #expect(try await expectation(in: view, 1) == ".token | length > 0")
  }

  @Test("is said of what a filter gave by that filter")
  func filtered() async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"items":[{"id":1},{"id":2}]}"#))
    try await test.press("f", "'.items[1]'", "Enter", "j", "a")
    #expect(expected(by: test) == ["(.items[1]) | .id == 2"])
    try await test.press("g", "f", "End", "'.id'", "Enter", "a")
    #expect(expected(by: test).last == "(.items[1].id) == 2")
  }

  private func expectation(in view: BodyView, _ line: Int) async throws -> String? {
    try await view.pick(line, .pretty, of: nil, isRevealed: false)?.expectation
  }

  private func expected(by test: ResponsePaneUnderTest) -> [String] {
    test.effects.compactMap { effect in
      if case .then(let action) = effect,
        case .composer(.change(.expectFilter(let filter)), _)? = action.aimed(at: RequestsScreen.self)
      {
        filter
      } else {
        nil
      }
    }
  }
}
