/// A cache in memory, which forgets with its process. When it is full, what was not used for longest goes first.
public final class InMemoryCache: CacheStorage {
  /// In bytes, by default.
  public static let standardLimit = 64 << 20

  fileprivate struct Kept {
    var entry: CacheEntry
    var listing: CacheListing
    /// Counts up with every use, since a clock may stand still.
    var turn: UInt64

    /// Bytes, with what an entry weighs besides its body.
    var weight: Int { listing.size + 1024 }
  }

  fileprivate struct State {
    var kept: [CacheKey: Kept] = [:]
    /// Of all together.
    var weight = 0
    var lastID: Int64 = 0
    var turn: UInt64 = 0
    var limit: Int
  }

  private let state: Lock<State>

  /// - Parameter limit: in bytes; bodies in files count too.
  public init(limit: Int = standardLimit) {
    state = Lock(State(limit: limit))
  }

  /// In bytes. Lowering it makes room at once.
  public var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      state.withLock { state in
        state.limit = newValue
        state.makeRoom()
      }
    }
  }

  public var mayHaveEntries: Bool {
    state.withLock { !$0.kept.isEmpty }
  }

  public func entry(for key: CacheKey) -> CacheEntry? {
    state.withLock { $0.kept[key]?.entry }
  }

  public func entry(_ id: CacheEntryID) -> (entry: CacheEntry, listing: CacheListing)? {
    state.withLock { state in
      state.kept.values.first { $0.listing.id == id }.map { ($0.entry, $0.listing) }
    }
  }

  public func keep(_ entry: CacheEntry) {
    state.withLock { $0.keep(entry) }
  }

  public func used(_ key: CacheKey, at time: Timestamp) {
    state.withLock { state in
      state.turn += 1
      let turn = state.turn
      state.kept[key]?.use(at: time, turn: turn)
    }
  }

  public func remove(_ key: CacheKey) -> CacheListing? {
    state.withLock { $0.remove(key) }
  }

  public func remove(_ filter: CacheFilter) -> [CacheListing] {
    state.withLock { state in
      state.chosen(by: filter).compactMap { state.remove($0.entry.key) }
    }
  }

  public func expire(_ filter: CacheFilter) {
    state.withLock { state in
      for kept in state.chosen(by: filter) { state.kept[kept.entry.key]?.expire() }
    }
  }

  public func setPinned(_ isPinned: Bool, _ filter: CacheFilter) {
    state.withLock { state in
      for kept in state.chosen(by: filter) { state.kept[kept.entry.key]?.listing.isPinned = isPinned }
    }
  }

  public func list(_ filter: CacheFilter, by sort: CacheSort, offset: Int, limit: Int) -> CachePage {
    state.withLock { state in
      let used = state.chosen(by: filter).sorted { $0.turn > $1.turn }
      let chosen = sort.sorted(used, \.listing.sortFacts)
      return CachePage(
        listings: chosen.dropFirst(max(0, offset)).prefix(max(0, limit)).map(\.listing), count: chosen.count,
        size: chosen.reduce(0) { $0 + $1.listing.size })
    }
  }
}

extension InMemoryCache.Kept {
  fileprivate mutating func use(at time: Timestamp, turn: UInt64) {
    listing.hits += 1
    listing.lastUsedAt = time
    self.turn = turn
  }

  fileprivate mutating func expire() {
    entry.isExpired = true
    listing.isExpired = true
    listing.freshUntil = entry.freshUntil
  }
}

extension InMemoryCache.State {
  fileprivate func chosen(by filter: CacheFilter) -> [InMemoryCache.Kept] {
    kept.values.filter { filter.chooses($0.entry.key, $0.listing) }
  }

  fileprivate mutating func keep(_ entry: CacheEntry) {
    let old = remove(entry.key)
    guard entry.body.count <= limit else { return }
    if old == nil { lastID += 1 }
    var listing = CacheListing(entry, id: old?.id ?? CacheEntryID(rawValue: lastID))
    if let old {
      (listing.hits, listing.isPinned) = (old.hits, old.isPinned)
      listing.fetches += old.fetches
      listing.revalidations += old.revalidations
    }
    turn += 1
    let new = InMemoryCache.Kept(entry: entry, listing: listing, turn: turn)
    kept[entry.key] = new
    weight += new.weight
    makeRoom()
  }

  fileprivate mutating func remove(_ key: CacheKey) -> CacheListing? {
    guard let removed = kept.removeValue(forKey: key) else { return nil }
    weight -= removed.weight
    return removed.listing
  }

  /// A little more than is needed, so that a full cache does not look for the oldest at every entry.
  fileprivate mutating func makeRoom() {
    guard weight > limit else { return }
    let goal = limit - limit / 10
    for old in kept.values.filter({ !$0.listing.isPinned }).sorted(by: { $0.turn < $1.turn }) where weight > goal {
      _ = remove(old.entry.key)
    }
  }
}
