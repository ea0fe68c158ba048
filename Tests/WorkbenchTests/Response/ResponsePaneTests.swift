import Glibc
import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The response pane", .timeLimit(.minutes(2))) struct ResponsePaneTests {
  private let body = InMemoryBytes(
    #"{"token":"tok_live_1234567890","user":{"id":42,"name":"Ada 漢字"},"items":[{"id":1},{"id":2}]}"#)

  @Test("scrolling inside the lines it holds asks for nothing; near their end it asks for more")
  func window() async throws {
    let lines = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
    var test = try await ResponsePaneUnderTest(InMemoryBytes(lines))
    let held = try #require(test.pane.body.page?.range)
    #expect(held.lowerBound == 0 && held.count >= 100)
    let before = pagesOrdered(test)
    for _ in 0..<10 { try await test.press("j") }
    #expect(pagesOrdered(test) == before)
    try await test.press("G")
    #expect(pagesOrdered(test) == before + 1)
    #expect(test.pane.body.page?[20_001]?.text.plain == "]")
    #expect(test.picture.contains("20002 "))
    try await test.press("PageUp")
    #expect(pagesOrdered(test) == before + 1)
  }

  @Test("what is on the line is copied as value, path, header, body or URL")
  func copying() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("j", "y", "y", "j", "j", "y", "p", "G", "y", "b", "y", "u")
    try await test.apply(.show(.headers))
    try await test.press("j", "y", "v")
    #expect(
      test.copied == [
        "tok_live_1234567890", ".user.id", String(decoding: try body.read(at: 0, count: body.count), as: UTF8.self),
        "http://127.0.0.1:8080/user/login", "Content-Type: application/json",
      ])
  }

  @Test("a search counts as you type, goes on with n and N, and ends with Esc")
  func searching() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("/", "'id'")
    #expect(test.picture.contains("1 of 3"))
    try await test.press("Enter", "n")
    #expect(test.picture.contains("2 of 3") && test.pane.body.path == ".items[0].id")
    try await test.press("N", "N")
    #expect(test.picture.contains("3 of 3"))
    try await test.press("/", "'zzz'")
    #expect(test.picture.contains("not found"))
    try await test.press("Esc")
    #expect(test.pane.body.search.term.isEmpty && !test.pane.isTyping)
  }

  @Test(
    "what a search finds has rows above and below it in view, whether long lines are wrapped or not",
    arguments: [false, true])
  func context(isWrapped: Bool) async throws {
    let lines = (1...60).map { $0 % 20 == 0 ? "found \($0)" : "line \($0)" }
    var test = try await ResponsePaneUnderTest(
      InMemoryBytes(Array(lines.joined(separator: "\n").utf8)), type: "text/plain", height: 14)
    if isWrapped { test.pane.browser.wraps = true }
    try await test.press("/", "'found'", "Enter")
    #expect(test.picture.contains("found 20") && test.picture.contains("line 22"), "\(test.picture)")
    try await test.press("n")
    #expect(test.picture.contains("found 40") && test.picture.contains("line 42"), "\(test.picture)")
    try await test.press("N")
    #expect(test.picture.contains("line 18") && test.picture.contains("found 20"), "\(test.picture)")
  }

  @Test("keys typed ahead of a search count: each n goes one further, and G stays at the end")
  func typedAhead() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.pressAtOnce("/", "'id'", "Enter", "n")
    #expect(test.picture.contains("2 of 3"))
    try await test.pressAtOnce("n", "n")
    #expect(test.picture.contains("1 of 3"))
    try await test.pressAtOnce("n", "G")
    #expect(test.picture.contains("2 of 3") && test.pane.body.line?.text.plain == "}")
  }

  @Test("the end that is asked for while more lines are being read is the end of those")
  func endAhead() async throws {
    let view = BodyView(body, contentType: "application/json", secrets: Secrets())
    var pane = BodyPane()
    pane.view = view
    let query = pane.query(isRevealed: false, renew: true)
    pane.moveCursor(.last)
    pane.take(try await view.page(#require(query)))
    #expect(pane.line?.text.plain == "}")
  }

  @Test("an expectation that was missed is red and has its reason, and the body stays")
  func miss() async throws {
    let test = try await ResponsePaneUnderTest(body) {
      $0.validationFailure = ValidationFailure(expectation: "status 201", reason: "got 200")
    }
    #expect(test.frame.runs(0)[1].style.role == .failure)
    #expect(test.picture.contains("✗ Expected status 201."))
    #expect(test.picture.contains("\"token\""))
  }

  @Test("escape sequences in body and headers are shown, never sent")
  func hostile() async throws {
    let text = InMemoryBytes("a\u{1B}[31mred\u{7}\u{202E}evil\r\n\u{FEFF}x" + "\u{0}")
    var test = try await ResponsePaneUnderTest(text, type: "text/plain") {
      $0.headers.append(HTTPField(name: .init("X-Evil") ?? .contentType, value: "a\tb\u{9B}31m"))
    }
    try await test.apply(.body(.turnMode))
    for tab in ResponsePane.Tab.allCases {
      try await test.apply(.show(tab))
      let scalars = test.picture.unicodeScalars.filter {
        $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
      }
      #expect(scalars.isEmpty && !test.picture.contains("\u{202E}"))
    }
  }

  @Test("invalid UTF-8 in a text is marked")
  func invalidText() async throws {
    let test = try await ResponsePaneUnderTest(
      InMemoryBytes(Array("gr".utf8) + [0xFC] + Array("n".utf8)), type: "text/plain")
    #expect(test.picture.contains("gr\u{FFFD}n"))
    #expect(test.frame.runs(2).contains { $0.text == "\u{FFFD}" && $0.style.role == .failure })
  }

  @Test("the wire of a request that could not be sent says that nothing was")
  func unsentWire() async throws {
    var test = try await ResponsePaneUnderTest(body)
    try await test.apply(.refused(Problem(code: "render.mistakes", "The shared key `token` has no value yet.")))
    try await test.apply(.show(.wire))
    #expect(test.picture.contains("Nothing was sent.") && !test.picture.contains("recorded"), "\(test.picture)")
  }

  @Test("secrets on the wire and in headers are masked until they are revealed")
  func secrets() async throws {
    var test = try await ResponsePaneUnderTest(body, secrets: Secrets(["tok_live_1234567890"])) {
      let head = "POST / HTTP/1.1\r\nX-Key: tok_live_1234567890\r\n\r\n"
      $0.wire = WireLog([.init(.sentHead, at: .zero, bytes: Array(head.utf8), count: head.utf8.count)])
      $0.headers.append(HTTPField(name: .eTag, value: "tok_live_1234567890"))
    }
    for tab in [ResponsePane.Tab.body, .headers, .wire] {
      try await test.apply(.show(tab))
      #expect(test.picture.contains("••••••••") && !test.picture.contains("tok_live"))
      try await test.press("v")
      #expect(test.picture.contains("tok_live"))
      try await test.press("v")
    }
  }

  @Test("a masked token is decoded in a window of its own, and the response stays masked")
  func decodes() async throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"token":"\#(token)"}"#), secrets: Secrets([token]))
    try await test.apply(.body(.pick(.decode, line: 1)))
    let works = test.effects.compactMap { if case .perform(let work) = $0 { work } else { nil } }
    guard case .value(.decode(let text))? = try await works.last?.perform(with: FakeServices().all).first else {
      return #expect(Bool(false), "not decoded")
    }
    #expect(text == token && !test.pane.isRevealed && !test.picture.contains("eyJ"), "\(test.picture)")
  }

  @Test("credentials on the wire are masked by their names, also when nobody knows them any more")
  func credentials() async throws {
    var test = try await ResponsePaneUnderTest(body) {
      let head = "GET / HTTP/1.1\r\nauthorization: Basic abc\r\nCookie: a=b\r\n"
      $0.wire = WireLog([.init(.sentHead, at: .zero, bytes: Array(head.utf8), count: head.utf8.count)])
    }
    try await test.apply(.show(.wire))
    #expect(test.picture.contains("> authorization: ••••••••\n > Cookie: ••••••••"))
    try await test.press("v")
    #expect(test.picture.contains("> authorization: Basic abc"))
  }

  @Test("a body that arrives can be read, and the line above says how much, how fast and how long still")
  func arriving() async throws {
    var test = try ResponsePaneUnderTest()
    var transfer = ResponsePaneUnderTest.transfer
    try await test.apply(.began(transfer))
    transfer.progress = TransferProgress(received: 12_000_000, expectedToReceive: 30_000_000)
    test.context.transfers = [transfer]
    let source = GrowingBytes()
    source.append(#"{"items": [1, 2"#)
    let head = ResponseHead(url: "http://a", status: .ok)
    try await test.apply(.news(transfer.id, .progressed(transfer.progress, head: head, body: source, isPaused: false)))
    test.context.now = test.context.now.advanced(by: .seconds(4))
    #expect(test.picture.contains("12 MB of 30 MB  3.0 MB/s  6.0 s left"))
    #expect(test.picture.contains("\"items\": ["))
    try await test.press("P")
    let controls = test.effects.compactMap { if case .control(_, let control) = $0 { control } else { nil } }
    #expect(controls == [.pause])
    try await test.apply(.news(transfer.id, .cancelled))
    test.context.transfers = []
    #expect(test.picture.contains("Cancelled.") && test.picture.contains("\"items\": ["))
  }

  @Test("news of a request that another one has taken the place of is of no use")
  func stale() async throws {
    var test = try ResponsePaneUnderTest()
    try await test.apply(.began(ResponsePaneUnderTest.transfer))
    try await test.apply(.news(ExchangeID(rawValue: "older"), .failed(.notOpen)))
    if case .failed = test.pane.stage { #expect(Bool(false), "an old failure is shown") }
  }

  @Test("the body is saved to a file, byte for byte, and never over another one")
  func saving() async throws {
    let folder = try TemporaryPath()
    var test = try await ResponsePaneUnderTest(body)
    try await test.press("s")
    #expect(test.picture.contains("save as login.json"))
    try await test.press("Ctrl-U", "'\(folder.path)'", "Enter")
    #expect(test.notices.last?.contains("written to \(folder.path)") == true)
    #expect(folder.content == (try body.read(at: 0, count: body.count)))
    await #expect(throws: Problem.self) { try await BodyFileWriter(body).write(to: folder.path) }
  }

  @Test("a body that is saved into a workspace follows no link out of it")
  func savingBeneath() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\n", to: "w/parley.yaml")
    try folder.write("", to: "outside/here")
    symlink(folder.path("outside"), folder.path("w/out"))
    await #expect(throws: Problem.self) { try await BodyFileWriter(body).write(to: folder.path("w/out/body.json")) }
    #expect(access(folder.path("outside/body.json"), F_OK) != 0)
    _ = try await BodyFileWriter(body).write(to: folder.path("w/body.json"))
    #expect(try folder.read("w/body.json") == body.read(at: 0, count: body.count))
  }

  private func pagesOrdered(_ test: ResponsePaneUnderTest) -> Int {
    test.effects.count { effect in
      guard case .perform(let work) = effect, let work = work as? BodyEffect else { return false }
      if case .page = work.job { return true }
      return false
    }
  }
}
