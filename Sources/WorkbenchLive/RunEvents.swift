import ParleyEngine
import ParleyStore
import WorkbenchServices

/// The events of a run until a moment, and what became of shared data meanwhile.
struct RunEvents {
  let run: String
  let start: Timestamp
  let end: Timestamp

  private static let pageSize = 512
  /// Further back nobody looks: the strip must not wait.
  private static let depth = 100_000

  /// The newest of them, the oldest first. The database passes over what was told at other times.
  func newest(_ count: Int, of log: EventLog) async throws -> [LogEntry] {
    guard start <= end else { return [] }
    var filter = EventFilter(depth: Self.depth)
    filter.times = start...end
    var found: [LogEntry] = []
    var before: Int64?
    while case let page = try await log.latest(Self.pageSize, before: before, matching: filter), let first = page.first
    {
      found = page.filter { isIncluded($0.event) }.suffix(count - found.count).map(LogEntry.init) + found
      guard found.count < count, page.count == Self.pageSize else { break }
      before = first.id
    }
    return found
  }

  private func isIncluded(_ event: Event) -> Bool {
    guard event.time >= start, event.time <= end else { return false }
    return event.run == run || event.kind.sharedData != nil
  }
}

extension Event {
  /// The run of a group it belongs to.
  fileprivate var run: String? {
    switch kind {
    case .groupDone(let done): done.groupID
    case .custom(let custom): custom.groupID
    default: subject?.groupID
    }
  }
}
