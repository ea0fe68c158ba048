import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The cache in memory", .timeLimit(.minutes(2)))
struct InMemoryCacheTests {
  private func fill(_ cache: InMemoryCache, _ paths: ClosedRange<Int>, size: Int) async throws -> CacheUnderTest {
    let test = try CacheUnderTest(.text(String(repeating: "x", count: size)), cache: cache)
    for path in paths { _ = try await test.client.send(Self.request(path)) }
    return test
  }

  private static func request(_ path: Int) -> Request {
    Request.get("/\(path)").caching(for: .seconds(600))
  }

  private func endpoints(_ test: CacheUnderTest) async throws -> [String] {
    try await test.client.cache.list().listings.map(\.label.endpoint)
  }

  @Test("When it is full, what was not used for longest goes")
  func leastRecentlyUsed() async throws {
    let test = try await fill(InMemoryCache(limit: 34_000), 1...3, size: 10_000)
    _ = try await test.client.send(Self.request(1))
    _ = try await test.client.send(Self.request(4))
    #expect(try await endpoints(test) == ["/4", "/1"])
  }

  @Test("What is pinned stays")
  func pinned() async throws {
    let test = try await fill(InMemoryCache(limit: 34_000), 1...1, size: 10_000)
    try await test.client.cache.setPinned(true, CacheFilter())
    for path in 2...6 { _ = try await test.client.send(Self.request(path)) }
    #expect(try await endpoints(test).contains("/1"))
  }

  @Test("What is larger than all of it is not kept, and drives nothing out")
  func tooLarge() async throws {
    let test = try await fill(InMemoryCache(limit: 5_000), 1...2, size: 1_000)
    let large = try CacheUnderTest(.text(String(repeating: "x", count: 6_000)))
    _ = try await test.client.send(.get(large.server.url + "/large").caching(for: .seconds(60)))
    #expect(try await endpoints(test) == ["/2", "/1"])
  }

  @Test("A list says of each entry how often it was used, and how fresh it is")
  func listing() async throws {
    let test = try await fill(InMemoryCache(), 1...2, size: 10)
    _ = try await test.client.send(Self.request(1))
    let page = try await test.client.cache.list(limit: 1)
    let first = try #require(page.listings.first)
    #expect(page.count == 2 && page.size == 20)
    #expect(first.label.endpoint == "/1" && first.hits == 1 && first.method == "GET" && first.size == 10)
    #expect(first.state(at: first.receivedAt.advanced(by: .seconds(559))) == .fresh(for: .seconds(41)))
    #expect(first.state(at: first.receivedAt.advanced(by: .seconds(601))) == .stale(for: .seconds(1)))
    #expect(try await test.client.cache.entry(first.id)?.entry.body.count == 10)
  }

  @Test("A new response takes the place of the old, with its number, pin and hits")
  func replaced() async throws {
    let test = try await fill(InMemoryCache(), 1...1, size: 10)
    let before = try #require(try await test.client.cache.list().listings.first)
    try await test.client.cache.setPinned(true, CacheFilter(ids: [before.id]))
    test.pass(.seconds(601))
    _ = try await test.client.send(Self.request(1))
    let after = try #require(try await test.client.cache.list().listings.first)
    #expect(after.id == before.id && after.isPinned && after.receivedAt > before.receivedAt)
  }

  @Test("No event and no list shows a secret of the request")
  func secrets() async throws {
    let test = try CacheUnderTest(.text("{}"))
    let request = Request.post("/items/hunter2hunter2").query("key", "hunter2hunter2")
      .model(["password": "hunter2hunter2"]).keepingSecret("hunter2hunter2").caching(for: .seconds(60))
    _ = try await test.client.send(request)
    let listing = try #require(try await test.client.cache.list().listings.first)
    #expect(listing.isSecret && !"\(listing)".contains("hunter2"))
    _ = try await test.client.send(request)
    try await test.client.cache.clear()
    let told = test.kinds()
    #expect(told.count >= 4 && !"\(told)".contains("hunter2"))
    for case .removeCache(let change) in told { #expect(change.model?.value == ["password": "••••••••"]) }
  }
}
