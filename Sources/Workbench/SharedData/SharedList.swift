import ParleyEngine
import TerminalKit

/// The keys, a line each. Holds only a window on them.
struct SharedList: PaneView {
  var window = SharedKeysWindow()
  /// Counts all keys that match, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  var input = LineEditor()
  var isFiltering = false
  /// What was asked for last, and has not come yet.
  var requested: SharedKeysQuery?
  var isStale = true
  /// Keys that somebody else wrote, and that the cursor has not left since.
  var changed: Set<SharedKey> = []
  /// Marked in the list.
  var observed: Set<String> = []
  /// The name the cursor goes to as soon as it is there.
  var wanted: String?

  var keyContexts: [KeyContext] { isFiltering ? [.sharedFilter] : [.sharedKeys, .shared] }
  var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.isEmpty }

  func row(at line: Int) -> SharedRow? {
    let index = line - window.offset
    return window.rows.indices.contains(index) ? window.rows[index] : nil
  }

  var selected: SharedRow? { row(at: cursor.selected) }

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }

  /// The names of the columns.
  static let headLines = 1
}

// The window.
extension SharedList {
  /// No screen has more lines; without one the height is not known.
  private static let tallest = 1000

  /// Asks for the lines that are on screen and not in the window, unless they are in flight.
  mutating func missing() -> [Effect] {
    let visible = cursor.visible
    let held = window.offset..<window.offset + window.rows.count
    let isFilled = visible.isEmpty || held.contains(visible.lowerBound) && held.contains(visible.upperBound - 1)
    guard isStale || !isFilled else { return [] }
    let query = query
    guard isStale || query != requested else { return [] }
    (requested, isStale) = (query, false)
    return [.perform(SharedDataEffect.keys(query))]
  }

  /// Three screens full, so that small moves need no question.
  private var query: SharedKeysQuery {
    let height = max(1, min(cursor.height, Self.tallest))
    return SharedKeysQuery(
      filter: input.text, offset: max(0, cursor.top - height), around: wanted, count: 3 * height)
  }

  /// The cursor stays with its key, wherever that is by now.
  mutating func take(_ window: SharedKeysWindow, for query: SharedKeysQuery) {
    guard query.filter == input.text else { return }
    if query == requested { requested = nil }
    let name = wanted ?? selected?.key.name
    self.window = window
    cursor.count = window.total
    guard let name, let place = window.rows.firstIndex(where: { $0.key.name.isIdentical(to: name) }) else { return }
    wanted = nil
    cursor.select(window.offset + place)
  }

  mutating func filterChanged() {
    isStale = true
    cursor.move(.first)
  }
}
