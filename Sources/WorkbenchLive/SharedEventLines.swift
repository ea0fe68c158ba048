import ParleyEngine
import ParleyStore
import WorkbenchServices

/// The newest lines of the log about shared keys of some names. Of the events only those are read that have come since.
actor SharedEventLines {
  /// So far back events are looked at: the strip must not wait.
  private static let depth: Int64 = 4096

  private var names: Set<String> = []
  /// The ids of the events that were looked at; nil before the first.
  private var seen: ClosedRange<Int64>?
  private var lines: [LogEntry] = []

  /// - Parameter end: lines that came after it are left out; nil for none.
  func newest(
    _ count: Int, of names: Set<String>, until end: Timestamp? = nil, in log: EventLog
  ) async throws -> [LogEntry] {
    guard let all = try await log.ids() else {
      forget()
      return []
    }
    let recent = max(all.lowerBound, all.upperBound - Self.depth + 1)...all.upperBound
    if names != self.names || seen.map({ $0.upperBound > all.upperBound || $0.upperBound < recent.lowerBound }) == true
    {
      forget()
    }
    self.names = names
    let known = seen
    let start = max(recent.lowerBound, known.map { $0.upperBound + 1 } ?? 0)
    if start <= recent.upperBound {
      let filter = EventFilter(kinds: [.updateSharedData, .removeSharedData])
      let news = try await log.newest(Int(Self.depth), in: start...recent.upperBound, matching: filter)
      // Another one may have looked meanwhile, for these names or for others.
      guard self.names == names, seen == known else { return try await newest(count, of: names, until: end, in: log) }
      lines += news.map(LogEntry.init).filter { $0.sharedKeys.contains(where: names.contains) }
    }
    seen = recent
    lines.removeAll { !recent.contains($0.id) }
    guard let end else { return lines.suffix(count) }
    return lines.filter { $0.time <= end }.suffix(count)
  }

  /// Reads all of it again: lines may be marked otherwise, or the log is another one.
  func forget() {
    (seen, lines) = (nil, [])
  }
}
