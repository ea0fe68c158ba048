/// The cache settings of a request or its route. Settings that a request leaves open come from its route, then from the
/// client; where none is set the headers of the response decide (RFC 9111).
///
/// ```swift
/// Request.get("/items").caching(for: .seconds(60))
/// Request.put("/items/:id").invalidating("items")
/// ```
public struct CachePolicy: Sendable, Hashable {
  /// Nil is `automatic`.
  public var use: CacheUse?
  /// Whether a success is stored. It only writes: the request itself does not read the cache. Nil is the client's
  /// `updatesCache`.
  public var updatesCache: Bool?
  /// For so long after a response the same request is answered without the network, whatever the headers of the response say.
  /// Nil and zero: not at all.
  public var timeToLive: Duration?
  /// The discriminator, in place of the client's `cacheGroup`: the group of entries it reads, writes and invalidates.
  public var group: String?
  /// The part of the query that does not tell two requests apart; nil for none.
  public var ignoredQuery: IgnoredQuery?
  /// The routes whose entries a success removes, whatever their parameters: by the key of the route, or the name of a
  /// request that has none.
  public var invalidates: [String]?

  /// Creates a policy; settings that are left out stay open.
  public init(
    use: CacheUse? = nil, updatesCache: Bool? = nil, timeToLive: Duration? = nil, group: String? = nil,
    ignoredQuery: IgnoredQuery? = nil,
    invalidates: [String]? = nil
  ) {
    self.use = use
    self.updatesCache = updatesCache
    self.timeToLive = timeToLive
    self.group = group
    self.ignoredQuery = ignoredQuery
    self.invalidates = invalidates
  }

  /// Its own wishes, and those of another wherever it has none.
  package func following(_ other: CachePolicy) -> CachePolicy {
    CachePolicy(
      use: use ?? other.use, updatesCache: updatesCache ?? other.updatesCache,
      timeToLive: timeToLive ?? other.timeToLive, group: group ?? other.group,
      ignoredQuery: ignoredQuery ?? other.ignoredQuery,
      invalidates: invalidates ?? other.invalidates)
  }

  /// The time for which a request wants to be answered by the cache, where it wants that.
  var wishedTime: Duration? {
    timeToLive.flatMap { $0 > .zero ? $0 : nil }
  }
}

/// Whether the cache takes part in a request.
public enum CacheUse: String, Sendable, Hashable, CaseIterable {
  /// As wishes and headers have it.
  case automatic
  /// Neither read nor written. What a success invalidates is removed all the same.
  case off
}

/// The parameters of a query that are left out of the cache's key.
public enum IgnoredQuery: Sendable, Hashable {
  /// Those of these names; a list's too, `tags[]` by `tags`.
  case names(Set<String>)
  /// The whole query.
  case all
}
