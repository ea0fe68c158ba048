internal import GRDB
import ParleyEngine

/// The tables that the retention clears. Rows are in the order of their keeping, so the oldest are found without a search.
enum LogTable: CaseIterable, Sendable {
  case exchange, event, run

  struct Removed: Sendable {
    var rows = 0
    /// Body files that the rows needed.
    var files: [String] = []
  }

  /// Removes some of the oldest rows that may go, as far as they are older than this.
  func removeOldest(olderThan time: Timestamp, in database: Database) throws -> Removed {
    let sql = """
      DELETE FROM \(name) WHERE seq IN (
        SELECT seq FROM (SELECT seq, \(timeColumn) AS time FROM \(name) WHERE \(mayGo) ORDER BY seq LIMIT ?)
        WHERE time < ?)
      RETURNING \(files)
      """
    let rows = try Row.fetchAll(database, sql: sql, arguments: [step, time.microseconds])
    return rows.reduce(into: Removed()) { removed, row in
      removed.rows += 1
      removed.files += [row[0] as String?, row[1] as String?].compactMap(\.self)
    }
  }

  /// Of all rows that may go; nil when none may.
  static func oldestTime(in database: Database) throws -> Timestamp? {
    try allCases.compactMap { try $0.oldest(in: database) }.min().map(Timestamp.init(microseconds:))
  }

  private func oldest(in database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT \(timeColumn) FROM \(name) WHERE \(mayGo) ORDER BY seq LIMIT 1")
  }

  /// How many rows go at once: exchanges may be large, and runs have many nodes.
  private var step: Int { self == .event ? 1000 : 50 }
  private var name: String { "\(self)" }
  private var timeColumn: String { self == .event ? "time" : "started" }
  private var mayGo: String {
    switch self {
    case .exchange: "pinned = 0"
    case .event: "true"
    case .run: "pinned = 0 AND state <> 'running'"
    }
  }

  private var files: String { self == .exchange ? "request_file, response_file" : "NULL, NULL" }
}
