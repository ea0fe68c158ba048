import ParleyEngine
import ParleyModel
import WorkbenchServices

/// The part of the history that is held, in the order of sending, newest first. It grows at both ends and forgets the other one, so that
/// it stays small however far one goes.
///
/// The ends go by the order in which exchanges were kept, which is that of their responses: one that took long comes with a page of later
/// ones, and takes its place among those that are held.
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

  mutating func take(_ page: HistoryPage, for edge: HistoryEdge) {
    defer { lookForGrowth() }
    switch edge {
    case .before:
      guard edge == older else { return }
      older = page.next
      newest = newest ?? page.newest
      hold(page.exchanges)
      forgetNewest()
    case .after:
      guard edge == newer else { return }
      newer = page.next
      newest = page.newest.map { max($0, newest ?? $0) } ?? newest
      hold(page.exchanges)
      forgetOldest()
    }
  }

  private mutating func hold(_ more: [HistoryEntry]) { exchanges = (exchanges + more).inSentOrder() }

  private mutating func forgetNewest() {
    guard exchanges.count > Self.most else { return }
    let last = exchanges.map(\.sequence).sorted()[Self.most - 1]
    exchanges.removeAll { $0.sequence > last }
    newer = .after(last)
  }

  private mutating func forgetOldest() {
    guard exchanges.count > Self.most else { return }
    let first = exchanges.map(\.sequence).sorted()[exchanges.count - Self.most]
    exchanges.removeAll { $0.sequence < first }
    older = .before(first)
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
