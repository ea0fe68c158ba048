import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The exchanges, a line each: those that match what is typed, as the search finds them.
package struct HistoryList: Sendable {
  private(set) var window = HistoryWindow()
  /// Counts the exchanges that are held.
  private(set) var cursor = ListCursor()
  private(set) var input = LineEditor()
  private(set) var filter = LogFilter()
  private(set) var isFiltering = false
  private(set) var completion: FilterCompletion?
  private var vocabulary = LogVocabulary()
  /// How many there are in all; nil until they have been counted.
  private(set) var total: Int?
  /// How many bodies are too large for the search; nil where none is, or it is not known yet.
  private(set) var unsearched: Int?
  /// The query that was sent, and has no result yet.
  private var asked: HistoryQuery?
  /// Rises with every search: what an older one finds is of no use.
  private var number = 0
  private(set) var hasLoaded = false
  /// The exchange with which the cursor stays while what is newer is read.
  private var heldPlace: ExchangeID?
  private var before = PlaceBeforeFilter<HistoryEntry>()
  /// The work on many exchanges that is under way.
  var work: HistoryWork?

  var selected: HistoryEntry? {
    window.exchanges.indices.contains(cursor.selected) ? window.exchanges[cursor.selected] : nil
  }

  /// Whether the first lines are still loading; while a filter is typed, keys do not wait for them.
  var isAwaited: Bool { asked != nil && !hasLoaded && !isFiltering }
  var showsFilter: Bool { isFiltering || !input.text.isEmpty }
  /// Whether more of what is typed may still be found for the lines in view.
  var isSearching: Bool { !filter.isEmpty && (asked != nil || window.older != nil && isShort) }

  static let headLines = 1

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }
}

// What is held.
extension HistoryList {
  mutating func refresh() -> [Effect] {
    window.grow()
    return [.perform(HistoryEffect.count)]
  }

  mutating func take(_ count: Int) { total = count }

  mutating func take(_ page: HistoryPage, for query: HistoryQuery) {
    guard query.number == number else { return }
    asked = nil
    hasLoaded = true
    // At the top one sees what comes; elsewhere the cursor stays with its exchange.
    let follows = cursor.selected == 0 && heldPlace == nil
    let place = follows ? nil : selected?.id ?? heldPlace
    let (top, line) = (cursor.top, cursor.selected)
    window.take(page, for: query.edge)
    if let count = page.unsearched { unsearched = count == 0 ? nil : count }
    if !query.edge.isNewestFirst, page.next == nil { heldPlace = nil }
    cursor.count = window.exchanges.count
    guard let place, let now = window.exchanges.firstIndex(where: { $0.id == place }), now != line else { return }
    cursor.scroll(by: max(0, top + now - line) - cursor.top)
    cursor.select(now)
  }

  mutating func fail(_ query: HistoryQuery) {
    guard query.number == number else { return }
    asked = nil
    hasLoaded = true
    window.stop()
  }

  /// Asks for the next step of the search, as long as there are fewer lines than are in view, or about to be.
  mutating func missing() -> [Effect] {
    guard asked == nil else { return [] }
    let edge = isShort ? window.older : cursor.top < Self.margin ? window.newer : nil
    guard let edge = edge ?? (cursor.top < Self.margin ? window.newer : nil) else { return [] }
    let query = HistoryQuery(filter, edge, limit: HistoryWindow.page, number: number)
    asked = query
    return [.perform(HistoryEffect.page(query))]
  }

  /// Whether the lines in view reach near the last one that is held.
  private var isShort: Bool {
    cursor.visible.lowerBound + min(cursor.height, ListCursor.tallest) + Self.margin > cursor.count
  }

  /// Lines that are there before one comes to them.
  private static let margin = 50

  private mutating func begin(_ window: HistoryWindow = HistoryWindow(), at place: ExchangeID? = nil) {
    self.window = window
    heldPlace = place
    number += 1
    asked = nil
    unsearched = nil
    hasLoaded = false
    cursor.move(.first)
    cursor.count = 0
  }

  mutating func remove(_ ids: [ExchangeID]) {
    window.remove(ids)
    cursor.count = window.exchanges.count
  }

  mutating func pin(_ id: ExchangeID, _ isPinned: Bool) { window.pin(id, isPinned) }
}

// Getting about.
extension HistoryList {
  /// The ends may lie outside of what is held.
  mutating func move(_ step: ListCursor.Step) {
    switch step {
    case .first where window.newer != nil: begin()
    case .last where window.older != nil && filter.isEmpty: begin(HistoryWindow(fromOldest: true))
    default: cursor.move(step)
    }
  }

  mutating func handle(_ event: InputEvent) -> [Effect] {
    if case .mouse(let mouse) = event {
      if showsFilter, mouse.action == .press(.left), mouse.point.y == 0 { return [.then(.history(.filter))] }
      let isSecond = cursor.take(mouse, from: cursor.top - Self.headLines - (showsFilter ? 1 : 0))
      return isSecond ? [.then(.history(.open))] : []
    }
    guard isFiltering, input.take(event) else { return [] }
    complete()
    filterChanged()
    return []
  }
}

// The search.
extension HistoryList {
  mutating func startFiltering() -> [Effect] {
    if !isFiltering { before.note(cursor.selected == 0 && window.newer == nil ? nil : selected) }
    isFiltering = true
    input.selectAll()
    return [.perform(HistoryEffect.vocabulary)]
  }

  mutating func take(_ vocabulary: LogVocabulary) {
    self.vocabulary = vocabulary
    complete()
  }

  mutating func complete(_ action: FilterCompletion.Action) {
    guard completion.take(action, in: &input) else { return }
    complete()
    filterChanged()
  }

  mutating func endFilter() { (isFiltering, completion) = (false, nil) }

  /// The cursor stays with its exchange, or goes back to the one before.
  mutating func clearFilter() {
    let place = before.leave(at: selected, isTyping: isFiltering)
    endFilter()
    input = LineEditor()
    guard filterChanged(), let place else { return }
    begin(HistoryWindow(around: place.sequence), at: place.id)
  }

  private mutating func complete() {
    completion =
      isFiltering ? FilterCompletion(input.textBeforeCursor, FilterField.ofTheHistory, from: vocabulary) : nil
  }

  /// - Returns: whether the search begins anew.
  @discardableResult private mutating func filterChanged() -> Bool {
    let wanted = LogFilter(input.text, knowing: .history)
    guard wanted != filter else { return false }
    filter = wanted
    begin()
    return true
  }
}

extension FilterField {
  static let ofTheHistory: [FilterField] = {
    let known: Set<String> = ["name:", "method:", "url:", "host:", "code:", "since:", "until:", "ms>", "bytes>"]
    let shared = ofTheLog.filter { known.contains($0.opening) || $0.opening.hasPrefix("status") }
    return shared + [
      FilterField(opening: "environment:", note: "it was sent in") { _ in [] },
      FilterField(opening: "is:", note: "pinned, or edited in the cache") { _ in ["edited", "pinned"] },
    ]
  }()
}
