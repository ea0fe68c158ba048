import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench

@Suite("An entry of the cache", .timeLimit(.minutes(2)))
struct CacheEntryTests {
  private func opened(_ width: Int = 120, _ height: Int = 40) async throws -> (BenchUnderTest, FakeServices) {
    let services = FakeServices()
    _ = try await services.client.send(.get("/items").caching(for: .seconds(60)))
    let bench = try BenchUnderTest(width, height, services: services)
    try await bench.press("4", "Enter")
    return (bench, services)
  }

  /// What an editor makes of the body.
  private func edit(into text: String, _ bench: BenchUnderTest, _ services: FakeServices) {
    bench.terminal.onHandOver { _ in
      services.change { $0.staged["/tmp/staged.json"] = text }
      return 0
    }
  }

  @Test("its body is looked through like a response: searched, filtered, shown as hex; headers and facts have tabs")
  func looking() async throws {
    let (bench, _) = try await opened()
    #expect(await bench.idle().contains(#""ok": true"#))
    try await bench.press("f")
    await bench.type(".ok")
    #expect(await bench.idle().contains("1 value"))
    try await bench.press("Enter", "Esc", "m", "m")
    #expect(await bench.idle().contains("hex"))
    try await bench.press("]")
    #expect(await bench.idle().contains("HTTP/1.1"))
    try await bench.press("]")
    let facts = await bench.idle()
    #expect(facts.contains("if sent now") && facts.contains("hit rate") && facts.contains("fresh.wish"))
    try await bench.press("Esc")
    #expect(!(await bench.idle().contains("if sent now")))
  }

  @Test("an edited body is marked in the list, the tree, the entry, the response and the log")
  func edited() async throws {
    let (bench, services) = try await opened()
    edit(into: #"{"ok": false}"#, bench, services)
    try await bench.press("e")
    var picture = await bench.idle()
    #expect(picture.contains("Requests get the edited body of GET") && picture.contains("EDITED"))
    #expect(picture.contains(#""ok": false"#) && picture.contains("✎") && picture.contains("edited, for 60 s"))
    try await bench.press("Esc", "t")
    picture = await bench.idle()
    let line = picture.split(separator: "\n").first { $0.contains("cache updated") && $0.contains("edited b") }
    #expect(picture.contains("1 edited") && line?.contains("/items") == true, "\(picture)")
  }

  @Test("an entry that is not fresh is no response: for how long its edited body is to be one is asked")
  func holding() async throws {
    let (bench, services) = try await opened()
    services.clock.withLock { $0 = $0.advanced(by: .seconds(90)) }
    edit(into: #"{"ok": false}"#, bench, services)
    try await bench.press("e")
    #expect(await bench.idle().contains("Use it as the response for 1 hour"))
    try await bench.press("Down", "Enter")
    #expect(await bench.idle().contains("Requests get the edited body of GET"))
    let response = try await services.client.send(.get("/items").caching(for: .seconds(60)))
    #expect(try response.text() == #"{"ok": false}"# && response.cached?.isByHand == true)
  }

  @Test("an entry that is removed closes, and the keys are the list's again", arguments: [(80, 24), (200, 50)])
  func removed(width: Int, height: Int) async throws {
    let (bench, services) = try await opened(width, height)
    try await bench.press("D")
    #expect(await bench.idle().contains("Empty."))
    #expect(try await services.client.cache.list().count == 0)
  }
}
