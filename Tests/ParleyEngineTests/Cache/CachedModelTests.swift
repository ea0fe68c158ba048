import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Reading a cached model", .timeLimit(.minutes(2)))
struct CachedModelTests {
  private struct Count: Codable, Sendable, Hashable {
    var n: Int
  }

  @Test("It comes from the request value, decoded by its codec, and never from the network")
  func fromRequest() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.model(["name": "gandalf"]).updatingCache()
    #expect(try await test.client.cache.model(of: request, as: Count.self) == nil)
    _ = try await test.client.send(request)
    #expect(try await test.client.cache.model(of: request, as: Count.self) == Count(n: 1))
    #expect(try await test.client.cache.model(of: request.reading(with: TextCodec()), as: String.self) == #"{"n":1}"#)
    #expect(test.sent == 1)
  }

  @Test("It comes from the parts of a request as well")
  func fromParts() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(.items.model(["name": "gandalf"]).updatingCache())
    let cache = test.client.cache
    let model: JSONValue = ["name": "gandalf"]
    #expect(try await cache.model(method: .get, server: "api", endpoint: "/items", model: model) == Count(n: 1))
    #expect(try await cache.model(method: .post, endpoint: "/items", model: model, as: Count.self) == nil)
    #expect(try await cache.model(endpoint: "/items", as: Count.self) == nil)
    #expect(test.sent == 1)
  }

  @Test("An interval lets older ones count as nothing, and zero is any age")
  func expiry() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.updatingCache()
    _ = try await test.client.send(request)
    test.pass(.seconds(3600))
    let cache = test.client.cache
    #expect(try await cache.model(of: request, as: Count.self, within: .seconds(3601)) == Count(n: 1))
    #expect(try await cache.model(of: request, as: Count.self, within: .seconds(3600)) == nil)
    #expect(try await cache.model(of: request, as: Count.self) == Count(n: 1))
    test.pass(.seconds(400 * 86_400))
    #expect(try await cache.model(of: request, as: Count.self, within: .zero) == Count(n: 1))
    #expect(try await cache.model(of: request, as: Count.self, within: nil) == Count(n: 1))
    #expect(try await cache.model(endpoint: "/items", as: Count.self, within: .zero) == Count(n: 1))
    #expect(test.sent == 1)
  }

  @Test("What is kept and is no such model is an error that says so")
  func wrongModel() async throws {
    let test = try CacheUnderTest(.text("hello"))
    let request = Request.items.updatingCache()
    _ = try await test.client.send(request)
    await #expect(throws: ReadingError.self) { try await test.client.cache.model(of: request, as: Count.self) }
  }

  @Test("A mapping finds the model at its root")
  func mapping() async throws {
    let test = try CacheUnderTest(.text(#"{"data":{"n":7}}"#))
    let request = Request.items.mapping(Mapping(responseRoot: "data")).updatingCache()
    _ = try await test.client.send(request)
    #expect(try await test.client.cache.model(of: request, as: Count.self) == Count(n: 7))
    try await test.client.cache.update(request, with: Count(n: 8))
    #expect(try await test.client.cache.model(of: request, as: Count.self) == Count(n: 8))
  }

  @Test("A client without a cache has nothing")
  func withoutCache() async throws {
    let test = try CacheUnderTest(.text("{}"), cache: nil)
    _ = try await test.client.send(.items.updatingCache().caching(for: .seconds(60)))
    #expect(try await test.client.cache.model(of: .items, as: JSONValue.self) == nil)
    #expect(try await test.client.cache.decision(for: .items).code == "cache.none")
  }
}
