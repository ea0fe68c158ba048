internal import Cryptography

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
    /// By key without credentials, the newest first.
    var kept: [CacheKey: [Kept]] = [:]
    /// Of all together.
    var weight = 0
    var lastID: Int64 = 0
    var turn: UInt64 = 0
    var limit: Int
  }

  private let state: Lock<State>
  private let digests = AuthenticationKey(RandomBytes.make(32))

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

  public func digest(of secrets: [UInt8]) -> [UInt8] { digests.code(for: secrets) }

  public func variants(of key: CacheKey) -> CachedVariants {
    let kept = state.withLock { $0.kept[key.withoutIdentity] ?? [] }
    let own = kept.filter { $0.entry.key == key }.map(\.entry)
    return CachedVariants(own, areOthers: own.isEmpty && !kept.isEmpty)
  }

  public func entry(_ id: CacheEntryID) -> (entry: CacheEntry, listing: CacheListing)? {
    state.withLock { state in
      state.all.first { $0.listing.id == id }.map { ($0.entry, $0.listing) }
    }
  }

  public func keep(_ entry: CacheEntry, replacing old: CacheEntry?) {
    state.withLock { $0.keep(entry, replacing: old) }
  }

  public func used(_ entry: CacheEntry, at time: Timestamp) {
    state.withLock { state in
      state.turn += 1
      let turn = state.turn
      state.change(entry) { $0.use(at: time, turn: turn) }
    }
  }

  public func remove(_ entry: CacheEntry) -> CacheListing? {
    state.withLock { $0.remove(entry) }
  }

  public func remove(_ key: CacheKey) -> [CacheListing] {
    state.withLock { state in
      (state.kept[key.withoutIdentity] ?? []).filter { $0.entry.key == key }.compactMap { state.remove($0.entry) }
    }
  }

  public func remove(_ filter: CacheFilter) -> [CacheListing] {
    state.withLock { state in
      state.chosen(by: filter).compactMap { state.remove($0.entry) }
    }
  }

  public func expire(_ filter: CacheFilter) {
    state.withLock { state in
      for kept in state.chosen(by: filter) { state.change(kept.entry) { $0.expire() } }
    }
  }

  public func setPinned(_ isPinned: Bool, _ filter: CacheFilter) {
    state.withLock { state in
      for kept in state.chosen(by: filter) { state.change(kept.entry) { $0.listing.isPinned = isPinned } }
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
  fileprivate var all: [InMemoryCache.Kept] { kept.values.flatMap(\.self) }

  fileprivate func chosen(by filter: CacheFilter) -> [InMemoryCache.Kept] {
    all.filter { filter.chooses($0.entry.key, $0.listing) }
  }

  fileprivate mutating func change(_ entry: CacheEntry, _ body: (inout InMemoryCache.Kept) -> Void) {
    let place = entry.key.withoutIdentity
    guard let index = kept[place]?.firstIndex(where: { $0.entry.isSameVariant(as: entry) }) else { return }
    body(&kept[place, default: []][index])
  }

  fileprivate mutating func keep(_ entry: CacheEntry, replacing superseded: CacheEntry?) {
    let (same, other) = (remove(entry), superseded.flatMap { remove($0) })
    guard entry.body.count <= limit else { return }
    let old = same ?? other
    if old == nil { lastID += 1 }
    var listing = CacheListing(entry, id: old?.id ?? CacheEntryID(rawValue: lastID))
    if let old { listing.continue(old) }
    turn += 1
    let new = InMemoryCache.Kept(entry: entry, listing: listing, turn: turn)
    kept[entry.key.withoutIdentity, default: []].insert(new, at: 0)
    weight += new.weight
    dropVariants(of: entry.key)
    makeRoom()
  }

  fileprivate mutating func remove(_ entry: CacheEntry) -> CacheListing? {
    let place = entry.key.withoutIdentity
    guard let index = kept[place]?.firstIndex(where: { $0.entry.isSameVariant(as: entry) }),
      let removed = kept[place]?.remove(at: index)
    else { return nil }
    if kept[place]?.isEmpty == true { kept[place] = nil }
    weight -= removed.weight
    return removed.listing
  }

  private mutating func dropVariants(of key: CacheKey) {
    let own = (kept[key.withoutIdentity] ?? []).filter { $0.entry.key == key }
    for old in own.dropFirst(CachedVariants.most) where !old.listing.isPinned { _ = remove(old.entry) }
  }

  /// A little more than is needed, so that a full cache does not look for the oldest at every entry.
  fileprivate mutating func makeRoom() {
    guard weight > limit else { return }
    let goal = limit - limit / 10
    for old in all.filter({ !$0.listing.isPinned }).sorted(by: { $0.turn < $1.turn }) where weight > goal {
      _ = remove(old.entry)
    }
  }
}

extension CacheListing {
  /// Takes over what belongs to the place and not to what stands in it.
  fileprivate mutating func `continue`(_ old: CacheListing) {
    (hits, isPinned) = (old.hits, old.isPinned)
    fetches += old.fetches
    revalidations += old.revalidations
  }
}
