/// Chooses entries of a cache. What is nil chooses nothing away.
public struct CacheFilter: Sendable, Hashable {
  /// The environment or group that an entry must have.
  public enum Place: Sendable, Hashable {
    /// Whichever it is.
    case any
    /// Nil is the one without a name.
    case named(String?)

    func holds(_ name: String?) -> Bool {
      if case .named(let wanted) = self { wanted.isIdentical(to: name) } else { true }
    }
  }

  /// Those of this environment.
  public var environment = Place.any
  /// Those of this group.
  public var group = Place.any
  /// These entries.
  public var ids: Set<CacheEntryID>?
  /// Those of these routes.
  public var names: Set<String>?
  /// Those whose method, URL, name or group has every word in it, in any casing.
  public var words: [String] = []
  /// Those for which all of these hold.
  package var conditions: [CacheCondition] = []
  /// `GET` and `HEAD` of one address, whoever asked.
  package var resource: Resource?

  /// An address as keys have it.
  package struct Resource: Sendable, Hashable {
    /// As `CacheKey.origin`.
    package var origin: String
    /// As `CacheKey.path`.
    package var path: String
    /// By name; items of one name keep their order.
    package var query: String

    /// An address, split as keys are.
    package init(origin: String, path: String, query: String) {
      self.origin = origin
      self.path = path
      self.query = query
    }
  }

  /// Everything, or what is in these places.
  public init(environment: Place = .any, group: Place = .any) {
    self.environment = environment
    self.group = group
  }

  /// These entries and no others.
  public init(ids: some Sequence<CacheEntryID>) {
    self.ids = Set(ids)
  }

  /// Whether it chooses an entry.
  package func chooses(_ key: CacheKey, _ listing: CacheListing) -> Bool {
    environment.holds(key.environment) && group.holds(key.group) && ids?.contains(listing.id) != false
      && (names.map { names in listing.label.name.map { names.contains(exactly: $0) } ?? false } ?? true)
      && resource.map { $0.isRead(by: key) } != false && choosesWords(of: listing)
      && conditions.allSatisfy { $0.holds(for: listing) }
  }

  private func choosesWords(of listing: CacheListing) -> Bool {
    guard !words.isEmpty else { return true }
    let text = listing.searchText
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}

extension CacheFilter.Resource {
  init(_ address: CacheAddress) {
    self.init(origin: address.origin, path: address.path, query: Self.sorted(address.query))
  }

  /// However its server is reached, and whatever order its query has: what is changed by one is changed for all.
  package init(_ key: CacheKey) {
    self.init(
      origin: String(key.origin.prefix { $0 != " " }), path: key.path, query: Self.sorted(key.query))
  }

  /// By name; items of one name keep their order.
  private static func sorted(_ query: String) -> String {
    let items = query.split { $0 == "&" || $0 == " " }
    let named = items.map { $0.prefix { $0 != "=" } }
    return items.indices.sorted { (named[$0], $0) < (named[$1], $1) }.map { items[$0] }.joined(separator: "&")
  }

  fileprivate func isRead(by key: CacheKey) -> Bool {
    (key.method == "GET" || key.method == "HEAD") && Self(key) == self
  }
}

extension CacheListing {
  /// The text that words are searched for in, in lower case.
  package var searchText: String {
    [method, label.url, label.name ?? "", group ?? ""].joined(separator: " ").lowercased()
  }
}
