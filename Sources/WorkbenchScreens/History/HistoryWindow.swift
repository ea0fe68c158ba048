import ParleyEngine
import ParleyModel
import WorkbenchServices

/// The part of the history that is held, newest first. It grows at both ends and forgets the other one, so that it stays small
/// however far one goes.
struct HistoryWindow: Sendable {
  /// How many are held at most, and how many come at once.
  static let most = 1200
  static let page = 200

  private(set) var exchanges: [HistoryEntry] = []
  /// From where the search goes on at the old end; nil at the end of the history.
  private(set) var older: HistoryEdge? = .before(nil)
  /// From where it goes on at the new end; nil where there is nothing newer, as far as is known.
  private(set) var newer: HistoryEdge?
  /// The newest exchange that was looked at, whether it matched or not.
  private var newest: Int64?
  /// Whether it has grown since the new end was asked for: what is on its way may have been read before.
  private var hasGrown = false

  /// Begins with the newest exchanges, or with the oldest.
  init(fromOldest: Bool = false) {
    if fromOldest { (older, newer) = (nil, .after(nil)) }
  }

  /// Begins at an exchange, with what is older and newer around it.
  init(around sequence: Int64) { (older, newer) = (.before(sequence + 1), .after(sequence)) }

  /// The history has grown.
  mutating func grow() {
    hasGrown = true
    lookForGrowth()
  }

  private mutating func lookForGrowth() {
    guard hasGrown, newer == nil, newest != nil || older == nil else { return }
    if let newest { newer = .after(newest) } else { older = .before(nil) }
    hasGrown = false
  }

  /// - Returns: by how many lines those that were held have moved down.
  mutating func take(_ page: HistoryPage, for edge: HistoryEdge) -> Int {
    defer { lookForGrowth() }
    switch edge {
    case .before:
      guard edge == older else { return 0 }
      older = page.next
      newest = newest ?? page.newest
      exchanges += page.exchanges
      return forgetNewest()
    case .after:
      guard edge == newer else { return 0 }
      newer = page.next
      newest = page.newest.map { max($0, newest ?? $0) } ?? newest
      exchanges.insert(contentsOf: page.exchanges.reversed(), at: 0)
      forgetOldest()
      return page.exchanges.count
    }
  }

  private mutating func forgetNewest() -> Int {
    let surplus = max(0, exchanges.count - Self.most)
    guard surplus > 0 else { return 0 }
    exchanges.removeFirst(surplus)
    newer = .after(exchanges.first?.sequence)
    return -surplus
  }

  private mutating func forgetOldest() {
    let surplus = max(0, exchanges.count - Self.most)
    guard surplus > 0 else { return }
    exchanges.removeLast(surplus)
    older = .before(exchanges.last?.sequence)
  }

  mutating func remove(_ ids: [ExchangeID]) {
    exchanges.removeAll { ids.contains($0.id) }
  }

  mutating func pin(_ id: ExchangeID, _ isPinned: Bool) {
    guard let index = exchanges.firstIndex(where: { $0.id == id }) else { return }
    exchanges[index].isPinned = isPinned
  }

  /// Stops loading more, after a page that could not be read.
  mutating func stop() { (older, newer) = (nil, nil) }
}
