import ParleyEngine
import TerminalKit

/// The newest events, below every screen but the log's own.
struct LogStrip: Component {
  enum Action: Sendable {
    case delivered([EventSubscription.Delivery])
    case move(ListCursor.Step)
    case open
  }

  /// So many are held; the whole log is on screen 3.
  static let capacity = 256

  /// The newest at the end.
  private(set) var entries: [LogEntry] = []
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

  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .delivered(let deliveries): deliveries.forEach { append($0, at: surroundings.now) }
    case .move(let step): cursor.move(step)
    case .open: return selected.map { [.then(.shell(.openEntry($0)))] } ?? []
    }
    return []
  }

  mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> [Effect] {
    guard case .mouse(let mouse) = event else { return [] }
    switch mouse.action {
    case .wheelUp: cursor.scroll(by: -1)
    case .wheelDown: cursor.scroll(by: 1)
    case .press(.left): cursor.select(cursor.top + mouse.point.y)
    default: break
    }
    return []
  }

  private mutating func append(_ delivery: EventSubscription.Delivery, at now: Timestamp) {
    let wasAtEnd = cursor.isAtEnd
    switch delivery {
    case .event(let event): entries.append(LogEntry(id: Int64(event.sequence), time: event.time, .event(event)))
    case .missed(let count): entries.append(LogEntry(id: -1, time: now, .missed(count)))
    }
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    cursor.count = entries.count
    if wasAtEnd { cursor.move(.last) }
  }
}
