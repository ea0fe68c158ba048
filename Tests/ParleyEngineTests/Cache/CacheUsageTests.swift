import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("How a cache is used", .timeLimit(.minutes(2)))
struct CacheUsageTests {
  @Test("requests are told apart: served without the server, revalidated, fetched")
  func usage() async throws {
    let test = try CacheUnderTest(
      .text("one", headers: ["ETag: \"a\"", "Cache-Control: max-age=60"]),
      RawReply("304 Not Modified", headers: ["ETag: \"a\""]))
    for _ in 0..<3 { _ = try await test.client.send(.items) }
    test.pass(.seconds(90))
    _ = try await test.client.send(.items)
    let listing = try #require(try await test.client.cache.list().listings.first)
    #expect(listing.usage == CacheUsage(hits: 3, revalidations: 1, fetches: 1))
    #expect(listing.usage.served == 2 && listing.usage.requests == 4 && listing.usage.rate == 50)
    #expect(CacheUsage().rate == nil)
  }

  @Test("an edited body is the response for as long as somebody says, whatever its age, and is known as edited")
  func held() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: no-cache", "ETag: \"a\"")
    _ = try await test.client.send(.items)
    let id = try #require(try await test.client.cache.list().listings.first).id
    try await test.client.cache.replaceBody(of: id, with: Array("mine".utf8), for: .seconds(600))
    let response = try await test.client.send(.items)
    #expect(try response.text() == "mine" && response.cached?.isByHand == true)
    #expect(response.cached?.code == "fresh.byHand" && response.cached?.summary.hasPrefix("Edited by hand. ") == true)
    #expect(try await test.client.cache.list().listings.first?.isEdited == true)
    test.pass(.seconds(601))
    #expect(try await test.text(.items) == #"{"n":2}"#)
    #expect(try await test.client.cache.list().listings.first?.isEdited == false)
  }

  @Test("what is held is expired by hand like any other")
  func expired() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60")
    _ = try await test.client.send(.items)
    let id = try #require(try await test.client.cache.list().listings.first).id
    try await test.client.cache.replaceBody(of: id, with: Array("mine".utf8), for: .seconds(600))
    try await test.client.cache.expire(CacheFilter(ids: [id]))
    #expect(try await test.text(.items) == #"{"n":2}"#)
  }

  @Test("a tree adds up what is below each part")
  func tree() {
    let urls = ["http://a/items?page=1", "http://a/items?page=2", "http://a/items/7", "http://b", "odd"]
    let listings = urls.enumerated().map { number, url in
      var listing = CacheListing(
        id: CacheEntryID(rawValue: Int64(number)), method: "GET",
        label: CacheLabel(endpoint: url, codec: "json", url: url),
        status: 200, size: 10)
      (listing.hits, listing.fetches) = (1, 1)
      return listing
    }
    let tree = CacheTree(listings)
    #expect(tree.children.map(\.prefix) == ["http://a", "http://b", "odd"] && tree.totals.count == 5)
    let items = tree.children[0].children[0]
    #expect(items.prefix == "http://a/items" && items.totals.count == 3 && items.entries.count == 2)
    #expect(items.totals.size == 30 && items.totals.usage.rate == 50)
    #expect(tree.listings(below: "http://a/items").count == 3 && tree.listings(below: "http://a/it").isEmpty)
    #expect(CacheTree.prefixes(around: "http://a/items/7?x=1") == ["http://a", "http://a/items", "http://a/items/7"])
  }
}
