import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// The keys, a line each, or as a tree by the parts of their names. Holds only a window on them.
package struct SharedList: PaneView {
  private(set) var window = SharedKeysWindow()
  /// The columns with something in a line of the window.
  private(set) var filled = SharedColumns.Filled()
  private(set) var needs = SharedColumns.Needs()
  /// Counts all lines, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  private var width = 0
  var input = LineEditor()
  var isFiltering = false
  private(set) var completion: FilterCompletion?
  private(set) var filter = SharedFilter("")
  var sort = SharedSort()
  var tree = PrefixTree()
  /// A search through values, where the filter asks for one.
  var search: SharedValueSearch?
  /// The moment whose keys are listed; nil for now.
  private(set) var moment: ShownMoment?
  /// The query that was sent last, and has no result yet.
  private(set) var requested: SharedKeysQuery?
  package var isStale = true
  /// The keys that another writer has changed, and that the cursor has not left since.
  var changed: Set<SharedKey> = []
  /// The marked keys, on which actions on many keys work.
  var marked: Set<SharedKey> = []
  /// The work in progress on many keys.
  var work: SharedWork?
  /// Whether the keys that are to be marked are still looked for.
  var isMarking = false
  /// Marked in the list.
  var observed: Set<String> = []
  /// The name the cursor goes to as soon as it is there.
  package var wanted: String?
  private var before = PlaceBeforeFilter<String>()

  package var keyContexts: [KeyContext] {
    if isFiltering { return completion == nil ? [.sharedFilter] : [.sharedCompletion, .sharedFilter] }
    let line: [KeyContext] =
      switch self.line(at: cursor.selected) {
      case .key: [.sharedEntry]
      case .group: [.sharedGroup]
      case .moreGroups, nil: []
      }
    return line + [.sharedKeys, .shared]
  }
  package var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.isEmpty }
  /// A filter shows what it finds a line each.
  var isTree: Bool { tree.isShown && filter.isEmpty }

  func line(at line: Int) -> SharedLine? {
    let index = line - window.offset
    return window.lines.indices.contains(index) ? window.lines[index] : nil
  }

  func row(at line: Int) -> SharedRow? { self.line(at: line)?.row }

  var selected: SharedRow? { row(at: cursor.selected) }

  package mutating func resize(to size: Size) {
    width = size.width
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }

  /// The names of the columns.
  static let headLines = 1
}

// The window.
extension SharedList {
  /// Asks for the lines that are on screen and not in the window, unless they are in flight.
  mutating func missing() -> [Effect] {
    guard filter.values.isEmpty else { return missingValues() }
    let held = window.offset..<window.offset + window.lines.count
    guard isStale || !cursor.isFilled(by: held) else { return [] }
    let query = query
    guard isStale || query != requested else { return [] }
    (requested, isStale) = (query, false)
    return [.perform(SharedDataEffect.keys(query))]
  }

  private var query: SharedKeysQuery {
    let window = cursor.window
    var query = SharedKeysQuery(
      filter: input.text, sort: sort, tree: isTree ? tree.unfolded : nil, offset: window.offset,
      around: wanted, count: window.count)
    query.moment = moment
    return query
  }

  /// Lists the keys of a moment.
  /// - Returns: whether that is another one.
  mutating func show(_ moment: ShownMoment?) -> Bool {
    guard moment != self.moment else { return false }
    self.moment = moment
    (isStale, marked) = (true, [])
    if search != nil { search = SharedValueSearch(input.text, at: moment) }
    return true
  }

  /// The cursor stays with its key, or its group, wherever that is by now.
  mutating func take(_ window: SharedKeysWindow, for query: SharedKeysQuery) {
    if query == requested { requested = nil }
    guard query.filter == input.text, query.sort == sort, (query.tree != nil) == isTree, query.moment == moment else {
      return
    }
    show(window)
  }

  private mutating func show(_ window: SharedKeysWindow) {
    let (name, prefix) = (wanted ?? selected?.key.name, wanted == nil ? line(at: cursor.selected)?.prefix : nil)
    (self.window, filled) = (window, SharedColumns.Filled(window.lines))
    needs = SharedColumns.Needs(window, isTree: isTree)
    cursor.count = window.total
    let place = window.lines.firstIndex { line in
      if let prefix { return line.prefix?.isIdentical(to: prefix) == true }
      return name.map { line.row?.key.name.isIdentical(to: $0) == true } ?? false
    }
    guard let place else { return }
    let isJump = wanted != nil
    wanted = nil
    if isJump { cursor.jump(to: window.offset + place) } else { cursor.select(window.offset + place) }
  }

  /// The cursor goes to a key, whatever the filter hides.
  mutating func look(for name: String) {
    clearFilter()
    tree.unfold(around: name)
    (wanted, isStale) = (name, true)
  }

  mutating func filterChanged() {
    filter = SharedFilter(input.text)
    search = filter.values.isEmpty ? nil : SharedValueSearch(input.text, at: moment)
    // A search through values does not wait for the keys that were asked for while its field was typed.
    if search != nil { requested = nil }
    isStale = true
    cursor.move(.first)
  }
}

// The filter while it is typed.
extension SharedList {
  mutating func type(_ event: InputEvent, in context: ViewContext) {
    guard input.take(event) else { return }
    complete(in: context)
    filterChanged()
  }

