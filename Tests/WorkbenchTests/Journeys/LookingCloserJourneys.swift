import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Looking closer at a request and its response", .timeLimit(.minutes(1)))
struct LookingCloserJourneys {
  private func sent(_ services: FakeServices = FakeServices()) async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(120, 30, services: services)
    await bench.idle()
    try await bench.press("F5")
    await bench.idle()
    return bench
  }

  private func cookieServer() -> FakeServices {
    FakeServices(
      transport: RecordingTransport { request in
        var headers = HTTPFields()
        headers.append(HTTPField(name: .setCookie, value: "session=abc; Path=/; HttpOnly"))
        headers.append(HTTPField(name: .vary, value: "Accept"))
        let head = ResponseHead(url: request.url, status: .ok, headers: headers)
        return .success(TransportResponse(head: head, body: InMemoryBytes("")))
      })
  }

  @Test("x explains what would be sent, stage by stage, and nothing is sent")
  func explain() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Tab", "x")
    let text = await bench.idle()
    #expect(text.contains("cart/pay, as it would be sent") && text.contains("3  Sent"))
    #expect(text.contains("http://127.0.0.1:8080/cart/pay  ← parley.yaml"))
    #expect(bench.services.snapshot.intents.isEmpty)
  }

  @Test("what cannot be explained says why where the explanation would be")
  func unexplained() async throws {
    let services = FakeServices()
    services.change { $0.failures["explain"] = Problem(code: "template.unknownName", "“emial” is not a name.") }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Tab", "x")
    #expect(await bench.idle().contains("✗ “emial” is not a name."))
  }

  @Test("the history of a request is a tab of its response, from which one is opened again")
  func history() async throws {
    let services = FakeServices()
    let id = ExchangeID(rawValue: "old")
    services.change {
      $0.history["cart/pay"] = [
        HistoryEntry(
          id, environment: "live", startedAt: BenchUnderTest.start, duration: .milliseconds(38), status: 503, size: 1200
        )
      ]
      $0.kept[id] = RecordedExchange(
        id: id, request: "cart/pay",
        sent: SentRequest(method: "POST", url: "http://127.0.0.1:8080/cart/pay", headers: [:], body: nil),
        startedAt: BenchUnderTest.start, outcome: .failure(TransportError(.refused, "Nobody listens.")))
    }
    let bench = try await sent(services)
    try await bench.press("Tab", "Tab", "[")
    #expect(await bench.idle().contains("503     38 ms   1.2 KB  live"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Nobody listens."))
  }

  @Test("a, on the response, expects its status, and on a header its value")
  func expect() async throws {
    let bench = try await sent(cookieServer())
    try await bench.press("Tab", "Tab", "a")
    #expect(await bench.idle().contains("• status") && bench.terminal.text.contains("[Expect•]"))
    try await bench.press("]", "G", "a")
    #expect(await bench.idle().contains("✓ Vary"))
  }

  @Test("the cookies of a response are a tab; those that are kept are changed and discarded")
  func cookies() async throws {
    let services = cookieServer()
    services.jar.set(Cookie("session", "abc", domain: "127.0.0.1", createdAt: BenchUnderTest.start))
    let bench = try await sent(services)
    try await bench.press("Tab", "Tab", "]", "]")
    #expect(await bench.idle().contains("session  ••••••••   Path=/; HttpOnly"))
    try await bench.press(":")
    await bench.type("cookies")
    try await bench.press("Enter", "Enter")
    await bench.type("xyz")
    try await bench.press("Ctrl-S")
    await bench.idle()
    #expect(services.jar.cookies.map(\.value) == ["xyz"])
    try await bench.press(":")
    await bench.type("cookies")
    try await bench.press("Enter", "Enter", "Ctrl-U", "Ctrl-S")
    await bench.idle()
    #expect(services.jar.cookies.isEmpty)
  }

  @Test("a request that takes too long holds the person; Esc lets them work on, and its end takes the overlay away")
  func hold() async throws {
    let transport = RecordingTransport(answering: nil)
    let services = FakeServices(transport: transport)
    services.change { $0.hold = .seconds(4) }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5", "j")
    #expect(await !bench.quiet().contains("keep working"))
    services.clock.withLock { $0 = BenchUnderTest.start.advanced(by: .seconds(5)) }
    try await bench.press("k")
    #expect(await bench.quiet().contains("Esc keep working   Ctrl-C cancel"))
    try await bench.press("q", "Esc")
    #expect(await !bench.quiet().contains("keep working"))
    try await bench.press("F5")
    services.clock.withLock { $0 = BenchUnderTest.start.advanced(by: .seconds(60)) }
    try await bench.press("k")
    #expect(await bench.quiet().contains("keep working"))
    transport.finish(.failure(TransportError(.refused, "Nobody listens.")))
    #expect(await !bench.idle().contains("keep working"))
  }

  private func server(_ status: Int, _ body: String) -> FakeServices {
    FakeServices(transport: RecordingTransport(status: status, body: body, contentType: "application/json"))
  }

  @Test("a failed response says each thing once: the kind of error, what the server says, and what to do")
  func refusal() async throws {
    let body = """
      {"code": 422, "status": "error", "message": "Validation failed", "result": [{"field": "email", "message": "is taken"}]}
      """
    let text = try await sent(server(422, body)).terminal.text
    #expect(text.contains("✗ Expected status 200–299."))
    #expect(text.contains("server says  Validation failed; email: is taken"))
    #expect(!text.contains("See the body"))
  }

  @Test("a status that was not expected stands in the status line, and below it only what was expected")
  func unexpectedStatus() async throws {
    let test = try await ResponsePaneUnderTest(
      InMemoryBytes(#"{"code": 418, "status": "error", "message": "As asked."}"#), width: 78, height: 14
    ) { response in
      response = Response(
        TransportResponse(
          head: ResponseHead(url: response.url, status: .init(code: 418)), body: response.body, bytesOnWire: 1,
          timings: .sample), codec: AutomaticCodec())
      response.validationFailure = ValidationFailure(expectation: "status 200–299 or 304", reason: "got 418")
    }
    let lines = test.frame.lines
    #expect(lines[0].contains("418"))
    #expect(lines[1].contains("✗ Expected status 200–299 or 304."))
    #expect(lines[2].contains("server says  As asked.") && lines[3].contains("[Body]"))
  }

  @Test("a page of a list says which, and the next one is asked for without changing the request")
  func pages() async throws {
    let body = """
      {"code": 200, "status": "success", "result": [], "_meta": {"pagination": {"page": 1, "pages": 2, "total": 1812}}}
      """
    let services = server(200, body)
    let bench = try await sent(services)
    #expect(bench.terminal.text.contains("page 1 of 2, 1,812 in total"))
    try await bench.press("Tab", "Tab", "<")
    #expect(bench.terminal.frame.lines.last?.contains("This is the first page.") == true)
    try await bench.press(">")
    #expect(await !bench.idle().contains("✎"))
    #expect(services.snapshot.intents.last?.draft.query == [DraftRow("page", "2")])
  }

  @Test(
    "a description of an API says so, and the key that imports asks with its URL; what only names one is none",
    arguments: [
      (#"{"openapi": "3.1.0", "info": {"title": "Shop"}, "paths": {}}"#, true), ("openapi: 3.0.3\ninfo: {}\n", true),
      (#"{"name": "openapi"}"#, false),
    ])
  func description(body: String, isOne: Bool) async throws {
    let bench = try await sent(server(200, body))
    let text = await bench.idle()
    #expect(text.contains("A description of an API (OpenAPI)   Alt-a imports it") == isOne, "\(text)")
    try await bench.press("Alt-a")
    let lines = await bench.idleFrame().lines
    let note = try #require(lines.firstIndex { $0.contains("Type a path") })
    #expect(lines[note + 2].contains("://") == isOne, "\(lines)")
  }

  @Test("a limit of requests at once is in the top bar, and is changed while the program runs")
  func pool() async throws {
    let bench = try BenchUnderTest(109)
    #expect(await !bench.idle().contains("at once"))
    try await bench.press(":")
    await bench.type("connection pool")
    try await bench.press("Enter", "Ctrl-U")
    await bench.type("x")
    try await bench.press("Enter")
    #expect(bench.terminal.text.contains("Write a number from 0 to 10000."))
    try await bench.press("Ctrl-U")
    await bench.type("4")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("4 at once"))
    #expect(bench.services.snapshot.workspace.poolSize == 4)
  }

  @Test("Esc after a search clears it and stays in the response; once more it goes to the list")
  func escapesSearch() async throws {
    let bench = try await sent()
    try await bench.press("Tab", "Tab", "/")
    await bench.type("ok")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("/ok"))
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("/ok"))
    try await bench.press("?")
    #expect(bench.terminal.text.contains("Keys: Response"))
    try await bench.press("Esc", "Esc", "?")
    #expect(bench.terminal.text.contains("Keys: Requests"))
  }

  @Test("F1 is help where no description says anything", arguments: ["1", "2", "3", "4", "5", "6"])
  func helpKey(screen: String) async throws {
    let services = FakeServices()
    services.change { $0.failures["describe"] = Problem(code: "operation.none", "No description has it.") }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press(screen, "F1")
    let text = await bench.idle()
    #expect(text.contains("Keys: ") && !text.contains("✗"), "\(text)")
  }

  @Test("while a field or a filter is typed F1 shows its keys, and is named; Esc goes back to typing")
  func helpWhileTyping() async throws {
    let bench = try BenchUnderTest(120, 36, services: FakeServices())
    #expect(await !bench.idle().contains("F1 help"))
    try await bench.press("i", "End")
    #expect(await bench.idle().contains("F1 help"), "\(bench.terminal.text)")
    try await bench.press("F1")
    #expect(await bench.idle().contains("Keys: Composer"))
    try await bench.press("Esc")
    await bench.type("?x")
    #expect(await bench.idle().contains("?x"))
    try await bench.press("Ctrl-P", "F1")
    #expect(await bench.idle().contains("In pop-ups"))
  }
}
