import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Routes that make others' entries wrong", .timeLimit(.minutes(2)))
struct CacheInvalidationTests {
  /// Routes `list` and `item`, whose responses are kept, and `add`, which removes those of `list`.
  private func routed(_ test: CacheUnderTest) async throws {
    var (list, item, add) = (
      Route("list", endpoint: "/items"), Route("item", endpoint: "/items/:id"),
      Route("add", endpoint: "/add", method: .put)
    )
    list.cache = CachePolicy(timeToLive: .seconds(60))
    item.cache = CachePolicy(timeToLive: .seconds(60))
    add.cache = CachePolicy(invalidates: ["list"])
    test.client.configuration.routes = [list, item, add]
    for page in ["1", "2"] { _ = try await test.client.send(.route("list").query("page", page)) }
    _ = try await test.client.send(.route("item").path("id", 7))
    _ = test.told()
  }

  private func kept(_ test: CacheUnderTest) async throws -> Set<String> {
    Set(try await test.client.cache.list().listings.map(\.label.endpoint))
  }

  @Test("A success removes the entries of the named route, whatever their parameters, and tells of each")
  func success() async throws {
    let test = try CacheUnderTest.counting()
    try await routed(test)
    _ = try await test.client.send(.route("add"))
    #expect(test.told() == ["remove cache /items", "remove cache /items", "load remote /add"])
    #expect(try await kept(test) == ["/items/7"])
  }

  @Test("A failure removes none")
  func failure() async throws {
    let test = try CacheUnderTest(.text("1"), .text("2"), .text("3"), .text("no", status: "409 Conflict"))
    try await routed(test)
    _ = try await test.client.send(.route("add"))
    #expect(try await test.client.cache.list().count == 3)
    _ = try await test.client.send(.route("add").validating(.status(in: 200..<300)))
    #expect(try await test.client.cache.list().count == 3)
  }

  @Test("A 2xx that a validator rejects is a failure too")
  func refused() async throws {
    let test = try CacheUnderTest.counting()
    try await routed(test)
    _ = try await test.client.send(.route("add").validating(.status(in: 204..<205)))
    #expect(try await test.client.cache.list().count == 3)
  }

  @Test("The entries of another group stay")
  func groups() async throws {
    let test = try CacheUnderTest.counting()
    try await routed(test)
    test.client.cacheGroup = "ada"
    _ = try await test.client.send(.route("list"))
    _ = try await test.client.send(.route("add"))
    let groups = try await test.client.cache.list().listings.map(\.group)
    #expect(groups == [nil, nil, nil])
  }

  @Test("A request without a route is named by its name")
  func names() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(Request.items.named("cart/read").caching(for: .seconds(60)))
    _ = try await test.client.send(Request.post("/add").invalidating("cart/read"))
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("A response from the cache removes none, for nothing happened")
  func hits() async throws {
    let test = try CacheUnderTest.counting()
    try await routed(test)
    let request = Request.get("/report").caching(for: .seconds(60)).invalidating("list")
    _ = try await test.client.send(request)
    _ = try await test.client.send(.route("list"))
    _ = try await test.client.send(request)
    #expect(try await kept(test) == ["/items/7", "/report", "/items"])
  }

  @Test("A successful change of an address removes what was read from it (RFC 9111 §4.4)")
  func unsafe() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60")
    _ = try await test.client.send(.items)
    _ = try await test.client.send(.get("/other"))
    _ = try await test.client.send(.delete("/items"))
    #expect(try await kept(test) == ["/other"])
  }
}