  mutating func complete(_ action: FilterCompletion.Action, in context: ViewContext) {
    guard completion.take(action, in: &input) else { return }
    complete(in: context)
    filterChanged()
  }

  private mutating func complete(in context: ViewContext) {
    let seen = window.lines.compactMap(\.row)
    completion = FilterCompletion(input.textBeforeCursor, FilterField.ofSharedData(context.workspace, seen))
  }

  /// The name that the filter looks for; empty where it looks for something else.
  var soughtName: String { input.text.contains { ":<>\" ".contains($0) } ? "" : input.text }

  /// The filter that is there is selected: typing replaces it, an arrow keeps it.
  mutating func startFiltering() {
    if !isFiltering { before.note(selected?.key.name) }
    isFiltering = true
    input.selectAll()
  }

  mutating func endFilter() { (isFiltering, completion) = (false, nil) }

  mutating func clearFilter() {
    let place = before.leave(at: selected?.key.name, isTyping: isFiltering)
    endFilter()
    input = LineEditor()
    filterChanged()
    wanted = place
  }
}

extension FilterField {
  /// - Parameter seen: keys whose writers and ciphers are offered besides those of the workspace.
  fileprivate static func ofSharedData(_ workspace: WorkspaceSnapshot, _ seen: [SharedRow]) -> [FilterField] {
    let writers = Set(seen.compactMap(\.writer) + workspace.requests.map(\.id.name) + [SharedChangeWords.byHand])
    let ciphers = Set(seen.compactMap(\.cipher) + workspace.ciphers)
    let ages = ["10m", "1h", "1d", "1w"]
    return [
      FilterField(opening: "value:", note: "the value holds it") { _ in [] },
      FilterField(opening: "type:", note: "json, text, bytes, jwt") { _ in SharedFilter.types },
      FilterField(opening: "by:", note: "who wrote it last") { _ in writers.sorted() },
      FilterField(opening: "cipher:", note: "it is encrypted with") { _ in ciphers.sorted() + ["none"] },
      FilterField(opening: "since:", note: "written in the last 30m, 1h, 2d") { _ in ages },
      FilterField(opening: "until:", note: "written longer ago") { _ in ages },
      FilterField(opening: "expires<", note: "expires within 30m, 1h, 2d") { _ in ages },
      FilterField(opening: "bytes>", note: "is larger") { _ in [] },
    ]
  }
}

// Values.
extension SharedList {
  /// Looks on, a piece at a time: what is typed meanwhile comes between two of them.
  private mutating func missingValues() -> [Effect] {
    if isStale {
      isStale = false
      search?.begin(after: input.text)
    }
    return search?.next().map { [.perform(SharedDataEffect.values($0))] } ?? []
  }

  mutating func take(_ found: SharedValuesFound, for query: SharedValuesQuery) {
    guard search?.take(found, for: query) == true else { return }
    showFound()
  }

  private mutating func showFound() {
    guard let rows = search?.rows(by: sort) else { return }
    show(SharedKeysWindow(total: rows.count, rows: rows))
  }
}

// Order and tree.
extension SharedList {
  package var arrangement: ListArrangement {
    get { ListArrangement(isTree: tree.isShown, sort: sort.field.rawValue, isDescending: sort.isDescending) }
    set {
      tree.isShown = newValue.isTree
      if let field = newValue.sort.flatMap(SharedSort.Field.init) {
        sort = SharedSort(field, isDescending: newValue.isDescending)
      }
      arrangedAnew()
    }
  }

  /// Again the other way round.
  mutating func sort(by field: SharedSort.Field) {
    let isLargeFirst = field == .time || field == .size
    sort = SharedSort(field, isDescending: sort.field == field ? !sort.isDescending : isLargeFirst)
    arrangedAnew()
  }

  /// A click on the filter begins to type it, one on the name of a column sorts by it; nil for a click below them.
  func clickAbove(_ point: Point) -> [Effect]? {
    let head = showsFilter ? 1 : 0
    if (0..<head).contains(point.y) { return [.then(.shared(.filter))] }
    guard point.y == head else { return nil }
    let row = Rect(x: 0, y: 0, width: width, height: 1)
    let columns = SharedColumns(row, filled, by: sort, needing: needs)
    return columns.field(at: point.x).map { [.then(.shared(.sort(by: $0)))] } ?? []
  }

  /// The newest and the largest stand first; names and writers begin with a.
  mutating func sortByNext() {
    let fields = SharedSort.Field.allCases
    let next = fields[((fields.firstIndex(of: sort.field) ?? 0) + 1) % fields.count]
    sort = SharedSort(next, isDescending: next == .time || next == .size)
    arrangedAnew()
  }

  mutating func turnTree() {
    let name = selected?.key.name
    tree.isShown.toggle()
    if let name { look(atFoldedAround: name) }
    arrangedAnew()
  }

  private mutating func look(atFoldedAround name: String) {
    tree.unfold(around: name)
    wanted = name
  }

  mutating func fold(_ action: PrefixTree.Fold) {
    guard isTree else { return }
    let here = line(at: cursor.selected)
    if action == .close, let around = tree.groupAround(cursor.selected, from: window.offset, { line(at: $0) }) {
      cursor.jump(to: around)
      return
    }
    tree.fold(action, at: here)
    if action == .all { cursor.move(.first) }
    isStale = true
  }

  private mutating func arrangedAnew() {
    isStale = true
    if search != nil {
      isStale = false
      showFound()
    }
  }
}
