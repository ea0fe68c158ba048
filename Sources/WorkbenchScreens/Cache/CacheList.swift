import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// The entries, a line each, or as a tree by origin and path. Holds only a window on them.
package struct CacheList: Sendable {
  private(set) var window = CacheWindow()
  /// Counts all lines, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  private var width = 0
  private(set) var input = LineEditor()
  private(set) var isFiltering = false
  private(set) var completion: FilterCompletion?
  private(set) var filter = CacheEntryFilter("")
  private(set) var sort = CacheSort()
  private(set) var tree = PrefixTree()
  /// The moment whose entries are listed; nil for now.
  private(set) var moment: ShownMoment?
  /// The marked entries, on which actions on many entries work.
  var marked: Set<CacheEntryID> = []
  /// The work on many entries that is in progress.
  var work: CacheWork?
  /// The query that was sent last, and has no result yet.
  private var requested: CacheQuery?
  var isStale = true
  private(set) var hasLoaded = false
  /// The columns with something in a line that is held.
  private(set) var filled = CacheColumns.Filled()
  /// The entry that the cursor goes to as soon as it is there.
  private var wanted: CacheEntryID?
  private var before = PlaceBeforeFilter<CacheEntryID>()

  var showsFilter: Bool { isFiltering || !input.isEmpty }
  /// A filter shows what it finds a line each.
  var isTree: Bool { tree.isShown && filter.isEmpty }

  func line(at line: Int) -> CacheLine? {
    let index = line - window.offset
    return window.lines.indices.contains(index) ? window.lines[index] : nil
  }

  var here: CacheLine? { line(at: cursor.selected) }
  var selected: CacheListing? { here?.listing }

  mutating func resize(to size: Size) {
    width = size.width
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }

  /// The names of the columns.
  static let headLines = 1
}

// The window.
extension CacheList {
  /// Asks for the lines that are on screen and not in the window, unless they are in flight.
  mutating func missing() -> [Effect] {
    let held = window.offset..<window.offset + window.lines.count
    guard isStale || !cursor.isFilled(by: held) else { return [] }
    let query = query
    guard isStale || query != requested else { return [] }
    (requested, isStale) = (query, false)
    return [.perform(CacheEffect.window(query))]
  }

  private var query: CacheQuery {
    let window = cursor.window
    var query = CacheQuery(
      filter: input.text, sort: sort, tree: isTree ? tree.unfolded : nil, offset: window.offset, around: wanted,
      count: window.count)
    query.moment = moment
    return query
  }

  /// Lists the entries of a moment.
  /// - Returns: whether that is another one.
  mutating func show(_ moment: ShownMoment?) -> Bool {
    guard moment != self.moment else { return false }
    self.moment = moment
    (isStale, marked) = (true, [])
    return true
  }

  /// The cursor stays with its entry, or its part of the tree, wherever that is by now. A result for a query that is no longer
  /// current changes nothing.
  mutating func take(_ new: CacheWindow, for query: CacheQuery) {
    guard query.filter == input.text, query.sort == sort, query.tree == (isTree ? tree.unfolded : nil),
      query.moment == moment
    else { return }
    if query == requested { requested = nil }
    let place = place(in: new)
    (window, hasLoaded, filled) = (new, true, CacheColumns.Filled(new.lines))
    cursor.count = new.total
    if let place {
      let isJump = wanted != nil
      wanted = nil
      if isJump { cursor.jump(to: new.offset + place) } else { cursor.select(new.offset + place) }
    }
  }

  private func place(in new: CacheWindow) -> Int? {
    if wanted == nil, let prefix = here?.prefix {
      return new.lines.firstIndex { $0.prefix?.isIdentical(to: prefix) == true }
    }
    guard let id = wanted ?? selected?.id else { return nil }
    // At the top one sees what was used last.
    if wanted == nil, !isTree, sort.field == .use, cursor.selected == 0 { return nil }
    return new.lines.firstIndex { $0.listing?.id == id }
  }

  mutating func handle(_ event: InputEvent) -> [Effect] {
    if case .mouse(let mouse) = event {
      if mouse.action == .press(.left), let effects = clickAbove(mouse.point) { return effects }
      let isSecond = cursor.take(mouse, from: cursor.top - Self.headLines - (showsFilter ? 1 : 0))
      guard isSecond else { return [] }
      if here?.prefix == nil { return [.then(.cache(.open))] }
      fold(.turn)
      return []
    }
    if isFiltering, input.take(event) { filterChanged() }
    return []
  }
}

// Above the lines.
extension CacheList {
  /// A click on the filter begins to type it, one on the name of a column sorts by it; nil for a click below them.
  private func clickAbove(_ point: Point) -> [Effect]? {
    let head = showsFilter ? 1 : 0
    if (0..<head).contains(point.y) { return [.then(.cache(.filter))] }
    guard point.y == head else { return nil }
    let field = CacheColumns(Rect(x: 0, y: 0, width: width, height: 1), filled).field(at: point.x)
    return field.map { [.then(.cache(.sort(by: $0)))] } ?? []
  }
}

