import ParleyEngine
import TerminalKit

/// Screen 3: everything that happened, a line each. Holds only a window on the log.
struct Events: Component {
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

  static var keyContextSets: [[KeyContext]] {
    [[.events] + KeyContext.around(isTyping: false), [.eventsFilter] + KeyContext.around(isTyping: true)]
  }

  var keyContexts: [KeyContext] { isFiltering ? [.eventsFilter] : [.events] }
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
}
