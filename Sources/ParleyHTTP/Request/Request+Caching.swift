extension Request {
  /// Its wishes of the cache, all at once.
  public func cache(_ policy: CachePolicy) -> Request {
    with { $0.cache = policy }
  }

  /// Is answered without the network for so long after a response; nil and zero are not at all.
  public func caching(for time: Duration?) -> Request {
    with { $0.cache.timeToLive = time }
  }

  /// Stores its response in the cache, without reading the cache itself.
  public func updatingCache(_ updates: Bool = true) -> Request {
    with { $0.cache.updatesCache = updates }
  }

  /// Removes the entries of these routes when it succeeds.
  public func invalidating(_ routes: String...) -> Request {
    with { $0.cache.invalidates = routes }
  }

  /// Leaves these query parameters out of its key in the cache.
  public func ignoringInCache(query names: String...) -> Request {
    with { $0.cache.ignoredQuery = .names(Set(names)) }
  }

  /// Neither reads the cache nor writes to it.
  public func withoutCache() -> Request {
    with { $0.cache.use = .off }
  }
}
