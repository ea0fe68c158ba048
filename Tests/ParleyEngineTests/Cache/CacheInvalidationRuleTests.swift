import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyHTTP

@Suite("The rule of what may be kept after a change", .timeLimit(.minutes(2)))
struct CacheInvalidationRuleTests {
  private let entry = CacheEntry(
    key: CacheKey(method: "GET", origin: "http://h", path: "/items", query: "", model: nil),
    label: CacheLabel(name: "list", endpoint: "/items", codec: "json", url: "http://h/items"),
    head: ResponseHead(url: "http://h/items", status: .ok), body: InMemoryBytes([]),
    requestedAt: Timestamp(microseconds: 0), receivedAt: Timestamp(microseconds: 0))

  private func filter(_ name: String) -> CacheFilter {
    var filter = CacheFilter()
    filter.names = [name]
    return filter
  }

  @Test("what concerns it and came since counts; what came before, or concerns others, does not")
  func since() {
    var invalidations = CacheInvalidations()
    invalidations.note(filter("list"))
    let mark = invalidations.mark
    #expect(invalidations.allow(entry, askedFor: mark))
    invalidations.note(filter("others"))
    #expect(invalidations.allow(entry, askedFor: mark) && !invalidations.allow(entry, askedFor: mark - 1))
    invalidations.note(filter("list"))
    #expect(!invalidations.allow(entry, askedFor: mark))
  }

  @Test("what was asked for before all that is remembered is not kept, and no more is remembered than that")
  func bound() {
    var invalidations = CacheInvalidations()
    for _ in 0..<10_000 { invalidations.note(filter("others")) }
    #expect(invalidations.allow(entry, askedFor: 10_000 - 100))
    #expect(!invalidations.allow(entry, askedFor: 10_000 - CacheInvalidations.most - 1))
  }
}
