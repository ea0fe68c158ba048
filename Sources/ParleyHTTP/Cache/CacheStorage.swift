/// A storage of a cache's entries. `InMemoryCache` is the engine's; `ParleyStore` has one on disk.
///
/// A storage decides nothing: whether an entry is used is `CacheDecision`'s business. It may forget entries at any moment
/// to make room, except pinned ones. A program chooses between these two; what they keep of an entry is not public.
public protocol CacheStorage: Sendable {
  /// Quick, since every request asks: false means that there surely is nothing.
  var mayHaveEntries: Bool { get }

  /// A digest with a key of the storage's own, so that a key can tell secrets apart without holding them.
  func digest(of secrets: [UInt8]) throws(RepositoryError) -> [UInt8]

  /// Returns the entries of a key.
  func variants(of key: CacheKey) async throws(RepositoryError) -> CachedVariants
  /// The entry of that identifier, with what a list shows of it; nil when it is gone.
  func entry(_ id: CacheEntryID) async throws(RepositoryError) -> (entry: CacheEntry, listing: CacheListing)?

  /// Keeps an entry in the place of the one with the same key and variant, whose pin and hits it takes over.
  /// - Parameter old: another entry that it supersedes, and takes the place of.
  func keep(_ entry: CacheEntry, replacing old: CacheEntry?) async throws(RepositoryError)

  /// Counts a hit. It need not be written at once.
  func used(_ entry: CacheEntry, at time: Timestamp)

  /// Takes an entry out, and says what it was; nil when it was gone.
  func remove(_ entry: CacheEntry) async throws(RepositoryError) -> CacheListing?

  /// Takes all variants of a key out, and says what they were.
  func remove(_ key: CacheKey) async throws(RepositoryError) -> [CacheListing]

  /// Removes what a filter chooses, pinned entries too.
  /// - Returns: the removed entries.
  func remove(_ filter: CacheFilter) async throws(RepositoryError) -> [CacheListing]

  /// Lets the chosen entries expire, so that they are asked about before their next use.
  func expire(_ filter: CacheFilter) async throws(RepositoryError)

  /// Keeps the chosen entries however full it gets, or lets them go with the others again.
  func setPinned(_ isPinned: Bool, _ filter: CacheFilter) async throws(RepositoryError)

  /// Some of the entries that a filter chooses, in an order.
  func list(
    _ filter: CacheFilter, by sort: CacheSort, offset: Int, limit: Int
  ) async throws(RepositoryError) -> CachePage
}

extension CacheStorage {
  /// The entries that were used last come first.
  public func list(_ filter: CacheFilter, offset: Int, limit: Int) async throws(RepositoryError) -> CachePage {
    try await list(filter, by: CacheSort(), offset: offset, limit: limit)
  }
}

/// The entries that a storage has for a key.
public struct CachedVariants: Sendable {
  /// One for each variant by `Vary`, the newest first.
  package var entries: [CacheEntry]
  /// Whether there are entries that were fetched with other credentials only.
  package var areOthers: Bool

  /// Creates the result of a search in a storage.
  package init(_ entries: [CacheEntry] = [], areOthers: Bool = false) {
    (self.entries, self.areOthers) = (entries, areOthers)
  }

  /// So many are kept of a key; beyond them the oldest goes.
  package static let most = 16
}
