package import ParleyEngine
package import ParleyFiles
import ParleyText

/// The cache, as the workspace's requests see it.
package struct CachedResponses: Sendable {
  let session: Session

  /// How all requests of this session use cache and network. It is not kept.
  package var mode: CacheMode {
    get { session.client.configuration.cacheMode }
    nonmutating set { session.client.configuration.cacheMode = newValue }
  }

  /// The entries of the active environment that a filter lets through (`CacheEntryFilter`).
  package func filter(_ text: String = "", at time: Timestamp = .now()) -> CacheFilter {
    var filter = CacheFilter(environment: .named(session.environmentName))
    filter.conditions = CacheEntryFilter(text).conditions(at: time)
    return filter
  }

  /// The response of the cache alone; nil where it has none, or one that has expired.
  package func response(to rendered: RenderedRequest) async throws -> Response? {
    try await session.client.cache.freshResponse(to: session.sending.request(of: rendered))
  }

  /// The cache's decision, with its reason, if the request were sent now.
  package func decision(
    for rendered: RenderedRequest, onlyCache: Bool = false
  ) async throws -> CacheDecision {
    try await session.client.cache.decision(for: session.sending.request(of: rendered), onlyCache: onlyCache)
  }
}
