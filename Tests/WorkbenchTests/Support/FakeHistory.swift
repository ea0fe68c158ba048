import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

/// The log and the cache of a real client. Exchanges and comparisons have tests of their own, over a real session.
struct FakeHistory: HistoryServices, FakePart {
  let fake: FakeServices

  private func cached(_ text: String) -> CacheFilter {
    var filter = CacheFilter()
    filter.conditions = CacheEntryFilter(text).conditions(at: clock.withLock { $0 })
    return filter
  }

  func cache(_ query: CacheQuery) async throws -> CacheWindow {
    try check("cache")
    let filter = cached(query.filter)
    guard query.tree == nil else {
      return CacheWindow(CacheTree(try await client.cache.list(filter, limit: 1000).listings), query)
    }
    return CacheWindow(
      try await client.cache.list(filter, by: query.sort, offset: query.offset, limit: query.count),
      offset: query.offset)
  }

  func cacheEntry(_ id: CacheEntryID, at moment: ShownMoment?) async throws -> CachedExchange? {
    guard let (entry, listing) = try await client.cache.entry(id) else { return nil }
    return CachedExchange(entry, listing, at: clock.withLock { $0 })
  }

  func cacheEntries(_ filter: String, below prefix: String) async throws -> [CacheEntryID] {
    CacheTree(try await client.cache.list(cached(filter), limit: 1000).listings).listings(below: prefix).map(\.id)
  }

  func perform(_ intent: CacheIntent) async throws -> CacheOutcome {
    try check("cacheOrder")
    let filter = CacheFilter(ids: intent.entries)
    switch intent.job {
    case .expire, .askAgain: try await client.cache.expire(filter)
    case .remove: try await client.cache.clear(filter)
    case .pin(let isPinned): try await client.cache.setPinned(isPinned, filter)
    case .mock: return CacheOutcome(done: intent.entries.count)
    }
    return CacheOutcome(done: intent.entries.count)
  }

  func cachedText(_ id: CacheEntryID) async throws -> CachedText? {
    guard let (entry, _) = try await client.cache.entry(id) else { return nil }
    let bytes = try entry.body.read(at: 0, count: entry.body.count)
    return CachedText(String(decoding: bytes, as: UTF8.self), suffix: ".json", isSecret: entry.isSecret)
  }

  func replaceCached(_ id: CacheEntryID, with text: String, for time: Duration?) async throws -> Duration? {
    try await client.cache.replaceBody(of: id, with: Array(text.utf8), for: time)
    return try await client.cache.entry(id)?.listing.state(at: clock.withLock { $0 }).timeLeft
  }

  func cacheDifference(_ id: CacheEntryID) async throws -> ResponseDifference? {
    guard let (entry, listing) = try await client.cache.entry(id) else { return nil }
    let answer = try await client.send(.get(listing.label.endpoint).withoutCache())
    return try ResponseDifference(entry, answer, hiding: Secrets())
  }

  func onNotice(_ call: @escaping @Sendable (Problem) -> Void) {}
  func onForeignEvents(_ call: @escaping @Sendable () -> Void) { fake.foreignEvents.withLock { $0 = call } }
  func exchanges(_ query: HistoryQuery) async throws -> HistoryPage { HistoryPage() }
  func exchangeCount() async throws -> Int { 0 }
  func pin(_ exchange: ExchangeID, _ isPinned: Bool) async throws {}
  func delete(_ exchanges: [ExchangeID]) async throws {}
  func draft(of exchange: ExchangeID) async throws -> ImportedDraft { ImportedDraft(RequestDraft()) }
  func check(_ exchange: ExchangeID) async throws -> ExchangeCheck { ExchangeCheck(count: 0) }
  func export(_ export: ExchangeExport) async throws -> ExchangeExportOutcome { .exists(export.path) }
  func otherEnvironments() async throws -> [String] { [] }

  func responses(_ left: ExchangeID, _ right: ExchangeID) async throws -> ComparedResponses {
    throw Problem(code: "history.gone", "The history has let go of this exchange.")
  }

  func sendElsewhere(_ wish: ElsewhereIntent) async throws -> ElsewhereOutcome { .wantsConfirmation("") }

  func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot {
    change { $0.workspace.cacheMode = mode }
    return snapshot.workspace
  }

  func history(of request: RequestID, limit: Int) async throws -> [HistoryEntry] {
    Array((snapshot.history[request] ?? []).prefix(limit))
  }

  func exchange(_ id: ExchangeID) async throws -> RecordedExchange {
    guard let kept = snapshot.kept[id] else {
      throw Problem(code: "history.gone", "The history has let go of this exchange.")
    }
    return kept
  }

  func events() -> EventSubscription { client.events.subscribe() }

  func log(_ query: LogQuery) async throws -> LogWindow {
    try check("log")
    let matching = snapshot.log.filter { query.filter.accepts($0) }
    let offset =
      switch query.place {
      case .newest: max(0, matching.count - query.count)
      case .from(let line): max(0, min(line, matching.count))
      }
    return LogWindow(
      total: matching.count, offset: offset, entries: Array(matching[offset...].prefix(query.count)))
  }

  func newestLines(_ count: Int, of subject: LogSubject) async throws -> [LogEntry] {
    try check("newestLines")
    let lines = fake.kept.withLock { kept in
      for case .event(let event) in fake.told.takeAvailable() {
        kept.append(LogEntry(id: Int64(kept.count), time: event.time, .event(event)))
      }
      return snapshot.log + kept
    }
    return lines.filter { $0.isOf(subject) }.suffix(count)
  }

  func logVocabulary() async throws -> LogVocabulary { snapshot.vocabulary }
  func savedFilters() async throws -> [SavedFilter] { snapshot.filters }

  func save(_ filter: SavedFilter) async throws -> [SavedFilter] {
    change { $0.filters.append(filter) }
    return snapshot.filters
  }

  func forgetFilter(_ name: String) async throws -> [SavedFilter] {
    change { content in content.filters.removeAll { $0.name == name } }
    return snapshot.filters
  }

  func mark(_ entry: LogEntry.ID, _ isMarked: Bool) async throws {
    change { content in
      for index in content.log.indices where content.log[index].id == entry { content.log[index].isMarked = isMarked }
    }
  }

  func report(_ problem: Problem, of request: RequestID?) async {
    change { $0.reported.append(problem) }
    client.events.post(custom: Problem.eventIdentifier, parameters: problem.parameters(of: request))
  }

  func log(_ event: String, _ parameters: JSONValue) async {
    client.events.post(custom: event, parameters: parameters)
  }
}

extension LogEntry {
  fileprivate func isOf(_ subject: LogSubject) -> Bool {
    if case .past(let subject, let end) = subject { return time <= end && isOf(subject) }
    guard case .request(let request) = subject else { return true }
    guard case .event(let event) = content else { return false }
    if case .custom(let custom) = event.kind { return custom.parameters?["request"]?.string == request.rawValue }
    return event.subject?.name == request.rawValue
  }
}
