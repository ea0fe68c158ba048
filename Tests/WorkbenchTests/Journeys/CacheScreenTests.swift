import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The screen of the cache", .timeLimit(.minutes(2)))
struct CacheScreenTests {
  private func filled(_ paths: String...) async throws -> FakeServices {
    let services = FakeServices()
    for path in paths { _ = try await services.client.send(.get(path).caching(for: .seconds(60))) }
    return services
  }

  @Test("It lists what is kept, with age, freshness, size and hits")
  func list() async throws {
    let services = try await filled("/items", "/users")
    services.clock.withLock { $0 = $0.advanced(by: .seconds(19)) }
    _ = try await services.client.send(.get("/items").caching(for: .seconds(60)))
    let bench = try BenchUnderTest(120, 30, services: services)
    try await bench.press("4")
    let picture = await bench.idle()
    let line = try #require(picture.split(separator: "\n").first { $0.contains("/items") })
    #expect(line.contains("GET") && line.contains(" 19 s  fresh for 41 s ") && line.contains("12 B"))
    #expect(picture.contains("/users") && picture.contains("2 entries") && line.contains("50% of 2"))
  }

  @Test("Entries of one URL say which header tells them apart, at every width", arguments: [80, 120, 160])
  func variants(width: Int) async throws {
    let transport = RecordingTransport { request in
      let head = ResponseHead(
        url: request.url, status: .ok, headers: [.cacheControl: "max-age=60", .vary: "Accept-Language"])
      return .success(TransportResponse(head: head, body: InMemoryBytes("{}")))
    }
    let services = FakeServices(transport: transport)
    for language in ["de", "fr"] {
      _ = try await services.client.send(.get("/items").header(.acceptLanguage, language))
    }
    let bench = try BenchUnderTest(width, 30, services: services)
    try await bench.press("4")
    let lines = await bench.idle().split(separator: "\n")
    for language in ["de", "fr"] {
      #expect(
        lines.contains {
          $0.contains("/items") && $0.contains(width == 80 ? "e: \(language)" : "accept-language: \(language)")
        }, "\(lines)")
    }
  }

  @Test("Enter opens the entry, which says why it would or would not be used now")
  func why() async throws {
    let services = try await filled("/items")
    let bench = try BenchUnderTest(120, 40, services: services)
    try await bench.press("4", "Enter")
    #expect(await bench.idle().contains("Fresh for another 60 s: kept 60 s by the request's ttl, 0 ms old."))
    try await bench.press("x")
    #expect(await bench.idle().contains("It was expired by hand"))
  }

  @Test("What x expired is told from what is past its time, and two keys that do the same have one hint")
  func words() async throws {
    let bench = try BenchUnderTest(120, 30, services: try await filled("/items"))
    try await bench.press("4")
    await bench.idle()
    #expect(bench.terminal.frame.lines.last?.ranges(of: "refresh").count == 1)
    try await bench.press("x")
    #expect(await bench.idle().contains("expired by hand"))
    try await bench.press("/")
    await bench.type("is:stale")
    #expect(await bench.idle().contains("No entry matches. is:expired also finds the entries that x expired."))
  }

  @Test("Entries are removed one by one, or all that the filter shows after asking")
  func removing() async throws {
    let services = try await filled("/items", "/users", "/orders")
    let bench = try BenchUnderTest(120, 30, services: services)
    try await bench.press("4", "D")
    #expect(await bench.idle().contains("2 entries"))
    try await bench.press("/")
    await bench.type("items")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("1 entry"))
    try await bench.press("C")
    #expect(await bench.idle().contains("Remove 1 entry from the cache?"))
    try await bench.confirm()
    try await bench.press("Esc")
    #expect(await bench.idle().contains("1 entry"))
    #expect(try await services.client.cache.list().listings.map(\.label.endpoint) == ["/users"])
  }

  @Test("A body that is no JSON any more is not taken as it is: the mistake is told, and what was typed goes on")
  func mistakes() async throws {
    let services = try await filled("/items")
    let bench = try BenchUnderTest(120, 30, services: services)
    bench.terminal.onHandOver { _ in
      services.change { $0.staged["/tmp/staged.json"] = #"{"ok": fals}"# }
      return 0
    }
    try await bench.press("4", "e")
    #expect(await bench.idle().contains("That is not valid JSON") && bench.terminal.text.contains("Line 1, column"))
    let staged = Lock("")
    bench.terminal.onHandOver { _ in
      staged.withLock { $0 = services.snapshot.staged["/tmp/staged.json"] ?? "" }
      services.change { $0.staged["/tmp/staged.json"] = #"{"ok": false}"# }
      return 0
    }
    try await bench.press("d")
    #expect(await bench.idle().contains("That is not valid JSON"), "nobody who types discards it")
    bench.pass(.seconds(1))
    try await bench.press("e")
    #expect(
      await bench.idle().contains("Requests get the edited body of GET") && staged.withLock { $0 } == #"{"ok": fals}"#)
    let answer = try await services.client.send(.get("/items").caching(for: .seconds(60)))
    #expect(try answer.text() == #"{"ok": false}"#)
  }

  @Test("The body is edited in $EDITOR, and is what requests get from then on")
  func editing() async throws {
    let services = try await filled("/items")
    let bench = try BenchUnderTest(120, 30, services: services)
    bench.terminal.onHandOver { _ in
      services.change { $0.staged["/tmp/staged.json"] = #"{"ok": false}"# }
      return 0
    }
    try await bench.press("4", "e")
    #expect(await bench.idle().contains("13 B"))
    let answer = try await services.client.send(.get("/items").caching(for: .seconds(60)))
    #expect(answer.cached != nil)
    #expect(try answer.text() == #"{"ok": false}"#)
  }

  @Test("An entry is laid beside what its server says now, which changes nothing")
  func comparing() async throws {
    let services = try await filled("/items")
    let bench = try BenchUnderTest(120, 40, services: services)
    try await bench.press("4", "=")
    #expect(await bench.idle().contains("The same on both sides."))
    try await bench.press("Esc")
    let id = try #require(try await services.client.cache.list().listings.first).id
    _ = try await services.history.replaceCached(id, with: #"{"ok": 7}"#, for: nil)
    try await bench.press("=")
    let picture = await bench.idle()
    #expect(picture.contains(#"-   "ok": 7"#) && picture.contains(#"+   "ok": true"#))
    let kept = try #require(try await services.history.cachedText(id))
    #expect(kept.text == #"{"ok": 7}"#)
  }

  @Test(
    "An empty cache says how it fills, and the smallest terminal still shows a line", arguments: [(80, 24), (20, 5)])
  func sizes(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    try await bench.press("4")
    #expect(await bench.idle().contains("Empty."))
  }
}
