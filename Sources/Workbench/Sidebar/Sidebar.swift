import ParleyEngine
import TerminalKit

/// The tree of requests.
struct Sidebar: Component {
  enum Action: Sendable {
    case workspace(WorkspaceSnapshot)
    case edited(Set<RequestID>)
    case move(ListCursor.Step)
    /// Displays the request under the cursor.
    case display
    /// Opens a request, folds or unfolds a folder.
    case open
    case fold
    case foldAll
    case leave
    case filter
    case endFilter
    case clearFilter
    case file(FileAction)
  }

  /// About the request under the cursor, or for a new one.
  enum FileAction: Sendable {
    case new
    case rename
    case duplicate
    case delete
    case edit
    case copyID
  }

  private(set) var tree = RequestTree()
  private(set) var rows: [RequestTree.Row] = []
  var cursor = ListCursor()
  var folded: Set<ExactString> = []
  var filter = LineEditor()
  var isFiltering = false
  /// Requests with edits that their files do not have.
  var edited: Set<RequestID> = []

  static var keyContextSets: [[KeyContext]] {
    [[.sidebar] + KeyContext.around(isTyping: false), [.sidebarFilter] + KeyContext.around(isTyping: true)]
  }

  var keyContexts: [KeyContext] { isFiltering ? [.sidebarFilter] : [.sidebar] }
  var isTyping: Bool { isFiltering }

  var selectedRow: RequestTree.Row? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The request the cursor is on.
  var selected: RequestID? { selectedRow?.request?.id }

  var showsFilter: Bool { isFiltering || !filter.text.isEmpty }

  mutating func replace(_ tree: RequestTree) {
    self.tree = tree
    refresh()
  }

  /// Makes the rows again; the cursor stays with what it was on.
  mutating func refresh() {
    let id = selectedRow?.id
    rows = tree.rows(folded: folded, matching: filter.text.lowercased().split(separator: " ").map(String.init))
    cursor.count = rows.count
    if let id, let place = rows.firstIndex(where: { $0.id.isIdentical(to: id) }) { cursor.select(place) }
  }

  mutating func select(_ id: String) {
    for parent in Self.parents(of: id) { folded.remove(parent) }
    refresh()
    if let place = rows.firstIndex(where: { $0.id.isIdentical(to: id) }) { cursor.select(place) }
  }

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - (showsFilter ? 1 : 0))
  }

  private static func parents(of id: String) -> [String] {
    let parts = id.split(separator: "/")
    return parts.indices.dropLast().map { parts[...$0].joined(separator: "/") }
  }
}

extension KeyContext {
  static let sidebarFilter: KeyContext = "sidebar filter"
}
