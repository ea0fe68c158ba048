internal import GRDB
import ParleyEngine

/// The tables that the retention clears. Rows are in the order of their keeping, so the oldest are found without a search.
enum LogTable: CaseIterable, Sendable {
  case exchange, event

  struct Removed: Sendable {
    var rows = 0
    /// Body files that the rows needed.
    var files: [String] = []
  }

  /// Removes the oldest rows that may go; with a time only those that are older.
  func remove(_ count: Int, olderThan time: Timestamp?, in database: Database) throws -> Removed {
    let sql = """
      DELETE FROM \(name) WHERE seq IN (
        SELECT seq FROM (SELECT seq, \(timeColumn) AS time FROM \(name) WHERE \(mayGo) ORDER BY seq LIMIT ?)
        WHERE time < ?)
      RETURNING \(files)
      """
    let rows = try Row.fetchAll(database, sql: sql, arguments: [count, time?.microseconds ?? .max])
    return rows.reduce(into: Removed()) { removed, row in
      removed.rows += 1
      removed.files += [row[0] as String?, row[1] as String?].compactMap(\.self)
    }
  }

  /// The table with the oldest row that may go; nil when none may.
  static func withOldestRow(in database: Database) throws -> LogTable? {
    let ages = try allCases.compactMap { table in try table.oldest(in: database).map { (table, $0) } }
    return ages.min { $0.1 < $1.1 }?.0
  }

  private func oldest(in database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT \(timeColumn) FROM \(name) WHERE \(mayGo) ORDER BY seq LIMIT 1")
  }

  private var name: String { self == .exchange ? "exchange" : "event" }
  private var timeColumn: String { self == .exchange ? "started" : "time" }
  private var mayGo: String { self == .exchange ? "pinned = 0" : "true" }
  private var files: String { self == .exchange ? "request_file, response_file" : "NULL, NULL" }
}
