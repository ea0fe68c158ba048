package import ParleyEngine
package import ParleyFiles
import ParleyText

// The cache, as the workspace's requests see it.
extension Session {
  /// The entries of the active environment that a filter lets through (`CacheEntryFilter`).
  package func cached(_ text: String = "", at time: Timestamp = .now()) -> CacheFilter {
    var filter = CacheFilter(environment: .named(environmentName))
    filter.conditions = CacheEntryFilter(text).conditions(at: time)
    return filter
  }

  /// The response of the cache alone; nil where it has none, or one that has expired.
  package func cachedAnswer(to rendered: RenderedRequest) async throws -> Response? {
    try await client.cache.freshResponse(to: request(of: rendered))
  }

  /// The cache's decision, with its reason, if the request were sent now.
  package func cacheDecision(
    for rendered: RenderedRequest, onlyCache: Bool = false
  ) async throws -> CacheDecision {
    try await client.cache.decision(for: request(of: rendered), onlyCache: onlyCache)
  }
}
