/// The recent invalidations, so that a response that was requested before one and arrives after it is not kept: it may
/// describe the state before.
///
/// ```swift
/// let mark = invalidations.mark                       // GET /items is sent
/// invalidations.note(filter)                          // the response to PUT /items/7 arrives
/// invalidations.allow(entry, askedFor: mark)          // false
/// ```
struct CacheInvalidations: Sendable {
  /// A moment, as the number of changes before it.
  typealias Mark = Int

  /// More are not remembered: what was asked for before all of these is not kept.
  static let most = 256

  private var latest: [CacheFilter] = []
  private(set) var mark: Mark = 0

  mutating func note(_ filter: CacheFilter) {
    if latest.count == Self.most { latest.removeFirst(Self.most / 2) }
    latest.append(filter)
    mark += 1
  }

  /// Whether a response may be kept that was asked for at that moment.
  func allow(_ entry: CacheEntry, askedFor moment: Mark) -> Bool {
    let count = mark - moment
    guard count > 0 else { return true }
    guard count <= latest.count else { return false }
    let listing = CacheListing(entry, id: CacheEntryID(rawValue: 0))
    return !latest.suffix(count).contains { $0.chooses(entry.key, listing) }
  }
}
