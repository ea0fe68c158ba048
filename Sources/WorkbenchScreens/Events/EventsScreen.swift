import ParleyEngine
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Screen 3: everything that happened, a line each. Holds only a window on the log.
package struct EventsScreen: Component, Screen {
  package enum Panes: String, PaneID {
    case events

    package var title: String { EventsScreen.title }
  }

  package static let name = "events"
  package static let title = "Events"
  package static let hasStrip = false

  package enum Action: Sendable {
    /// Something new is in the log, or the screen is shown again.
    case refresh
    case window(LogQuery, LogWindow)
    case move(ListCursor.Step)
    case clearFilter
    /// The vocabulary from which filters are completed.
    case vocabulary(LogVocabulary)
    case complete(FilterCompletion.Action)

    // Filters that are kept.
    case choose(from: [SavedFilter])
    case use(SavedFilter)
    case keep(SavedFilter)
    /// These are kept by now.
    case saved([SavedFilter])

    case open

    // All lines that the filter shows.
    case linesRead(String, count: Int)
    case save(LogLinesEffect)
  }

  private(set) var window = LogWindow()
  /// Counts lines of the whole log that match, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  /// Whether the cursor stays on the last line.
  private(set) var isFollowing = true
  /// The moment up to which events are listed; nil for all of them.
  private(set) var moment: ShownMoment?
  /// How many lines there were when following ended.
  private(set) var totalWhenHeld = 0
  var before = PlaceBeforeFilter<Held>()
  var input = LineEditor()
  var filter = LogFilter()
  var isFiltering = false
  private(set) var vocabulary = LogVocabulary()
  var completion: FilterCompletion?
  /// As far as they have been asked for.
  private(set) var saved: [SavedFilter] = []

  package init() {}

  package static var words: ScreenWords { .events }

  package static var keyContextSets: [[KeyContext]] {
    let typing = KeyContext.around(isTyping: true)
    return [
      [.events] + KeyContext.around(isTyping: false), [.eventsFilter] + typing,
      [.eventsCompletion, .eventsFilter] + typing,
    ]
  }

  package var keyContexts: [KeyContext] {
    guard isFiltering else { return [.events] }
    return completion == nil ? [.eventsFilter] : [.eventsCompletion, .eventsFilter]
  }

  package var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.text.isEmpty }

  func entry(at line: Int) -> LogEntry? {
    let index = line - window.offset
    return window.entries.indices.contains(index) ? window.entries[index] : nil
  }

  var selected: LogEntry? { entry(at: cursor.selected) }

  package mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - (showsFilter ? 1 : 0))
  }
}

extension KeyContext {
  package static let eventsFilter: KeyContext = "events filter"
  /// The list of fields and values that a filter could go on with.
  package static let eventsCompletion: KeyContext = "events completion"
}

// Among the other screens.
extension EventsScreen {
  package func appear() -> [Effect] { [.then(.events(.refresh))] }
  package func logHasGrown() -> [Effect] { [.then(.events(.refresh))] }

  /// The lines of another moment have other numbers.
  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    guard isShown, context.moment != moment else { return [] }
    moment = context.moment
    before = PlaceBeforeFilter()
    beginSearch()
    return setFollowing(true)
  }
  package func goBack(from focus: Pane) -> WayBack? { showsFilter ? .closing(.events(.clearFilter)) : nil }
}

extension Pane {
  static let events = Pane(EventsScreen.Panes.events)
}

extension ScreenID {
  static let events = ScreenID(EventsScreen.self)
}

extension Action {
  package static func events(_ action: EventsScreen.Action) -> Action { .on(EventsScreen.self, action) }
}

extension State {
  var events: EventsScreen {
    get { screens[EventsScreen.self] }
    _modify { yield &screens[EventsScreen.self] }
  }
}

