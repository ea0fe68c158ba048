import ParleyEngine
import ParleyText

@testable import Workbench
@testable import WorkbenchLive

// The cache.
extension FakeServices {
  private func cached(_ text: String) -> CacheFilter {
    var filter = CacheFilter()
    filter.conditions = CacheEntryFilter(text).conditions(at: clock.withLock { $0 })
    return filter
  }

  func cache(_ query: CacheQuery) async throws -> CacheWindow {
    try check("cache")
    let filter = cached(query.filter)
    guard query.tree == nil else {
      return CacheWindow(CacheTree(try await client.cache.list(filter, limit: 1000).listings), query)
    }
    return CacheWindow(
      try await client.cache.list(filter, by: query.sort, offset: query.offset, limit: query.count),
      offset: query.offset)
  }

  func cacheEntry(_ id: CacheEntryID) async throws -> CachedExchange? {
    guard let (entry, listing) = try await client.cache.entry(id) else { return nil }
    return CachedExchange(entry, listing, at: clock.withLock { $0 })
  }

  func cacheEntries(_ filter: String, below prefix: String) async throws -> [CacheEntryID] {
    CacheTree(try await client.cache.list(cached(filter), limit: 1000).listings).listings(below: prefix).map(\.id)
  }

  func perform(_ intent: CacheIntent) async throws -> CacheOutcome {
    try check("cacheOrder")
    let filter = CacheFilter(ids: intent.entries)
    switch intent.job {
    case .expire, .askAgain: try await client.cache.expire(filter)
    case .remove: try await client.cache.clear(filter)
    case .pin(let isPinned): try await client.cache.setPinned(isPinned, filter)
    case .mock: return CacheOutcome(done: intent.entries.count)
    }
    return CacheOutcome(done: intent.entries.count)
  }

  func cachedText(_ id: CacheEntryID) async throws -> CachedText? {
    guard let (entry, _) = try await client.cache.entry(id) else { return nil }
    let bytes = try entry.body.read(at: 0, count: entry.body.count)
    return CachedText(String(decoding: bytes, as: UTF8.self), suffix: ".json", isSecret: entry.isSecret)
  }

  func replaceCached(_ id: CacheEntryID, with text: String, for time: Duration?) async throws -> Duration? {
    try await client.cache.replaceBody(of: id, with: Array(text.utf8), for: time)
    return try await client.cache.entry(id)?.listing.state(at: clock.withLock { $0 }).timeLeft
  }

  func cacheDifference(_ id: CacheEntryID) async throws -> ResponseDifference? {
    guard let (entry, listing) = try await client.cache.entry(id) else { return nil }
    let answer = try await client.send(.get(listing.label.endpoint).withoutCache())
    return try ResponseDifference(entry, answer, hiding: Secrets())
  }
}
