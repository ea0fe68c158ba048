import ParleyEngine
import ParleyStore
import Workbench

/// The lines of the whole log, by their numbers. Of a long log only those are counted that have come since it was counted last.
actor LogLines {
  private var counted: (ids: ClosedRange<Int64>, count: Int)?

  func window(_ query: LogQuery, of log: EventLog) async throws -> LogWindow {
    guard let ids = try await log.ids() else { return LogWindow() }
    let total = try await count(ids, of: log)
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
      return try await log.page(from: offset, limit: query.count)
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
