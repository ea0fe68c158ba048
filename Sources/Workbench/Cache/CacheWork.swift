import ParleyEngine

/// What the screen of the cache wants done.
enum CacheWork: ServiceEffect {
  case page(CacheQuery)
  case show(CacheListing)
  case order(CacheOrder)
  /// Opens its body in an editor, and takes back what became of it.
  case edit(CacheListing)
  case collect(String, CacheEntryID, before: String)
  /// Lays it beside what its server says now.
  case compare(CacheListing)

  var lane: Lane? {
    switch self {
    case .page: Lane("cache", keepsOnlyNewest: true)
    case .show, .edit, .compare: nil
    case .order, .collect: Lane("cache orders", outlivesTheScreen: true)
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
    case .edit(let listing):
      guard let kept = try await services.cachedText(listing.id) else { return [.cache(.refresh)] }
      let path = try await services.stage(kept.text, suffix: kept.suffix, isSecret: kept.isSecret)
      return [.shell(.editStaged(file: path, then: CacheWork.collect(path, listing.id, before: kept.text)))]
    case .collect(let path, let id, let before):
      let text = try await services.collect(path)
      // An editor ends a text with a line end of its own.
      guard text != before, text != before + "\n" else { return [] }
      try await services.replaceCached(id, with: text)
    case .compare(let listing):
      guard let difference = try await services.cacheDifference(listing.id) else { return [.cache(.refresh)] }
      return [.shell(.cache(.difference("\(listing.method) \(listing.label.url)", difference)))]
    }
    return [.cache(.refresh)]
  }
}
