import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The event log on screen", .timeLimit(.minutes(1)))
struct LogJourneys {
  private static func entries(_ count: Int) -> [LogEntry] {
    (1...count).map { number in
      let subject = Event.Subject(
        exchange: ExchangeID(rawValue: "x\(number)"), name: number % 2 == 0 ? "cart/read" : "user/login", callID: nil,
        server: nil,
        method: "GET", url: "http://127.0.0.1:8080/\(number)")
      let time = Timestamp(microseconds: Int64(number) * 1_000_000)
      return LogEntry(
        id: Int64(number), time: time,
        .event(Event(sequence: UInt64(number), time: time, kind: .sent(subject))))
    }
  }

  private func bench(_ count: Int, _ change: (inout FakeServices.Content) -> Void = { _ in }) async throws
    -> BenchUnderTest
  {
    let services = FakeServices()
    services.change { $0.log = Self.entries(count) }
    services.change(change)
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("3")
    return bench
  }

  @Test("it shows the newest lines and follows what comes in")
  func follow() async throws {
    let bench = try await bench(1000)
    #expect(await bench.idle().contains("1,000 lines  ▶ follow"))
    bench.services.change { $0.log.append(Self.entries(1001)[1000]) }
    bench.services.client.events.post(custom: "more")
    #expect(await bench.idle().contains("1,001 lines  ▶ follow"))
  }

  @Test("a request without a name is called by its path where there is no room for its URL", arguments: [80, 140])
  func unnamed(width: Int) async throws {
    let url = "https://tools.internal.example.com:8443/tokens/7"
    let subject = Event.Subject(
      exchange: ExchangeID(rawValue: "x"), name: nil, callID: nil, server: nil, method: "GET", url: url)
    let time = Timestamp(microseconds: 1_000_000)
    let services = FakeServices()
    let event = Event(sequence: 1, time: time, kind: .sent(subject))
    services.change { $0.log = [LogEntry(id: 1, time: time, .event(event))] }
    let bench = try BenchUnderTest(width, 30, services: services)
    await bench.idle()
    try await bench.press("3")
    let line = await bench.idle().split(separator: "\n").first { $0.contains(" sent ") }
    #expect(line?.contains(" /tokens/7 ") == true, "\(line.map(String.init) ?? bench.terminal.text)")
  }

  @Test("going back holds it still, and counts what is newer; the end follows again")
  func hold() async throws {
    let bench = try await bench(1000)
    try await bench.press("k")
    let held = bench.terminal.frame.lines[3]
    bench.services.change { $0.log.append(Self.entries(1001)[1000]) }
    bench.services.client.events.post(custom: "more")
    #expect(await bench.idle().contains("‖ held, 1 newer"))
    #expect(bench.terminal.frame.lines[3] == held)
    try await bench.press("G")
    #expect(await bench.idle().contains("▶ follow"))
  }

  @Test("only a window of it is held, wherever one goes")
  func window() async throws {
    let bench = try await bench(5000)
    try await bench.press("g")
    #expect(await bench.idle().contains("00:00:01"))
    try await bench.press("PageDown", "PageDown", "PageDown", "PageDown")
    #expect(await !bench.idle().contains("…"))
  }

  @Test("a filter narrows it while it is typed")
  func filter() async throws {
    let bench = try await bench(10)
    try await bench.press("/")
    await bench.type("name:login -kind:fail")
    #expect(await bench.idle().contains("5 lines"))
    #expect(!bench.terminal.text.contains("cart/read"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("10 lines"))
  }

  @Test("a filter that cannot be says why")
  func badFilter() async throws {
    let bench = try await bench(10)
    try await bench.press("/")
    await bench.type("status>x")
    #expect(await bench.idle().contains("“status” wants a number such as 404 or 5xx, found “x”."))
  }

  @Test("a gap says how much was missed, and Enter explains it")
  func gap() async throws {
    let bench = try await bench(3)
    bench.services.change { $0.log.append(LogEntry(id: 4, time: BenchUnderTest.start, .missed(12))) }
    bench.services.client.events.post(custom: "more")
    #expect(await bench.idle().contains("missed 12 events"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("12 events lost here"))
  }

  @Test("Y copies all lines that the filter shows, and s writes them to a file that is not there yet")
  func takesLines() async throws {
    let folder = try TemporaryDirectory()
    let bench = try await bench(10)
    try await bench.press("/")
    await bench.type("login")
    #expect(await bench.idle().contains("5 lines"))
    try await bench.press("Enter", "Y")
    await bench.idle()
    let copied = try #require(bench.terminal.record.copied.last).split(separator: "\n")
    #expect(copied.count == 5 && copied.allSatisfy { $0.contains("user/login") })
    for sentence in ["5 lines, ", "exists already"] {
      try await bench.press("s")
      #expect(await bench.idle().contains("Save the lines to a file"))
      try await bench.press("Ctrl-U")
      await bench.type(folder.path("out.log"))
      try await bench.press("Enter")
      #expect(await bench.idle().contains(sentence))
    }
    let written = String(decoding: try folder.read("out.log"), as: UTF8.self)
    #expect(written == bench.terminal.record.copied.last)
  }

  @Test(
    "at 80 columns the most useful fields are named beside an empty filter",
    arguments: [("3", "server:"), ("4", "origin:"), ("6", "host:")])
  func fieldsNamed(screen: String, field: String) async throws {
    let bench = try BenchUnderTest(80, 24)
    await bench.idle()
    try await bench.press(screen, "/")
    let text = await bench.idle()
    #expect(text.contains("is:") && text.contains(field), "\(text)")
  }

  @Test("a change of the cache stands in the columns of requests")
  func cacheColumns() async throws {
    let change = Event.CacheChange(
      name: "cart/read", group: nil, method: "GET", url: "http://127.0.0.1:8080/1", server: nil, endpoint: "/1",
      codec: "json", exchange: ExchangeID(rawValue: "x1"), size: 12)
    let bench = try await bench(1) {
      $0.log.append(
        LogEntry(
          id: 2, time: Timestamp(microseconds: 2_000_000),
          .event(Event(sequence: 2, time: Timestamp(microseconds: 2_000_000), kind: .updateCache(change)))))
    }
    await bench.idle()
    let lines = bench.terminal.frame.lines
    let sent = try #require(lines.first { $0.contains("sent ") })
    let updated = try #require(lines.first { $0.contains("cache updated") })
    let before = { (line: String) in line.firstRange(of: "GET").map { line[..<$0.lowerBound].count } }
    #expect(before(sent) == before(updated) && updated.contains("12 B"), "\(updated)")
  }

  @Test("m marks a line for good")
  func mark() async throws {
    let bench = try await bench(3)
    try await bench.press("m")
    #expect(await bench.idle().contains("◆"))
    #expect(bench.services.snapshot.log.last?.isMarked == true)
  }

  @Test("Enter opens the exchange that a line speaks of, in the pane of its request")
  func open() async throws {
    let bench = try await bench(3)
    let id = ExchangeID(rawValue: "x3")
    bench.services.change {
      $0.kept[id] = RecordedExchange(
        id: id, request: "user/login",
        sent: SentRequest(method: "POST", url: "http://127.0.0.1:8080/user/login", headers: [:], body: nil),
        startedAt: BenchUnderTest.start, outcome: .failure(TransportError(.refused, "Nobody listens.")))
    }
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("●   POST  login"))
    #expect(text.contains("1 Requests"))
  }

  @Test("what history has let go of is said")
  func openGone() async throws {
    let bench = try await bench(3)
    try await bench.press("Enter")
    #expect(await bench.idle().contains("history.gone"))
  }
}
