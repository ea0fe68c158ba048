package import ParleyEngine
package import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveHistory {
  package func log(_ query: LogQuery) async throws -> LogWindow {
    let session = session
    let log = session.store.events
    try await session.flushEvents()
    return query.filter.isEmpty
      ? try await live.lines.window(query, of: log) : try await live.index.window(query, of: log)
  }

  package func newestLines(_ count: Int, of subject: LogSubject) async throws -> [LogEntry] {
    let session = session
    try await session.flushEvents()
    return try await newest(count, of: subject, until: nil, in: session.store.events)
  }

  /// Outside of a workspace lines from before the start are of other folders, and of commands.
  private func times(until end: Timestamp?) -> ClosedRange<Timestamp>? {
    if let end { return Timestamp(microseconds: 0)...end }
    return isScratch ? live.startedAt...Timestamp(microseconds: .max) : nil
  }

  private func newest(
    _ count: Int, of subject: LogSubject, until end: Timestamp?, in log: EventLog
  ) async throws -> [LogEntry] {
    switch subject {
    case .everything:
      var filter = EventFilter.all
      filter.times = times(until: end)
      return try await log.latest(count, matching: filter).map(LogEntry.init)
    case .request(let id):
      var filter = EventFilter(name: id.rawValue, depth: Self.depth)
      filter.times = times(until: end)
      return try await log.latest(count, matching: filter).map(LogEntry.init)
    case .run(let run, let start, let end):
      return try await RunEvents(run: run, start: start, end: end).newest(count, of: log)
    case .shared(let names):
      return try await live.sharedEvents.newest(count, of: names, until: end, in: log)
    case .past(let subject, let end):
      return try await newest(count, of: subject, until: max(end, Timestamp(microseconds: 0)), in: log)
    }
  }

  /// A request that was not sent for longer is looked for no further: the strip must not wait.
  private static let depth = 20_000

  package func logVocabulary() async throws -> LogVocabulary {
    LogVocabulary(
      of: try await session.store.events.latest(Self.vocabularyDepth).map(LogEntry.init))
  }

  private static let vocabularyDepth = 4096

  package func savedFilters() async throws -> [SavedFilter] { try filters.all() }
  package func save(_ filter: SavedFilter) async throws -> [SavedFilter] { try filters.save(filter) }
  package func forgetFilter(_ name: String) async throws -> [SavedFilter] {
    try filters.remove(name)
  }

  private var filters: FilterFile { FilterFile(folder: session.location.folder) }

  package func mark(_ entry: LogEntry.ID, _ isMarked: Bool) async throws {
    try await session.store.events.setMarked(isMarked, entry)
    await live.sharedEvents.forget()
    try await live.index.lookAgain(at: entry, in: session.store.events)
  }

  package func report(_ problem: Problem, of request: RequestID?) async {
    bus.post(custom: Problem.eventIdentifier, parameters: problem.parameters(of: request))
  }

  package func log(_ event: String, _ parameters: JSONValue) async {
    bus.post(custom: event, parameters: parameters)
  }
}

extension LiveServices {
  /// Forgets what is known of the log: the session is another one.
  func forgetLog() async {
    await index.forget()
    await lines.forget()
    await sharedEvents.forget()
  }
}

extension LogQuery.Place {
  func offset(count: Int, total: Int) -> Int {
    switch self {
    case .newest: max(0, total - count)
    case .from(let line): max(0, min(line, total))
    }
  }
}

extension LogEntry {
  init(_ stored: StoredEvent) {
    let content = stored.event.missed.map(Content.missed) ?? .event(stored.event)
    self.init(id: stored.id, time: stored.event.time, content, isMarked: stored.isMarked)
  }
}

extension LogEntry {
  /// The names of the shared keys that it tells of.
  var sharedKeys: [String] {
    if case .event(let event) = content { event.kind.sharedData?.keys.map(\.name) ?? [] } else { [] }
  }
}
