import ParleyEngine

/// What the screen of the cache wants done.
enum CacheWork: ServiceEffect {
  case page(CacheQuery)
  case show(CacheListing)
  case order(CacheOrder)

  var lane: Lane? {
    switch self {
    case .page: Lane("cache", keepsOnlyNewest: true)
    case .show: nil
    case .order: Lane("cache orders", outlivesTheScreen: true)
    }
  }

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .page(let query): return [.cache(.page(query, try await services.cache(query)))]
    case .show(let listing):
      guard let entry = try await services.cacheEntry(listing.id) else { return [.cache(.refresh)] }
      return [.shell(.cache(.entry("\(listing.method) \(listing.label.url)", entry)))]
    case .order(let order):
      try await services.perform(order)
      return [.cache(.refresh)]
    }
  }
}
