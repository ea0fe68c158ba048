import Dispatch
internal import GRDB
import ParleyEngine

/// Clears away what the retention does not keep, in small steps between which everybody else gets their turn.
struct RetentionJob: Sendable {
  private static let slices = 50
  private static let filesInStep = 64
  private static let pagesInStep = 512
  /// Free pages that stay for what comes next.
  private static let sparePages = 4096

  let log: DatabaseFile
  let bodies: BodyFolder

  func run(_ retention: Retention, at now: Timestamp) async throws(RepositoryError) {
    try await removeOlder(than: now.advanced(by: .zero - retention.age))
    try await removeUnneededBodies()
    try await shrink(to: retention.size, at: now)
    try await returnSpace()
  }

  private func removeOlder(than time: Timestamp) async throws(RepositoryError) {
    for table in LogTable.allCases {
      while try await removeOldest(from: table, olderThan: time) {}
    }
  }

  /// Takes a slice of the time that is left from its old end, of all tables alike.
  private func shrink(to size: Int, at now: Timestamp) async throws(RepositoryError) {
    while try await self.size() > size {
      guard let oldest = try await log.read(LogTable.oldestTime) else { return }
      let slice = max(.microseconds(1), oldest.duration(to: now) / Self.slices)
      for table in LogTable.allCases {
        _ = try await removeOldest(from: table, olderThan: oldest.advanced(by: slice))
      }
    }
  }

  /// - Returns: whether there were any.
  private func removeOldest(from table: LogTable, olderThan time: Timestamp) async throws(RepositoryError) -> Bool {
    let removed = try await log.write { try table.removeOldest(olderThan: time, in: $0) }
    if !removed.files.isEmpty { try await removeUnneeded(removed.files) }
    return removed.rows > 0
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

  /// Gives the free pages beyond the spare ones back to the disk.
  private func returnSpace() async throws(RepositoryError) {
    while try await log.read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > Self.sparePages {
      try await log.write { database in
        try Row.fetchCursor(database, sql: "PRAGMA incremental_vacuum(\(Self.pagesInStep))").forEach { _ in }
      }
    }
  }
}

// Body files.
extension RetentionJob {
  /// Removes the files that no row needs.
  func removeUnneededBodies() async throws(RepositoryError) {
    let names = try await log.read { [bodies] _ in bodies.keptNames }
    for start in stride(from: 0, to: names.count, by: Self.filesInStep) {
      try await removeUnneeded(Array(names[start..<min(start + Self.filesInStep, names.count)]))
    }
  }

  /// With the folder locked nobody can keep a file whose row is not there yet. Locked first: a reader that waited for the lock
  /// would hold up a checkpoint, which holds up all writers, and with them whoever has the lock.
  private func removeUnneeded(_ names: [String]) async throws(RepositoryError) {
    let lock = try await DispatchQueue.global().run { [bodies] () throws(RepositoryError) in try bodies.locked() }
    defer { lock.release() }
    try await log.read { [bodies] database in
      let query = """
        SELECT 1 FROM exchange WHERE request_file = ?1 UNION ALL SELECT 1 FROM exchange WHERE response_file = ?1
        UNION ALL SELECT 1 FROM cache WHERE file = ?1
        """
      for name in names where try Bool.fetchOne(database, sql: query, arguments: [name]) == nil {
        bodies.remove(name)
      }
    }
  }
}
