import ParleyEngine
import TestSupport
import Testing

@Suite("The flag that updates the cache", .timeLimit(.minutes(2)))
struct CacheUpdateFlagTests {
  @Test("It is off: a response without any word about caches is not kept")
  func off() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(.items)
    #expect(try await test.client.cache.list().count == 0)
    #expect(test.told() == ["load remote /items"])
  }

  @Test("With it a response is kept and told, and the request is still sent each time")
  func onlyWrites() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.updatingCache()
    #expect(try await test.text(request) == #"{"n":1}"#)
    #expect(test.told() == ["update cache /items", "load remote /items"])
    #expect(try await test.text(request) == #"{"n":2}"#)
    #expect(test.sent == 2)
    #expect(try await test.client.cache.model(of: request, as: JSONValue.self) == ["n": 2])
  }

  @Test(
    "It makes no request read, neither with other methods nor where headers are not followed", arguments: [true, false])
  func neverReads(follows: Bool) async throws {
    let test = try CacheUnderTest.counting()
    test.client.configuration.followsCacheHeaders = follows
    for request in [Request.items, .post("/items").body(.text("x"))] {
      for _ in 0..<2 { _ = try await test.client.send(request.updatingCache()) }
    }
    #expect(test.sent == 4)
  }

  @Test("The client has a default, and a request goes before it")
  func standard() async throws {
    let test = try CacheUnderTest.counting()
    test.client.configuration.updatesCache = true
    _ = try await test.client.send(.items)
    _ = try await test.client.send(.get("/other").updatingCache(false))
    #expect(try await test.client.cache.list().listings.map(\.label.endpoint) == ["/items"])
  }

  @Test("A route says it for its requests")
  func route() async throws {
    let test = try CacheUnderTest.counting()
    var route = Route("items", endpoint: "/items")
    route.cache = CachePolicy(updatesCache: true)
    _ = try await test.client.send(.route(route))
    #expect(try await test.client.cache.list().listings.map(\.label.name) == ["items"])
  }

  @Test("A failure is not kept", arguments: ["404 Not Found", "500 Oh", "301 Away"])
  func failures(status: String) async throws {
    let test = try CacheUnderTest(.text("no", status: status))
    _ = try await test.client.send(.items.updatingCache())
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("A response that a validator rejects is not kept")
  func refused() async throws {
    let test = try CacheUnderTest(.text("yes"))
    _ = try await test.client.send(.items.updatingCache().validating(.status(in: 201..<202)))
    #expect(try await test.client.cache.list().count == 0)
  }
}
