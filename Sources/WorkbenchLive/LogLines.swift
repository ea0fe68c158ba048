import ParleyEngine
import ParleyStore
import WorkbenchServices

/// The lines of the whole log, by their numbers. Of a long log only those are counted that have come since it was counted last.
actor LogLines {
  private var counted: (ids: ClosedRange<Int64>, count: Int)?

  func window(_ query: LogQuery, of log: EventLog) async throws -> LogWindow {
    guard let all = try await log.ids() else { return LogWindow() }
    let last = min(all.upperBound, try await log.last(of: query))
    guard last >= all.lowerBound else { return LogWindow() }
    let ids = all.lowerBound...last
    let later = last < all.upperBound ? try await log.count(in: last + 1...all.upperBound) : 0
    let total = try await count(all, of: log) - later
    let offset = query.place.offset(count: query.count, total: total)
    return LogWindow(
      total: total, offset: offset, entries: try await events(query, offset, ids, total, of: log).map(LogEntry.init))
  }

  /// The log is another one.
  func forget() { counted = nil }

  private func events(
    _ query: LogQuery, _ offset: Int, _ ids: ClosedRange<Int64>, _ total: Int, of log: EventLog
  ) async throws -> [StoredEvent] {
    if query.place == .newest { return try await log.newest(query.count, in: ids) }
    // As long as no id is missing, the number of a line says which it has.
    let first = ids.lowerBound + Int64(offset)
    guard ids.count == total, first <= ids.upperBound else {
      return try await log.page(from: offset, limit: min(query.count, total - offset))
    }
    return try await log.oldest(query.count, in: first...ids.upperBound)
  }

  /// The oldest go first: while the first is there, so are those behind it.
  private func count(_ ids: ClosedRange<Int64>, of log: EventLog) async throws -> Int {
    let count: Int
    if let counted, counted.ids.lowerBound == ids.lowerBound, counted.ids.upperBound <= ids.upperBound {
      let known = counted.ids.upperBound
      count = counted.count + (known < ids.upperBound ? try await log.count(in: known + 1...ids.upperBound) : 0)
    } else {
      count = try await log.count(in: ids)
    }
    counted = (ids, count)
    return count
  }
}

extension EventLog {
  /// The number of the last event that is wanted, which may be more than there are; less than all of them if none is.
  func last(of query: LogQuery) async throws -> Int64 {
    guard let end = query.end else { return .max }
    var filter = EventFilter(includesGaps: true)
    filter.times = Timestamp(microseconds: 0)...max(Timestamp(microseconds: 0), end)
    return try await latest(1, matching: filter).first?.id ?? .min
  }
}
