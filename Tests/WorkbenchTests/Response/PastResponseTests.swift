import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Responses out of the history", .timeLimit(.minutes(1)))
struct PastResponseTests {
  private static func kept(
    _ id: String, _ body: String, isNewest: Bool, environment: String? = nil, minutesAgo: Int64 = 5
  ) -> RecordedExchange {
    var response = Response(
      TransportResponse(
        head: ResponseHead(url: "http://127.0.0.1:8080/x", status: .ok), body: InMemoryBytes(body),
        bytesOnWire: body.utf8.count, timings: .sample), codec: AutomaticCodec())
    response.validationFailure = nil
    return RecordedExchange(
      id: ExchangeID(rawValue: id), request: "cart/pay", environment: environment, isNewest: isNewest,
      sent: SentRequest(method: "POST", url: "http://127.0.0.1:8080/x", headers: [:], body: nil),
      startedAt: BenchUnderTest.start.advanced(by: .seconds(-60 * minutesAgo)), outcome: .response(response))
  }

  private var time: String { BenchUnderTest.start.advanced(by: .seconds(-300)).localClock }

  /// With an older and a newer exchange in the history.
  private var services: FakeServices {
    let services = FakeServices(
      transport: RecordingTransport(body: #"{"is": "current"}"#, contentType: "application/json"))
    let (new, old) = (ExchangeID(rawValue: "new"), ExchangeID(rawValue: "old"))
    services.change { content in
      content.history["cart/pay"] = [new, old].map { HistoryEntry($0, startedAt: BenchUnderTest.start, status: 200) }
      content.kept[new] = Self.kept("new", "the last one", isNewest: true, environment: "local")
      content.kept[old] = Self.kept("old", "long ago", isNewest: false)
    }
    return services
  }

  @Test("a request that was sent before shows its last response, marked with its time and environment")
  func last() async throws {
    let bench = try BenchUnderTest(services: services)
    let text = await bench.idle()
    #expect(text.contains("last response, \(time) in local") && text.contains("the last one"))
    try await bench.press("F5")
    let sent = await bench.idle()
    #expect(sent.contains("current") && !sent.contains("last response"))
  }

  @Test("what a run or another program has sent since is the last response, and what was shown before is an older one")
  func sentElsewhere() throws {
    var pane = ResponsePane("cart/pay")
    let context = ViewContext(now: BenchUnderTest.start, workspace: WorkspaceSnapshot(name: "shop"))
    func banner() -> String { pane.banner(now: BenchUnderTest.start).plain }
    _ = pane.update(.restored(Self.kept("old", "long ago", isNewest: true)), in: context)
    #expect(banner().contains("last response"))
    let newest = HistoryEntry(ExchangeID(rawValue: "new"), startedAt: BenchUnderTest.start)
    _ = pane.update(.newest(newest), in: context)
    #expect(banner().contains("older response") && !banner().contains("last response"))
    var other = ResponsePane("cart/pay")
    _ = other.update(.restored(Self.kept("old", "long ago", isNewest: true)), in: context)
    _ = other.update(.restored(Self.kept("new", "the last one", isNewest: true, minutesAgo: 1)), in: context)
    #expect(other.exchange == ExchangeID(rawValue: "new"))
  }

  @Test("only what is displayed is read, and what the history cannot give is not told")
  func lazily() async throws {
    let services = services
    services.change { content in
      content.history["user/login"] = [HistoryEntry(ExchangeID(rawValue: "gone"), startedAt: BenchUnderTest.start)]
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("G", "k")
    #expect(await bench.idle().contains("F5 sends the request."))
    #expect(services.snapshot.reported.isEmpty)
  }

  @Test(
    "an older response says so; Esc and Backspace bring the current one back as it was",
    arguments: ["Esc", "Backspace"])
  func older(_ key: String) async throws {
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab", "j", "[", "j", "Enter")
    let old = await bench.idle()
    #expect(old.contains("older response, \(time)") && old.contains("long ago"))
    #expect(old.contains("Backspace goes back") && !old.contains("current\""))
    try await bench.press(key)
    let current = await bench.idle()
    #expect(current.contains(#""is": "current""#) && !current.contains("older response"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("F5 send cart/pay"))
  }

  @Test("what comes while an older response is shown is there when the current one is shown again")
  func inFlight() async throws {
    var test = try ResponsePaneUnderTest()
    try await test.apply(.began(ResponsePaneUnderTest.transfer))
    try await test.apply(.opened(Self.kept("new", "from before", isNewest: true)))
    #expect(test.picture.contains("older response") && test.picture.contains("from before"))
    let response = Response(
      TransportResponse(
        head: ResponseHead(url: "http://127.0.0.1:8080/x", status: .ok), body: InMemoryBytes("has come"),
        bytesOnWire: 8,
        timings: .sample), codec: AutomaticCodec())
    try await test.apply(.news(ResponsePaneUnderTest.transfer.id, .completed(response)))
    #expect(test.picture.contains("from before") && !test.picture.contains("has come"))
    try await test.apply(.showCurrent)
    #expect(test.picture.contains("has come") && !test.picture.contains("older"))
  }

  @Test(
    "a filter that was at work when an older response was opened has its result when the current one is shown again")
  func filtering() async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"is":"current"}"#))
    // Its result comes while the older response is shown.
    _ = test.pane.update(.look(.filter(by: ".is")), in: test.context)
    try await test.apply(.opened(Self.kept("old", "long ago", isNewest: false)))
    try await test.apply(.showCurrent)
    #expect(test.picture.contains("1 value") && !test.picture.contains("{"), "\(test.picture)")
  }

  @Test("a search that was at work when the request was sent again is given up")
  func searching() async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"is":"current"}"#))
    try await test.apply(.look(.startSearch))
    _ = test.pane.handle(.key(Key(.character("c"))), in: test.context)
    let leaving = test.pane.update(.began(ResponsePaneUnderTest.transfer), in: test.context)
    #expect(leaving.contains { if case .perform(is BodyBrowser.StopSearch) = $0 { true } else { false } })
  }

