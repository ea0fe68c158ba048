import ParleyEngine
import TerminalKit

/// Screen 3: everything that happened, a line each. Holds only a window on the log.
struct EventsScreen: Component, Screen {
  enum Panes: String, PaneID {
    case events

    var title: String { EventsScreen.title }
  }

  static let name = "events"
  static let title = "Events"
  static let hasStrip = false

  enum Action: Sendable {
    /// Something new is in the log, or the screen is shown again.
    case refresh
    case window(LogQuery, LogWindow)
    case move(ListCursor.Step)
    /// Follows what comes in, or holds still.
    case follow
    case filter
    case endFilter
    case clearFilter
    /// What filters can be completed from.
    case vocabulary(LogVocabulary)
    case chooseCompletion(ListCursor.Step)
    case acceptCompletion
    case leaveCompletion

    // Filters that are kept.
    case askNameOfFilter
    case chooseFilter
    case forgetFilter
    case choose(from: [SavedFilter])
    case use(SavedFilter)
    case keep(SavedFilter)
    /// These are kept by now.
    case saved([SavedFilter])

    case open
    case mark
    case copyLine
  }

  var window = LogWindow()
  /// Counts lines of the whole log that match, so that `cursor.top` may lie outside of the window until that is filled.
  var cursor = ListCursor()
  var isFollowing = true
  /// How many lines there were when following ended.
  var totalWhenHeld = 0
  var input = LineEditor()
  var filter = EventFilter()
  var isFiltering = false
  var vocabulary = LogVocabulary()
  var completion: FilterCompletion?
  /// As far as they have been asked for.
  var saved: [SavedFilter] = []

  static var keyContextSets: [[KeyContext]] {
    let typing = KeyContext.around(isTyping: true)
    return [
      [.events] + KeyContext.around(isTyping: false), [.eventsFilter] + typing,
      [.eventsCompletion, .eventsFilter] + typing,
    ]
  }

  var keyContexts: [KeyContext] {
    guard isFiltering else { return [.events] }
    return completion == nil ? [.eventsFilter] : [.eventsCompletion, .eventsFilter]
  }

  var isTyping: Bool { isFiltering }
  var showsFilter: Bool { isFiltering || !input.text.isEmpty }

  func entry(at line: Int) -> LogEntry? {
    let index = line - window.offset
    return window.entries.indices.contains(index) ? window.entries[index] : nil
  }

  var selected: LogEntry? { entry(at: cursor.selected) }

  mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - (showsFilter ? 1 : 0))
  }
}

extension KeyContext {
  static let eventsFilter: KeyContext = "events filter"
  /// The list of fields and values that a filter could go on with.
  static let eventsCompletion: KeyContext = "events completion"
}
