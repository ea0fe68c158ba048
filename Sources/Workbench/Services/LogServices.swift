package import ParleyEngine
package import ParleyModel

/// The log, and the filters of it that were kept.
package protocol LogServices: Sendable {
  /// Calls, from any thread, for everything that the store has told and will tell, such as that a file of it was damaged. It
  /// stands in the log already. One listener.
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
  /// What the newest lines of the log say, for completions.
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
