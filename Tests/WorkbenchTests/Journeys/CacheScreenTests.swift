import ParleyEngine
import TestSupport
import Testing

@testable import Workbench

@Suite("The screen of the cache")
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
    #expect(line.contains("GET") && line.contains("19 s") && line.contains("fresh for 41 s") && line.contains("12 B"))
    #expect(picture.contains("/users") && picture.contains("2 entries"))
  }

  @Test("Enter says why an entry would or would not be used now")
  func why() async throws {
    let services = try await filled("/items")
    let bench = try BenchUnderTest(120, 40, services: services)
    try await bench.press("4", "Enter")
    #expect(await bench.idle().contains("Fresh for 60 s more: kept 60 s by the request's wish, 0 ms old."))
    try await bench.press("Esc", "x", "Enter")
    #expect(await bench.idle().contains("It was let expire by hand"))
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
    #expect(await bench.idle().contains("Clear the cache?"))
    try await bench.press("c", "Esc")
    #expect(await bench.idle().contains("1 entry"))
    #expect(try await services.client.cache.list().listings.map(\.label.endpoint) == ["/users"])
  }

  @Test(
    "An empty cache says how it fills, and the smallest terminal still shows a line", arguments: [(80, 24), (20, 5)])
  func sizes(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    try await bench.press("4")
    #expect(await bench.idle().contains("Nothing is kept"))
  }
}
