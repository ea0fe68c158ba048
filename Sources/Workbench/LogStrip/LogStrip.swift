import ParleyEngine
import TerminalKit

/// The newest lines of the log, below every screen but the log's own: those of the open request, or all.
///
/// What it shows comes from the disk, so that a line that was seen is still there after a crash.
struct LogStrip: Component {
  enum Action: Sendable {
    /// Something new is in the log.
    case refresh
    case lines([LogEntry], of: Subject)
    case move(ListCursor.Step)
    case turnScope
    case open
  }

  typealias Subject = LogSubject

  /// So many are held; the whole log is on screen 3.
  static let capacity = 100

  /// The newest at the end.
  var entries: [LogEntry] = []
  /// Whose lines were asked for last; nil before the first question.
  var subject: Subject?
  /// Whose lines the entries are: those of another subject stay until its own have been read.
  var shown: Subject?
  /// Whether a person wants the lines of everything, whatever is open.
  var showsEverything = false
  var cursor = ListCursor()
  /// How tall a person wants it: 1, 5 or 12 lines.
  private(set) var wantedLines = 5

  static var keyContextSets: [[KeyContext]] {
    [[.strip] + KeyContext.around(isTyping: false)]
  }

  var keyContexts: [KeyContext] { [.strip] }

  var selected: LogEntry? {
    entries.indices.contains(cursor.selected) ? entries[cursor.selected] : nil
  }

  mutating func grow() {
    wantedLines = wantedLines == 1 ? 5 : wantedLines == 5 ? 12 : 1
  }

  mutating func resize(to size: Size) {
    let wasAtEnd = cursor.isAtEnd
    cursor.height = size.height
    if wasAtEnd { cursor.move(.last) }
  }
}