  @Test(
    "a stream that was stopped, or broke off, is there again with its events, and says how it ended",
    arguments: [
      (TransportError(.cancelled, "Cancelled."), "■ stopped by you"),
      (TransportError(.reset, "Reset."), "✗ broken off"),
    ])
  func stoppedStream(reason: TransportError, words: String) async throws {
    var kept = Self.kept("new", "", isNewest: true)
    let head = ResponseHead(url: "http://127.0.0.1/events", status: .ok, headers: [.contentType: "text/event-stream"])
    let body = InMemoryBytes("data: one\n\ndata: two\n\n")
    kept.outcome = .response(
      Response(TransportResponse(head: head, body: body, timings: .sample), codec: AutomaticCodec()))
    kept.interruption = reason
    var test = try ResponsePaneUnderTest()
    try await test.apply(.restored(kept))
    #expect(test.picture.contains("last response") && test.picture.contains(words))
    #expect(test.picture.contains("2 events") && test.picture.contains("two"))
  }

  @Test("lines of a response that is not shown any more are not taken for those of another")
  func late() async throws {
    var test = try ResponsePaneUnderTest()
    try await test.apply(.opened(Self.kept("new", "the shown one", isNewest: true)))
    let late = try await ResponsePaneUnderTest(InMemoryBytes("another one"), type: "text/plain")
    let page = try #require(late.pane.body.page)
    let query = BodyPage.Query(mode: nil, lines: 0..<9, skipping: 0, isRevealed: false)
    try await test.apply(.of(late.pane.exchange, .body(.page(page, query))))
    #expect(test.picture.contains("the shown one") && !test.picture.contains("another one"))
  }

  @Test("a value that is masked from now on is masked in the response behind an older one too")
  func masking() async throws {
    var test = try await ResponsePaneUnderTest(InMemoryBytes(#"{"token": "geheim-42"}"#))
    try await test.apply(.opened(Self.kept("old", "older", isNewest: false)))
    try await test.apply(.mask("geheim-42"))
    try await test.apply(.showCurrent)
    #expect(test.picture.contains("token") && !test.picture.contains("geheim"))
  }
}
