import WorkbenchParts

/// The position of a composer's cursor: on its URL, its tabs or the contents of a tab, and there on which row.
package struct ComposerPosition: Sendable {
  private(set) var tab = Composer.Tab.params
  private(set) var spot = Composer.Spot.url
  private(set) var column = Composer.Column.value
  /// Whether the variables of a GraphQL body are shown in place of its query.
  private(set) var showsVariables = false
  private var rows: [Composer.Tab: ListCursor] = [:]

  /// The row of the tab. Each tab has its own.
  var row: ListCursor {
    get { rows[tab] ?? ListCursor() }
    set { rows[tab] = newValue }
  }

  /// Shows a tab. On the line of tabs the cursor stays there.
  mutating func show(_ tab: Composer.Tab) {
    self.tab = tab
    if spot != .tabs { spot = .content }
  }

  package mutating func go(to spot: Composer.Spot) { self.spot = spot }

  mutating func go(toColumn column: Composer.Column) {
    spot = .content
    self.column = column
  }

  mutating func restore(_ tab: Composer.Tab, _ spot: Composer.Spot) {
    self.tab = tab
    self.spot = spot
  }

  /// Up and down: URL, tabs, kind of body, and what the tab holds, one below the other.
  mutating func climb(_ step: Int, hasAddress: Bool = true) {
    let spots: [Composer.Spot] =
      (hasAddress ? [.url] : []) + (tab == .body ? [.tabs, .kind, .content] : [.tabs, .content])
    let place = spots.firstIndex(of: spot == .method ? .url : spot) ?? 0
    spot = spots[max(0, min(place + step, spots.count - 1))]
  }

  /// Only a body has a kind.
  mutating func leaveMissingKind() {
    if spot == .kind, tab != .body { spot = .content }
  }

  /// Shows the other text of a GraphQL body.
  mutating func turnText() { showsVariables.toggle() }

  mutating func showQuery() { showsVariables = false }
}
