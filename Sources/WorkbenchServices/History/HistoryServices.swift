package import ParleyEngine
package import ParleyModel
package import ParleyText

/// The records of past activity: exchanges, the cache and the log.
package protocol HistoryServices: Sendable {
  // MARK: Exchanges

  /// The exchanges of a request that history kept, the newest first.
  func history(of request: RequestID, limit: Int) async throws -> [HistoryEntry]
  /// An exchange that history kept: what an older line of the log speaks of.
  func exchange(_ id: ExchangeID) async throws -> RecordedExchange
  /// One step of a search: it takes some milliseconds, however long the history is.
  func exchanges(_ query: HistoryQuery) async throws -> HistoryPage
  /// How many exchanges there are in all.
  func exchangeCount() async throws -> Int
  /// Keeps an exchange however old it gets, or lets it go with the others again.
  func pin(_ exchange: ExchangeID, _ isPinned: Bool) async throws
  func delete(_ exchanges: [ExchangeID]) async throws
  /// Returns a sent request as a draft to be edited and sent again. Credentials in it are encrypted and kept on this
  /// machine; templates take their place.
  func draft(of exchange: ExchangeID) async throws -> ImportedDraft
  /// Looks at a response by what its request's file expects today. Sends nothing.
  func check(_ exchange: ExchangeID) async throws -> ExchangeCheck
  func export(_ export: ExchangeExport) async throws -> ExchangeExportOutcome
  /// The environments that a request could be sent in besides the active one.
  func otherEnvironments() async throws -> [String]

  // MARK: Comparing responses

  /// Two exchanges of the history.
  func responses(_ left: ExchangeID, _ right: ExchangeID) async throws -> ComparedResponses
  /// Sends a request once in another environment than the active one, or says what it needs first. The history keeps what
  /// comes of it, under that environment.
  func sendElsewhere(_ wish: ElsewhereIntent) async throws -> ElsewhereOutcome

  // MARK: The cache

  /// Some lines of the entries of the active environment, in an order, a line each or as a tree.
  func cache(_ query: CacheQuery) async throws -> CacheWindow
  /// An entry whole, and why it would or would not be used now, or would have been at a moment; nil when it is gone, or if its response
  /// of that moment is not recorded.
  func cacheEntry(_ id: CacheEntryID, at moment: ShownMoment?) async throws -> CachedExchange?
  /// The entries that a filter lets through below a part of the tree.
  func cacheEntries(_ filter: String, below prefix: String) async throws -> [CacheEntryID]
  func perform(_ intent: CacheIntent) async throws -> CacheOutcome
  /// Makes all requests of this session use cache and network so.
  func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot
  /// The body of an entry as text, for an editor; nil when the entry is gone.
  func cachedText(_ id: CacheEntryID) async throws -> CachedText?
  /// Puts what an editor made of it in its place.
  /// - Parameter time: for how long it is the response, whatever its age; nil for as long as the entry is fresh.
  /// - Returns: for how long requests get it; nil where the entry is too old for that, or nobody knows how long it holds.
  func replaceCached(_ id: CacheEntryID, with text: String, for time: Duration?) async throws -> Duration?
  /// An entry beside what its server replies now, which changes nothing here; nil when the entry is gone.
  func cacheDifference(_ id: CacheEntryID) async throws -> ResponseDifference?

  // MARK: The log, and the filters of it that were kept

  /// Calls, from any thread, for each notice of the store, earlier ones too, such as that one of its files was damaged.
  /// The log has it already. One listener.
  func onNotice(_ call: @escaping @Sendable (Problem) -> Void)
  /// Everything that happens from now on.
  func events() -> EventSubscription
  /// Calls, from any thread, when another program has written into the log. `events()` does not deliver that. One listener.
  func onForeignEvents(_ call: @escaping @Sendable () -> Void)
  /// A window on the whole log, which holds at least what `events()` has delivered.
  func log(_ query: LogQuery) async throws -> LogWindow
  /// The newest lines of the log, the newest last. They hold what `events()` has delivered, and are safe on disk when they are
  /// returned.
  func newestLines(_ count: Int, of subject: LogSubject) async throws -> [LogEntry]
  /// Returns the words in the newest lines of the log, for completions.
  func logVocabulary() async throws -> LogVocabulary
  /// Filters of the log that were kept, by name.
  func savedFilters() async throws -> [SavedFilter]
  /// Keeps a filter in place of one of the same name.
  /// - Returns: all that are kept.
  func save(_ filter: SavedFilter) async throws -> [SavedFilter]
  func forgetFilter(_ name: String) async throws -> [SavedFilter]
  func mark(_ entry: LogEntry.ID, _ isMarked: Bool) async throws
  /// Puts a failure of the workbench itself into the log.
  /// - Parameter request: the one it is about, if it is about one.
  func report(_ problem: Problem, of request: RequestID?) async
  /// Puts what was done in the workbench into the log, as an event of the program's own.
  func log(_ event: String, _ parameters: JSONValue) async
}

extension HistoryServices {
  /// The newest lines of the log that match: as many as are asked for, or all there are.
  package func newest(_ count: Int, of filter: LogFilter) async throws -> [LogEntry] {
    var window = try await log(LogQuery(filter, .newest, count: count))
    while window.isSearching, window.entries.count < count {
      window = try await log(LogQuery(filter, .newest, count: count))
    }
    return window.entries
  }
}

extension HistoryServices {
  /// An entry as it is now.
  package func cacheEntry(_ id: CacheEntryID) async throws -> CachedExchange? {
    try await cacheEntry(id, at: nil)
  }
}
