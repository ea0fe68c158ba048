import ParleyEngine
import TerminalKit

/// Screen 4: the responses that are kept, a line each. Holds only a window on them.
struct CacheScreen: Component, Screen {
  enum Panes: String, PaneID {
    case cache

    var title: String { CacheScreen.title }
  }

  static let name = "cache"
  static let title = "Cache"

  enum Action: Sendable {
    /// Something has changed, or the screen is shown again.
    case refresh
    case page(CacheQuery, CachePage)
    case move(ListCursor.Step)
    case filter
    case endFilter
    case clearFilter

    case show
    case openRequest
    case copyURL
    case askAgain
    case compare
    case edit
    case editAgain(CacheEdit)
    case replace(CacheEdit)
    case expire
    case pin
    case remove
    case askClear
    case clear
    case keepAsMock
    /// A mode of the session, on or off.
    case turn(CacheMode)
  }

  private(set) var offset = 0
  private(set) var page = CachePage(listings: [], count: 0, size: 0)
  /// Counts all entries that match, so that `cursor.top` may lie outside of the window until that is filled.
  private(set) var cursor = ListCursor()
  private(set) var input = LineEditor()
  private(set) var isFiltering = false
  private(set) var hasLoaded = false

  static var keyContextSets: [[KeyContext]] {
    [[.cache] + KeyContext.around(isTyping: false), [.cacheFilter] + KeyContext.around(isTyping: true)]
  }

  var keyContexts: [KeyContext] { isFiltering ? [.cacheFilter] : [.cache] }
  var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.text.isEmpty }

  func listing(at line: Int) -> CacheListing? {
    let index = line - offset
    return page.listings.indices.contains(index) ? page.listings[index] : nil
  }

  var selected: CacheListing? { listing(at: cursor.selected) }

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - Self.headLines - (showsFilter ? 1 : 0))
  }

  /// The names of the columns.
  static let headLines = 1
}

extension CacheScreen {
  mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return [read]
    case .page(let query, let page): return take(page, for: query)
    case .move(let step): return move { $0.move(step) }
    case .filter: isFiltering = true
    case .endFilter: isFiltering = false
    case .clearFilter: return clearFilter()
    case .show: return selected.map { [.perform(CacheEffect.show($0))] } ?? []
    case .openRequest: return openRequest(in: context)
    case .copyURL: return selected.map { [.terminal(.copy($0.label.url, of: $0.label.url))] } ?? []
    case .compare: return selected.map { [.perform(CacheEffect.compare($0))] } ?? []
    case .edit: return selected.map { [.perform(CacheEffect.edit($0))] } ?? []
    case .editAgain(let edit): return [.perform(CacheEffect.editAgain(edit))]
    case .replace(let edit): return [.perform(CacheEffect.replace(edit))]
    case .askAgain: return intent { .askAgain($0.id) }
    case .expire: return intent { .expire($0.id) }
    case .pin: return intent { .pin($0.id, !$0.isPinned) }
    case .remove: return intent { .remove($0.id) }
    case .keepAsMock: return selected.map { [.perform(CacheEffect.keepAsMock($0.id))] } ?? []
    case .turn(let mode):
      return [.perform(CacheEffect.use(context.workspace.cacheMode == mode ? .automatic : mode))]
    case .askClear: return [.then(.ask(.cache(.clear(words: input.text, count: page.count, size: page.size))))]
    case .clear: return [.perform(CacheEffect.intent(.clear(words: input.text)))]
    }
    return []
  }

  mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard isFiltering, input.take(event) else { return [] }
    cursor.move(.first)
    return [read]
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return move { $0.scroll(by: -3) }
    case .wheelDown: return move { $0.scroll(by: 3) }
    case .press(.left):
      let line = cursor.top + mouse.point.y - Self.headLines - (showsFilter ? 1 : 0)
      return cursor.visible.contains(line) ? move { $0.select(line) } : []
    default: return []
    }
  }

  private func intent(_ make: (CacheListing) -> CacheIntent) -> [Effect] {
    selected.map { [.perform(CacheEffect.intent(make($0)))] } ?? []
  }

  private func openRequest(in context: ViewContext) -> [Effect] {
    let name = selected?.label.name ?? ""
    guard let request = context.workspace.requests.first(where: { $0.id.rawValue.isIdentical(to: name) }) else {
      return []
    }
    return [.then(.request(.open(request.id, focus: .composer)))]
  }

  private mutating func clearFilter() -> [Effect] {
    input = LineEditor()
    isFiltering = false
    return [read]
  }

  /// A result for a query that is no longer current changes nothing.
  private mutating func take(_ page: CachePage, for query: CacheQuery) -> [Effect] {
    guard query.words == input.text else { return [] }
    (self.page, offset, hasLoaded) = (page, query.offset, true)
    cursor.count = page.count
    return fillUp()
  }

  private mutating func move(_ body: (inout ListCursor) -> Void) -> [Effect] {
    body(&cursor)
    return fillUp()
  }

  /// Asks for the lines that are on screen and not in the window.
  private func fillUp() -> [Effect] {
    let visible = cursor.visible
    let held = offset..<(offset + page.listings.count)
    let isFilled = visible.isEmpty || held.contains(visible.lowerBound) && held.contains(visible.upperBound - 1)
    // Entries that went meanwhile are told by the next page.
    return isFilled || offset == readingOffset && !page.listings.isEmpty ? [] : [read]
  }

  /// No screen has more lines; without one the height is not known.
  private static let tallest = 1000

  private var readingOffset: Int { max(0, cursor.top - max(1, min(cursor.height, Self.tallest))) }

  /// Three screens full, so that small moves need no question.
  private var read: Effect {
    let height = max(1, min(cursor.height, Self.tallest))
    return .perform(CacheEffect.page(CacheQuery(words: input.text, offset: readingOffset, count: 3 * height)))
  }
}

extension KeyContext {
  static let cache: KeyContext = "cache"
  static let cacheFilter: KeyContext = "cache filter"
}

// Among the other screens.
extension CacheScreen {
  func appear() -> [Effect] { [.then(.cache(.refresh))] }
  func logHasGrown() -> [Effect] { [.then(.cache(.refresh))] }
  func goBack(from focus: Pane) -> [Effect]? { showsFilter ? [.then(.cache(.clearFilter))] : nil }
}

extension Pane {
  static let cache = Pane(CacheScreen.Panes.cache)
}

extension ScreenID {
  static let cache = ScreenID(CacheScreen.self)
}

extension Action {
  static func cache(_ action: CacheScreen.Action) -> Action { .on(CacheScreen.self, action) }
}

extension State {
  var cache: CacheScreen {
    get { screens[CacheScreen.self] }
    _modify { yield &screens[CacheScreen.self] }
  }
}
