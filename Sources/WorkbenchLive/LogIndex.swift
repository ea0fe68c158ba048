import ParleyEngine
import ParleyStore
import ParleyText
import Workbench

/// Which events a filter lets through: their ids alone, so that a million of them are eight megabytes. Grows with the log as
/// long as the filter stays the same.
actor LogIndex {
  private var filter = LogFilter()
  private var ids: [Int64] = []
  private var lastSeen: Int64 = 0

  private static let pageSize = 4096

  func window(_ query: LogQuery, of log: EventLog) async throws -> LogWindow {
    try await extend(for: query.filter, from: log)
    let offset = query.place.offset(count: query.count, total: ids.count)
    let wanted = ids[offset..<min(ids.count, offset + query.count)]
    let entries = try await log.events(Array(wanted)).map(LogEntry.init)
    return LogWindow(total: ids.count, offset: offset, entries: entries)
  }

  func forget() {
    (ids, lastSeen) = ([], 0)
  }

  private func extend(for wanted: LogFilter, from log: EventLog) async throws {
    if wanted != filter {
      filter = wanted
      forget()
    }
    let coarse = wanted.coarse
    while true {
      let page = try await log.following(lastSeen, limit: Self.pageSize, matching: coarse)
      // Another query may have come in between, for another filter: then this one has nothing more to say.
      guard filter == wanted, let last = page.last else { return }
      ids += page.map(LogEntry.init).filter { wanted.accepts($0) }.map(\.id)
      lastSeen = last.id
    }
  }
}

extension LogFilter {
  /// The part of the filter that the database can evaluate. It accepts at least everything that the filter does.
  fileprivate var coarse: EventFilter {
    var coarse = EventFilter(includesGaps: true)
    for term in terms where !term.isNegated {
      switch term.condition {
      case .word(let word) where word.isInDatabase && coarse.text.isEmpty: coarse.text = word
      case .number(.status, let comparison, let range): coarse.statuses = comparison.statuses(range) ?? coarse.statuses
      default: break
      }
    }
    return coarse
  }
}

extension String {
  /// Whether the database finds the word in every event in which the filter finds it. It does not for names of kinds and
  /// statuses, which are columns there, and not beyond ASCII, where its search is case-sensitive.
  fileprivate var isInDatabase: Bool {
    utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && !(Event.Kind.words + Event.Kind.formerWords).contains { $0.contains(self) }
  }
}
