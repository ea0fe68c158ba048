internal import GRDB
import ParleyEngine

/// Clears away what the retention does not keep, in small steps between which everybody else gets their turn: at stand-by,
/// and then after a good deal was kept.
final class Clearing: Sendable {
  /// Rows a step removes.
  static let step = 50
  /// After so many exchanges and events, or so many bytes, it is looked again.
  private static let interval = (rows: 20_000, bytes: 200_000_000)

  private struct State {
    var retention: Retention
    var isRunning = false
    var rows = 0
    var bytes = 0
  }

  private let state: Lock<State>
  private let log: DatabaseFile
  private let bodies: BodyFolder
  private let now: @Sendable () -> Timestamp
  private let tell: @Sendable (StoreNotice) -> Void

  init(
    _ log: DatabaseFile, bodies: BodyFolder, retention: Retention, now: @escaping @Sendable () -> Timestamp,
    tell: @escaping @Sendable (StoreNotice) -> Void
  ) {
    state = Lock(State(retention: retention))
    self.log = log
    self.bodies = bodies
    self.now = now
    self.tell = tell
  }

  func set(_ retention: Retention) {
    state.withLock { $0.retention = retention }
  }

  /// Counts what was written, and starts when it is time.
  func wrote(_ outcome: LogBatch.Outcome) {
    let isTime = state.withLock { state in
      state.rows += outcome.kept + outcome.events
      state.bytes += outcome.size
      return state.rows >= Self.interval.rows || state.bytes >= Self.interval.bytes
    }
    if isTime { start() }
  }

  /// Runs beside everything else; a failure is told.
  func start() {
    Task(priority: .utility) {
      do throws(RepositoryError) {
        try await self.run()
      } catch  where error.kind != .cancelled && error.kind != .notStandingBy {
        self.tell(.retentionFailed(error))
      } catch {}
    }
  }

  /// Returns when nothing is left to clear away; at once when it is running already.
  func run() async throws(RepositoryError) {
    let retention = state.withLock { state -> Retention? in
      guard !state.isRunning else { return nil }
      (state.isRunning, state.rows, state.bytes) = (true, 0, 0)
      return state.retention
    }
    guard let retention else { return }
    defer { state.withLock { $0.isRunning = false } }
    try await removeOlder(than: now().advanced(by: .zero - retention.age))
    try await removeUnneededBodies()
    try await shrink(to: retention.size)
    try await returnSpace()
  }

  private func removeOlder(than time: Timestamp) async throws(RepositoryError) {
    for table in LogTable.allCases {
      while try await remove(Self.step, from: table, olderThan: time) > 0 {}
    }
  }

  private func shrink(to size: Int) async throws(RepositoryError) {
    while try await self.size() > size {
      guard let table = try await log.read(LogTable.withOldestRow) else { return }
      guard try await remove(Self.step, from: table, olderThan: nil) > 0 else { return }
    }
  }

  /// - Returns: how many rows went.
  private func remove(
    _ count: Int, from table: LogTable, olderThan time: Timestamp?
  ) async throws(RepositoryError) -> Int {
    let removed = try await log.write { try table.remove(count, olderThan: time, in: $0) }
    if !removed.files.isEmpty { try await removeUnneeded(removed.files) }
    return removed.rows
  }

  /// In bytes, without the pages of the file that are free.
  private func size() async throws(RepositoryError) -> Int {
    try await log.read { [bodies] database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      return (pages - free) * pageSize + bodies.keptNames.reduce(0) { $0 + bodies.size(of: $1) }
    }
  }
}

// Body files.
extension Clearing {
  /// Removes the files that no row needs.
  func removeUnneededBodies() async throws(RepositoryError) {
    let names = try await log.read { [bodies] _ in bodies.keptNames }
    for start in stride(from: 0, to: names.count, by: Self.step) {
      try await removeUnneeded(Array(names[start..<min(start + Self.step, names.count)]))
    }
  }

  /// With the folder locked nobody can keep a file whose row is not there yet.
  private func removeUnneeded(_ names: [String]) async throws(RepositoryError) {
    try await log.read { [bodies] database in
      let lock = try bodies.locked()
      defer { lock.release() }
      let query =
        "SELECT 1 FROM exchange WHERE request_file = ?1 UNION ALL SELECT 1 FROM exchange WHERE response_file = ?1"
      for name in names where try Bool.fetchOne(database, sql: query, arguments: [name]) == nil {
        bodies.remove(name)
      }
    }
  }
}

// The database file.
extension Clearing {
  /// Free pages that stay for what comes next.
  private static let spare = 4096
  private static let pagesInStep = 512

  /// Gives the free pages beyond the spare ones back to the disk.
  private func returnSpace() async throws(RepositoryError) {
    while try await log.read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > Self.spare {
      try await log.write { database in
        try Row.fetchCursor(database, sql: "PRAGMA incremental_vacuum(\(Self.pagesInStep))").forEach { _ in }
      }
    }
  }
}
