package import ParleyEngine
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Screen 4: the responses that are kept, and one of them whole.
package struct CacheScreen: Screen {
  package enum Panes: String, PaneID {
    case cache, cacheEntry

    package var title: String {
      switch self {
      case .cache: CacheScreen.title
      case .cacheEntry: "Entry"
      }
    }
  }

  package static let name = "cache"
  package static let title = "Cache"

  package indirect enum Action: Sendable {
    /// Something has changed, or the screen is shown again.
    case refresh
    case window(CacheQuery, CacheWindow)
    /// Nil where it is gone.
    case opened(CachedExchange?, CacheEntryID)
    case body(BodyBrowser.Action, of: OpenedEntryID)
    case picked(PickedValue, for: PickPurpose)
    case answered(CacheIntent, CacheOutcome)
    /// The body of an entry has another text.
    case replaced(CacheEntryID)

    case move(ListCursor.Step)
    case filter
    case clearFilter
    case complete(FilterCompletion.Action)
    case sort(by: CacheSort.Field)
    case clearMarks
    case gathered([CacheEntryID], then: Gathering)

    case perform(CacheIntent)
    /// Ends the work on many entries after the piece that is being done.
    case stopWork
    /// It could not be gone on with.
    case workFailed
    case editAgain(CacheEdit)
    case replace(CacheEdit, for: Duration?)
    case clear
    /// A mode of the session, on or off.
    case turn(CacheMode)

    case open
    case close
    // In the entry that is open.
    case look(BodyBrowser.Action)
  }

  /// An action on an entry.
  enum Deed: Hashable, Sendable {
    case openRequest, copyURL, compare, edit
    // With many at once.
    case expire, pin, remove, askAgain, mock
  }

  /// The purpose for which entries are looked for.
  package enum Gathering: Hashable, Sendable {
    case mark
    case job(CacheIntent.Job)
    case menu
    /// Those of the filter, to be removed.
    case clear
  }

  package var list = CacheList()
  /// The entry that is shown whole.
  var opened: CacheEntryPane?
  /// The one that was asked for, and has not come yet.
  var opening: CacheEntryID?

  package init() {}

  var selected: CacheListing? { list.selected }
}

// Where its panes stand, and what they show.
extension CacheScreen {
  package func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .cache: list
    case .cacheEntry: opened
    }
  }

  package func canFocus(_ pane: Panes) -> Bool { pane == .cache || opened != nil }

  package mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .cache: list.resize(to: size)
    case .cacheEntry: opened?.resize(to: size)
    }
  }

  package mutating func wrap(_ wraps: Bool) { opened?.wrap(wraps) }

  /// The list alone, until an entry is opened.
  package func places(in area: Rect) -> [Pane: Rect] {
    guard opened != nil else { return [.cache: area] }
    if area.width >= 160 {
      let columns = area.columns(.weight(5), .weight(4))
      return [.cache: columns[0], .cacheEntry: columns[1]]
    }
    let rows = area.sharedRows(upper: max(6, area.height * 2 / 5))
    return [.cache: rows.upper, .cacheEntry: rows.lower]
  }

  package func appear() -> [Effect] { [.then(.cache(.refresh))] }
  package func logHasGrown() -> [Effect] { [.then(.cache(.refresh))] }

  package var losses: [String] { list.work == nil ? [] : ["Not all of the chosen cache entries are done yet."] }

  package func goBack(from focus: Pane) -> WayBack? {
    if list.work != nil { return .closing(.cache(.stopWork)) }
    if focus == .cacheEntry {
      if let way = opened?.wayBack { return .closing(.cache(.look(way))) }
      return .to(.cache, closing: .cache(.close))
    }
    if !list.marked.isEmpty { return .closing(.cache(.clearMarks), .tookMarks(off: list.marked.count)) }
    if list.showsFilter { return .closing(.cache(.clearFilter)) }
    return opened == nil ? nil : .closing(.cache(.close))
  }

  package func isAwaited(in pane: Panes) -> Bool { opening != nil }

  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    guard isShown else { return [] }
    let isOther = list.show(context.moment)
    let renewal: [Effect] = isOther ? opened.map { [.perform(CacheEffect.open($0.id, at: list.moment))] } ?? [] : []
    return renewal + list.missing() + (opened?.missing() ?? [])
  }

  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    switch pane {
    case .cache: return list.handle(event)
    case .cacheEntry: return opened?.handle(event) ?? []
    }
  }
}

extension Pane {
  static let cache = Pane(CacheScreen.Panes.cache)
  static let cacheEntry = Pane(CacheScreen.Panes.cacheEntry)
}

extension ScreenID {
  package static let cache = ScreenID(CacheScreen.self)
}

extension Action {
  package static func cache(_ action: CacheScreen.Action) -> Action { .on(CacheScreen.self, action) }
}

extension State {
  package var cache: CacheScreen {
    get { screens[CacheScreen.self] }
    _modify { yield &screens[CacheScreen.self] }
  }
}
