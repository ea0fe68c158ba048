import ParleyEngine
import TestSupport
import Testing

@Suite("The cache by hand", .timeLimit(.minutes(2)))
struct ManualCacheTests {
  private struct Count: Codable, Sendable, Hashable {
    var n: Int
  }

  @Test("A model that is put there is told once and read back")
  func update() async throws {
    let test = try CacheUnderTest.counting()
    try await test.client.cache.update(.items, with: Count(n: 70))
    #expect(test.told() == ["update cache /items"])
    #expect(try await test.client.cache.model(of: .items, as: Count.self) == Count(n: 70))
    #expect(try await test.text(.items.caching(for: .seconds(60))) == #"{"n":70}"#)
    #expect(test.sent == 0)
  }

  @Test("An update says codec, server, endpoint, request and response model; a removal all but the last")
  func events() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.post("/items").model(["name": "gandalf"])
    try await test.client.cache.update(request, with: Count(n: 70))
    try await test.client.cache.remove(request)
    let kinds = test.kinds()
    guard kinds.count == 2, case .updateCache(let update) = kinds[0], case .removeCache(let removal) = kinds[1] else {
      Issue.record("\(kinds)")
      return
    }
    for change in [update, removal] {
      #expect(change.codec == "automatic" && change.server == "api" && change.endpoint == "/items")
      #expect(change.method == "POST" && change.model?.value == ["name": "gandalf"])
    }
    #expect(update.response?.value == ["n": 70] && removal.response == nil)
  }

  @Test("Removing one leaves the others, and removing nothing tells nothing")
  func remove() async throws {
    let test = try CacheUnderTest.counting()
    try await test.client.cache.update(.items, with: Count(n: 1))
    try await test.client.cache.update(.get("/other"), with: Count(n: 2))
    _ = test.told()
    #expect(try await test.client.cache.remove(.items))
    #expect(try await !test.client.cache.remove(.items))
    #expect(test.told() == ["remove cache /items"])
    #expect(try await test.client.cache.model(of: .get("/other"), as: Count.self) == Count(n: 2))
  }

  @Test("Clearing tells of every entry once, and with a filter leaves what it does not choose")
  func clear() async throws {
    let test = try CacheUnderTest.counting()
    for path in ["/a", "/b", "/c"] { try await test.client.cache.update(.get(path), with: Count(n: 1)) }
    _ = test.told()
    var filter = CacheFilter()
    filter.words = ["/b"]
    #expect(try await test.client.cache.clear(filter) == 1)
    #expect(test.told() == ["remove cache /b"])
    #expect(try await test.client.cache.clear() == 2)
    #expect(Set(test.told()) == ["remove cache /a", "remove cache /c"])
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("What expires by hand is fetched again, whatever its time to live")
  func expire() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.caching(for: .seconds(60))
    _ = try await test.client.send(request)
    try await test.client.cache.expire(CacheFilter())
    #expect(try await test.client.cache.decision(for: request).code == "entry.expired")
    #expect(try await test.text(request) == #"{"n":2}"#)
    #expect(try await test.text(request) == #"{"n":2}"#)
    #expect(test.sent == 2)
  }
}
