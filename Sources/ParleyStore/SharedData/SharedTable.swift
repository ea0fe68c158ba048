internal import GRDB
import ParleyEngine

/// The table of changes, within one transaction.
struct SharedTable {
  /// How many changes of a key are remembered; older ones go, now and then.
  private static let longestHistory = 10_000
  private static let forgetInterval: Int64 = 256

  let database: Database
  let rows: SharedTableRow

  init(_ database: Database, sealer: any Sealer) {
    self.database = database
    rows = SharedTableRow(sealer: sealer)
  }

  func lastSequence() throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: "SELECT max(seq) FROM shared")) ?? 0
  }

  func records(_ condition: Condition, order: String, limit: Int) throws -> [SharedRecord] {
    let statement = try database.cachedStatement(
      sql: "SELECT \(SharedSQL.columns) FROM shared \(condition.clause) ORDER BY \(order) LIMIT ?")
    return try Row.fetchAll(statement, arguments: condition.arguments + [limit]).map(rows.record)
  }

  func history(of key: SharedKey, before: Int64, limit: Int) throws -> [SharedRecord] {
    let condition = Condition(key) + Condition("seq < ?", [before])
    return try records(condition, order: "seq DESC", limit: limit)
  }

  /// Damaged columns are left out.
  func heads(of key: SharedKey, limit: Int) throws -> [SharedHead] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT seq, restored, value IS NULL, cipher FROM shared WHERE key = ? AND environment = ?
        ORDER BY seq DESC LIMIT ?
        """)
    return try Row.fetchAll(
      statement, arguments: [key.name, SharedSQL.column(key.environment), limit]
    ).compactMap { row in
      row.value(0, as: Int64.self).map { sequence in
        SharedHead(
          sequence: sequence, restored: row.value(1, as: Int64.self), isRemoval: row.value(2, as: Bool.self) == true,
          cipher: row.value(3, as: String.self))
      }
    }
  }

  /// All or none, also where the transaction goes on.
  /// - Parameter batch: of which they are part; nil for one of their own.
  func append(all edits: [SharedEdit], asPartOf batch: Int64? = nil) throws -> SharedBatch {
    var result = SharedBatch.made([])
    try database.inSavepoint {
      result = try appendEach(of: edits, asPartOf: batch)
      if case .conflict = result { return .rollback }
      return .commit
    }
    return result
  }

  private func appendEach(of edits: [SharedEdit], asPartOf outer: Int64?) throws -> SharedBatch {
    var made: [SharedRecord] = []
    let batch = try outer ?? nextSequence()
    for edit in edits {
      switch try append(edit, batch: batch) {
      case .made(let record): made.append(record)
      case .nothingToRemove: continue
      case .conflict: return .conflict(edit.key)
      }
    }
    return .made(made)
  }

  /// The number that the next change gets: nobody else writes within this transaction.
  private func nextSequence() throws -> Int64 {
    let last = try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'shared'")
    return (last ?? 0) + 1
  }

  /// - Parameter batch: the number of the first change that is made together with this one.
  func append(_ edit: SharedEdit, batch: Int64? = nil) throws -> SharedAppend {
    let last = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT seq, is_current FROM shared WHERE key = ? AND environment = ? ORDER BY seq DESC LIMIT 1"),
      arguments: [edit.key.name, SharedSQL.column(edit.key.environment)])
    if case .lastChange(let expected) = edit.expectation, expected != last?.value(0, as: Int64.self) ?? 0 {
      return .conflict
    }
    guard edit.content != nil || last?.value(1, as: Bool.self) == true else { return .nothingToRemove }
    return .made(try insert(edit, batch: batch))
  }

  private func insert(_ edit: SharedEdit, batch: Int64?) throws -> SharedRecord {
    let place: StatementArguments = [edit.key.name, SharedSQL.column(edit.key.environment)]
    try database.cachedStatement(
      sql: "UPDATE shared SET is_current = 0 WHERE key = ? AND environment = ? AND is_current = 1"
    ).execute(arguments: place)
    try database.cachedStatement(
      sql: """
        INSERT INTO shared (key, environment, is_current, at, writer, origin, restored,
          batch, kind, cipher, expires, sealing_key, key_version, nonce, value)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: place + [edit.content != nil, edit.at.microseconds, edit.writer, edit.origin, edit.restored, batch]
        + rows.columns(edit.content, of: edit.key))
    let record = SharedRecord(edit, sequence: database.lastInsertedRowID, batch: batch)
    if record.sequence.isMultiple(of: Self.forgetInterval) { try forgetOld(of: edit.key) }
    return record
  }

  private func forgetOld(of key: SharedKey) throws {
    let environment = SharedSQL.column(key.environment)
    let place: StatementArguments = [key.name, environment]
    let oldest = "SELECT seq FROM shared WHERE key = ? AND environment = ? ORDER BY seq DESC LIMIT 1 OFFSET ?"
    try database.execute(
      sql: """
        DELETE FROM shared WHERE key = ? AND environment = ? AND seq <= (\(oldest))
          AND seq NOT IN (\(SnapshotTable.needed))
        """,
      arguments: place + place + [Self.longestHistory] + place + [environment, environment])
  }

  /// Removes every key that the query finds.
  func removeAll(_ query: SharedQuery, edit: (SharedKey) -> SharedEdit) throws -> Int {
    let condition = SharedSQL.condition(query)
    let found = try Row.fetchAll(
      database, sql: "SELECT key, environment FROM shared \(condition.clause) ORDER BY key",
      arguments: condition.arguments)
    let edits = found.compactMap { row -> SharedEdit? in
      guard let name = row.value(0, as: String.self), let environment = row.value(1, as: String.self) else {
        return nil
      }
      return edit(SharedKey(name, in: environment.isEmpty ? nil : environment))
    }
    _ = try append(all: edits)
    return found.count
  }

  /// One row after the other, so that only one is in memory. A name is looked up in the index; only patterns go through the table.
  func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?, content: (SharedRecord) throws -> SharedContent?
  ) throws {
    for name in names {
      let condition = name.isExact ? "key = ?" : "key GLOB ?"
      let statement = try database.cachedStatement(
        sql: "SELECT seq FROM shared WHERE \(condition) AND value IS NOT NULL AND cipher IS NOT ?")
      let sequences = try Int64.fetchAll(
        statement, arguments: [name.isExact ? name.text : SharedSQL.glob(name), cipher])
      for sequence in sequences { try rewrite(sequence, content) }
    }
  }

  private func rewrite(_ sequence: Int64, _ content: (SharedRecord) throws -> SharedContent?) throws {
    guard let record = try records(Condition("seq = ?", [sequence]), order: "seq", limit: 1).first,
      let content = try content(record)
    else { return }
    try rewrite(sequence, rows.columns(content, of: record.key))
  }

  /// - Parameter columns: from `kind` on.
  func rewrite(_ sequence: Int64, _ columns: StatementArguments) throws {
    try database.cachedStatement(
      sql: """
        UPDATE shared SET kind = ?, cipher = ?, expires = ?, sealing_key = ?, key_version = ?, nonce = ?, value = ?
        WHERE seq = ?
        """
    ).execute(arguments: columns + [sequence])
  }
}

extension Condition {
  init(_ key: SharedKey) {
    self.init("key = ? AND environment = ?", [key.name, SharedSQL.column(key.environment)])
  }
}