extension EventsScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return [query()]
    case .window(let query, let window): return show(window, for: query)
    case .move(let step): return move { $0.move(step) }
    case .clearFilter: return clearFilter()
    case .vocabulary(let vocabulary):
      self.vocabulary = vocabulary
      complete()
    case .complete(let action): return complete(action)
    case .choose(let filters):
      saved = filters
      return filters.isEmpty ? startFirstFilter() : [.then(.log(.pickFilter(filters)))]
    case .use(let filter): return use(filter)
    case .keep(let filter): return [.perform(FilterEffect.save(filter))]
    case .saved(let filters): saved = filters
    case .open: return selected.map { [.then(.log(.open($0)))] } ?? []
    case .linesRead(let text, let count): return [.terminal(.copy(text, of: count.counted("line")))]
    case .save(let effect): return [.perform(effect)]
    }
    return []
  }

  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse) }
    return typeFilter(event)
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return move { $0.scroll(by: -3) }
    case .wheelDown: return move { $0.scroll(by: 3) }
    case .press(.left):
      let line = cursor.top + mouse.point.y - (showsFilter ? 1 : 0)
      if showsFilter, mouse.point.y == 0 { return startFiltering() }
      guard cursor.visible.contains(line) else { return [] }
      let isSecond = cursor.selected == line && !isFollowing
      return move { $0.select(line) } + (isSecond ? [.then(.events(.open))] : [])
    default: return []
    }
  }

  private mutating func show(_ window: LogWindow, for query: LogQuery) -> [Effect] {
    // A result for a query that is no longer current.
    guard query.filter == filter, query.end == moment?.time else { return [] }
    let older = window.front - self.window.front
    self.window = window
    cursor.count = window.total
    if isFollowing {
      cursor.move(.last)
    } else if older != 0 {
      // The line under the cursor stays where it is.
      cursor.shift(by: older)
      totalWhenHeld += older
    }
    return window.isSearching ? [self.query()] : fillUp()
  }

  /// The lines of another filter have other numbers.
  mutating func beginSearch() { window.front = 0 }

  /// The log held still at a line.
  struct Held: Sendable {
    fileprivate let window: LogWindow
    fileprivate let cursor: ListCursor
    fileprivate let totalWhenHeld: Int
    let filter: LogFilter
  }

  /// Nil while the newest lines are followed, and where there is none.
  var held: Held? {
    isFollowing || selected == nil
      ? nil : Held(window: window, cursor: cursor, totalWhenHeld: totalWhenHeld, filter: filter)
  }

  /// Holds the log still where it was held before.
  mutating func hold(at held: Held) -> [Effect] {
    let height = cursor.height
    (window, cursor, totalWhenHeld, isFollowing) = (held.window, held.cursor, held.totalWhenHeld, false)
    cursor.height = height
    return [query()]
  }

  /// Going back holds the log still; going to its end follows it again.
  private mutating func move(_ body: (inout ListCursor) -> Void) -> [Effect] {
    body(&cursor)
    let isAtEnd = cursor.isAtEnd
    if isFollowing != isAtEnd { return setFollowing(isAtEnd) + fillUp() }
    return fillUp()
  }

  mutating func setFollowing(_ follows: Bool) -> [Effect] {
    isFollowing = follows
    totalWhenHeld = window.total
    return follows ? [query()] : []
  }

  /// Asks for the lines that are on screen and not in the window.
  private func fillUp() -> [Effect] {
    let held = window.offset..<(window.offset + window.entries.count)
    return cursor.isFilled(by: held) ? [] : [query()]
  }

  private func query() -> Effect {
    let window = cursor.window
    let place: LogQuery.Place = isFollowing ? .newest : .from(window.offset)
    var query = LogQuery(filter, place, count: window.count, front: self.window.front)
    query.end = moment?.time
    return .perform(LogEffect.window(query))
  }

  mutating func mark() -> [Effect] {
    let index = cursor.selected - window.offset
    guard window.entries.indices.contains(index) else { return [] }
    window.entries[index].isMarked.toggle()
    let entry = window.entries[index]
    return [.perform(LogEffect.mark(entry.id, entry.isMarked))] + move { $0.move(.lines(1)) }
  }
}

/// Effects of the log screen.
enum LogEffect: ServiceEffect {
  case window(LogQuery)
  case mark(LogEntry.ID, Bool)

  var lane: Lane? {
    switch self {
    case .window: Lane("log", keepsOnlyNewest: true)
    case .mark: Lane("marks", outlivesTheScreen: true)
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .window(let query): return [.events(.window(query, try await services.history.log(query)))]
    case .mark(let id, let isMarked):
      try await services.history.mark(id, isMarked)
      return []
    }
  }
}