// The filter while it is typed.
extension CacheList {
  mutating func startFiltering() {
    if !isFiltering { before.note(selected?.id) }
    isFiltering = true
    input.selectAll()
  }

  mutating func endFilter() { (isFiltering, completion) = (false, nil) }

  mutating func clearFilter() {
    let place = before.leave(at: selected?.id, isTyping: isFiltering)
    endFilter()
    input = LineEditor()
    filterChanged()
    wanted = place
  }

  mutating func complete(_ action: FilterCompletion.Action) {
    if completion.take(action, in: &input) { filterChanged() }
  }

  private mutating func filterChanged() {
    let seen = window.lines.compactMap(\.listing)
    completion = isFiltering ? FilterCompletion(input.textBeforeCursor, FilterField.ofTheCache(seen)) : nil
    filter = CacheEntryFilter(input.text)
    isStale = true
    cursor.move(.first)
  }
}

// Order and tree.
extension CacheList {
  package var arrangement: ListArrangement {
    get { ListArrangement(isTree: tree.isShown, sort: sort.field.rawValue, isDescending: sort.isDescending) }
    set {
      (tree.isShown, isStale) = (newValue.isTree, true)
      if let field = newValue.sort.flatMap(CacheSort.Field.init) {
        sort = CacheSort(field, isDescending: newValue.isDescending)
      }
    }
  }

  /// The cursor stays with its entry.
  mutating func sortByNext() {
    let fields = CacheSort.Field.allCases
    sort = CacheSort(fields[((fields.firstIndex(of: sort.field) ?? 0) + 1) % fields.count])
    (isStale, wanted) = (true, selected?.id)
  }

  /// Again the other way round.
  mutating func sort(by field: CacheSort.Field) {
    sort = sort.field == field ? CacheSort(field, isDescending: !sort.isDescending) : CacheSort(field)
    (isStale, wanted) = (true, selected?.id)
  }

  mutating func turnTree() {
    let entry = selected
    tree.isShown.toggle()
    (isStale, wanted) = (true, entry?.id)
    if isTree, let entry { tree.unfold(CacheTree.prefixes(around: entry.label.url)) }
  }

  mutating func fold(_ action: PrefixTree.Fold) {
    guard isTree else { return }
    if action == .close, let around = tree.groupAround(cursor.selected, from: window.offset, { line(at: $0) }) {
      cursor.jump(to: around)
      return
    }
    tree.fold(action, at: here)
    if action == .all { cursor.move(.first) }
    isStale = true
  }
}

// Marks.
extension CacheList {
  mutating func turnMarks(_ entries: [CacheEntryID]) {
    marked = marked.isSuperset(of: entries) ? marked.subtracting(entries) : marked.union(entries)
  }

  /// Whether all that are marked, as far as they are held, are pinned.
  var hasPinnedMarks: Bool {
    let held = window.lines.compactMap(\.listing).filter { marked.contains($0.id) }
    return !held.isEmpty && held.allSatisfy(\.isPinned)
  }
}

extension FilterField {
  /// - Parameter seen: entries whose methods, groups, requests and types are offered.
  fileprivate static func ofTheCache(_ seen: [CacheListing]) -> [FilterField] {
    let ages = ["10m", "1h", "1d", "1w"]
    let distinct: @Sendable ([String?]) -> [String] = { texts in Set(texts.compactMap(\.self)).sorted() }
    let origins = distinct(seen.map { CacheTree.parts(of: $0.label.url).first })
    let statuses = Set(seen.map(\.status)).sorted()
    return [
      FilterField(opening: "is:", note: "fresh, stale, edited, pinned, …") { _ in CacheEntryFilter.states },
      FilterField(opening: "origin:", note: "scheme and host") { _ in origins },
      FilterField(opening: "url:", note: "a part of it") { _ in [] },
      FilterField(opening: "method:", note: "GET, POST, …") { _ in distinct(seen.map(\.method)) },
      FilterField(opening: "name:", note: "of the request") { _ in distinct(seen.map(\.label.name)) },
      FilterField(opening: "group:", note: "such as a signed-in user") { _ in distinct(seen.map(\.group)) },
      FilterField(opening: "type:", note: "the media type") { _ in distinct(seen.map(\.mediaType)) },
      FilterField(opening: "status:", note: "404 or 5xx") { _ in families(of: statuses) + statuses.map(String.init) },
      FilterField(opening: "size>", note: "1200, 10k, 2m") { _ in ["1k", "10k", "100k", "1m"] },
      FilterField(opening: "age>", note: "30m, 1h, 2d") { _ in ages },
      FilterField(opening: "age<", note: "30m, 1h, 2d") { _ in ages },
      FilterField(opening: "hits:", note: "0, or hits>3") { _ in ["0"] },
    ]
  }
}
