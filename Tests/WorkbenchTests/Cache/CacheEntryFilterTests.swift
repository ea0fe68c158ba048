import ParleyEngine
import ParleyText
import Testing

@Suite("The filter of the cache", .timeLimit(.minutes(2)))
struct CacheEntryFilterTests {
  private let now = Timestamp(microseconds: 10_000_000_000)

  private func listing(_ change: (inout CacheListing) -> Void = { _ in }) -> CacheListing {
    let label = CacheLabel(
      name: "item/list", endpoint: "/items", codec: "json", url: "https://api.shop.test/items?page=2")
    var listing = CacheListing(
      id: CacheEntryID(rawValue: 1), method: "GET", label: label, status: 200, size: 12_000,
      receivedAt: now.advanced(by: .seconds(-3600)))
    (listing.hits, listing.group, listing.mediaType) = (3, "ada", "application/json")
    change(&listing)
    return listing
  }

  private func accepts(_ text: String, _ listing: CacheListing) -> Bool {
    let filter = CacheEntryFilter(text)
    #expect(filter.problems.isEmpty)
    return filter.conditions(at: now).allSatisfy { $0.holds(for: listing) }
  }

  @Test(
    "words and fields narrow the list",
    arguments: [
      ("ITEMS get", true), ("users", false), ("-users", true), ("origin:API", true), ("origin:items", false),
      ("host:shop", true), ("url:page=2", true), ("method:get", true), ("name:item/", true), ("group:ada", true),
      ("type:json", true), ("-type:json", false), ("status:200", true), ("status:2xx", true), ("status>=400", false),
      ("status!=404", true), ("size>10k", true), ("size>12kb", false), ("bytes<=12000", true), ("size:1m", false),
      ("hits:0", false), ("hits>2", true), ("age>30m", true), ("age<30m", false), ("since:2h", true),
      ("until:30m", true), ("https://api.shop.test/items", true), ("http://other", false), ("\"unknown:x\"", false),
    ])
  func fields(text: String, isAccepted: Bool) {
    #expect(accepts(text, listing()) == isAccepted)
  }

  @Test("states have the words of the list")
  func states() {
    let fresh = listing { $0.freshUntil = now.advanced(by: .seconds(1)) }
    let stale = listing { $0.freshUntil = now }
    let expired = listing { $0.isExpired = true }
    let states = [("fresh", fresh), ("stale", stale), ("expired", expired), ("revalidated", listing())]
    for (word, _) in states {
      // An entry that is past its time has expired, too.
      let meant = word == "expired" ? ["stale", "expired"] : [word]
      #expect(states.filter { accepts("is:\(word)", $0.1) }.map(\.0) == meant)
    }
    #expect(accepts("is:edited", listing { $0.isEdited = true }) && !accepts("is:edited", listing()))
    #expect(accepts("is:pinned", listing { $0.isPinned = true }) && accepts("-is:secret", listing()))
  }

  @Test(
    "what is not understood is said and filters nothing",
    arguments: ["status:abc", "size>1.5", "size>", "age>soon", "is:good", "hits:x", "unknown:x"])
  func mistakes(text: String) {
    let filter = CacheEntryFilter(text)
    #expect(filter.problems.count == 1 && filter.isEmpty && filter.problems[0].hasSuffix("."))
  }
}
