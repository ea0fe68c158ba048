internal import GRDB
import ParleyEngine

/// The table of snapshots of shared data, within one transaction.
struct SnapshotTable {
  static let columns = "environment, name, seq, keys, at, writer"

  /// The numbers of the changes of a key that snapshots refer to; takes its name, and its environment three times.
  static let needed = """
    SELECT ifnull((SELECT max(seq) FROM shared WHERE key = ? AND environment = ? AND seq <= shared_snapshot.seq), 0)
      FROM shared_snapshot WHERE ? = '' OR environment = ?
    """

  let table: SharedTable
  private var database: Database { table.database }

  init(_ table: SharedTable) {
    self.table = table
  }

  /// - Throws: `.damaged`
  static func snapshot(_ row: Row) throws(RepositoryError) -> (snapshot: SharedSnapshot, sequence: Int64) {
    guard let environment = row.value(0, as: String.self), let name = row.value(1, as: String.self),
      let sequence = row.value(2, as: Int64.self), let count = row.value(3, as: Int.self),
      let at = row.value(4, as: Int64.self)
    else { throw RecordReader.damage }
    let snapshot = SharedSnapshot(
      name: name, environment: environment.isEmpty ? nil : environment, count: count,
      writer: row.value(5, as: String.self), at: Timestamp(microseconds: at))
    return (snapshot, sequence)
  }

  /// A row that cannot be read is left out: the others are worth seeing.
  func all(of environment: String?) throws -> [SharedSnapshot] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT \(Self.columns) FROM shared_snapshot WHERE environment = ? ORDER BY seq DESC, at DESC, name",
      arguments: [SharedSQL.column(environment)])
    return rows.compactMap { try? Self.snapshot($0).snapshot }
  }

  /// - Returns: nil where the name is taken.
  func take(_ name: String, of query: SharedQuery, writer: String?, at time: Timestamp) throws -> SharedSnapshot? {
    guard try sequence(of: name, in: query.environment) == nil else { return nil }
    var all = query
    all.limit = 0
    let count = try table.list(all).total
    try database.execute(
      sql: "INSERT INTO shared_snapshot (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        SharedSQL.column(query.environment), name, try table.lastSequence(), count, time.microseconds, writer,
      ])
    return SharedSnapshot(name: name, environment: query.environment, count: count, writer: writer, at: time)
  }

  func remove(_ name: String, of environment: String?) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM shared_snapshot WHERE environment = ? AND name = ?",
      arguments: [SharedSQL.column(environment), name])
    return database.changesCount > 0
  }

  /// - Returns: nil where there is no such snapshot.
  func list(_ query: SharedQuery, in name: String) throws -> SharedRecordPage? {
    guard let sequence = try sequence(of: name, in: query.environment) else { return nil }
    let condition = Condition("seq <= ?", [sequence]) + SharedSQL.names(query)
    let last = "SELECT max(seq) FROM shared \(condition.clause) GROUP BY key, environment"
    let total = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM shared WHERE seq IN (\(last)) AND value IS NOT NULL",
      arguments: condition.arguments)
    let records = try Row.fetchAll(
      database,
      sql: """
        SELECT \(SharedSQL.columns) FROM shared WHERE seq IN (\(last)) AND value IS NOT NULL
        ORDER BY key LIMIT ? OFFSET ?
        """, arguments: condition.arguments + [query.limit, query.offset])
    return SharedRecordPage(total: total ?? 0, records: records.compactMap { try? table.rows.record($0) })
  }

  private func sequence(of name: String, in environment: String?) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT seq FROM shared_snapshot WHERE environment = ? AND name = ?",
      arguments: [SharedSQL.column(environment), name])
  }
}
