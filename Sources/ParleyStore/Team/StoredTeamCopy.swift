internal import GRDB
package import ParleyEngine
package import ParleyTeam

/// The last known copy of a team's data on its server, in `team.sqlite`. Several processes may have it open.
package struct StoredTeamCopy: SealedRowCopy, SeenTeamKey {
  let access: StoreAccess

  package func position() async throws(RepositoryError) -> SealedCopyPosition? {
    try await read { try TeamCopyTable($0).position() }
  }

  package func replace(
    _ before: SealedCopyPosition?, with rows: [SealedRow], keys: [String: [UInt8]], upTo position: SealedCopyPosition
  ) async throws(RepositoryError) -> Bool {
    try await write { database in
      let table = TeamCopyTable(database)
      guard try table.position() == before else { return false }
      try database.execute(sql: "DELETE FROM shared")
      try table.keep(rows)
      try database.execute(
        // A key that was seen while the rows were read stays.
        sql: """
          UPDATE copy SET database = ?1, sequence = ?2, generation = ?3, at = ?4,
            wrapped_key = coalesce(?5, CASE WHEN database = ?1 THEN wrapped_key END)
          """,
        arguments: [
          position.database, position.sequence, position.generation, position.at.microseconds,
          keys[TeamCipher.name]?.databaseBlob,
        ])
      return true
    }
  }

  package func keep(_ rows: [SealedRow], upTo position: SealedCopyPosition) async throws(RepositoryError) {
    try await write { database in
      try TeamCopyTable(database).keep(rows)
      // Of the programs that copy the same database, one that is late takes nothing back.
      try database.execute(
        sql: """
          UPDATE copy SET database = ?1,
            sequence = CASE WHEN database = ?1 THEN max(sequence, ?2) ELSE ?2 END,
            generation = CASE WHEN database = ?1 THEN max(generation, ?3) ELSE ?3 END,
            at = CASE WHEN database = ?1 THEN max(at, ?4) ELSE ?4 END
          """,
        arguments: [position.database, position.sequence, position.generation, position.at.microseconds])
    }
  }

  package func lastSequence() async throws(RepositoryError) -> Int64 {
    try await read { try Int64.fetchOne($0, sql: "SELECT sequence FROM copy") ?? 0 }
  }

  package func lastRow(of key: SharedKey) async throws(RepositoryError) -> SealedRow? {
    try await history(of: key, before: nil, limit: 1).first
  }

  package func rows(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SealedRow] {
    try await read { try TeamCopyTable($0).rows(Condition("seq > ?", [sequence]), order: "seq", limit: limit) }
  }

  package func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SealedRow] {
    let condition = Condition(key) + Condition("seq < ?", [before ?? .max])
    return try await read { try TeamCopyTable($0).rows(condition, order: "seq DESC", limit: limit) }
  }

  package func list(_ query: SharedQuery) async throws(RepositoryError) -> SealedPage {
    try await read { try TeamCopyTable($0).page(query) }
  }

  package func seenKey() async throws(RepositoryError) -> [UInt8]? {
    try await read { try [UInt8].fetch($0, "SELECT wrapped_key FROM copy", []) }
  }

  package func keepSeenKey(_ bytes: [UInt8]) async throws(RepositoryError) {
    try await write {
      try $0.execute(sql: "UPDATE copy SET wrapped_key = ?", arguments: [bytes.databaseBlob])
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await access.opened().teamFile().read(body)
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await access.opened().teamFile().write(body)
  }
}

/// The rows of the copy, within one transaction.
private struct TeamCopyTable {
  private static let columns = """
    seq, key, environment, is_removal, at, origin, restored, batch, sealing_key, key_version, nonce, sealed
    """

  let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func position() throws -> SealedCopyPosition? {
    let row = try Row.fetchOne(database, sql: "SELECT database, sequence, generation, at FROM copy")
    guard let row, let name = row.value(0, as: String.self) else { return nil }
    return SealedCopyPosition(
      database: name, sequence: row.value(1, as: Int64.self) ?? 0, generation: row.value(2, as: Int64.self) ?? 0,
      at: Timestamp(microseconds: row.value(3, as: Int64.self) ?? 0))
  }

  func keep(_ rows: [SealedRow]) throws {
    for row in rows { try insert(row) }
    for key in Set(rows.map(\.key)) { try markCurrent(key) }
  }

  private func insert(_ row: SealedRow) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO shared (\(Self.columns), is_current) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """
    ).execute(arguments: [
      row.sequence, row.key.name, SharedSQL.column(row.key.environment), row.isRemoval, row.at.microseconds, row.origin,
      row.restored, row.batch, row.sealed.seal.keyName, row.sealed.seal.keyVersion,
      row.sealed.seal.nonce.databaseBlob, row.sealed.bytes.databaseBlob,
    ])
  }

  private func markCurrent(_ key: SharedKey) throws {
    let place: StatementArguments = [key.name, SharedSQL.column(key.environment)]
    let last = "SELECT max(seq) FROM shared WHERE key = ? AND environment = ?"
    try database.cachedStatement(
      sql: "UPDATE shared SET is_current = (NOT is_removal AND seq = (\(last))) WHERE key = ? AND environment = ?"
    ).execute(arguments: place + place)
  }

  func rows(_ condition: Condition, order: String, limit: Int) throws -> [SealedRow] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT \(Self.columns) FROM shared \(condition.clause) ORDER BY \(order) LIMIT ?",
      arguments: condition.arguments + [limit])
    return rows.compactMap(Self.row)
  }

  func page(_ query: SharedQuery) throws -> SealedPage {
    let condition = SharedSQL.condition(query)
    let total = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM shared \(condition.clause)", arguments: condition.arguments)
    let rows = try Row.fetchAll(
      database, sql: "SELECT \(Self.columns) FROM shared \(condition.clause) ORDER BY key LIMIT ? OFFSET ?",
      arguments: condition.arguments + [query.limit, query.offset])
    return SealedPage(total: total ?? 0, rows: rows.compactMap(Self.row))
  }

  private static func row(_ row: Row) -> SealedRow? {
    guard let sequence = row.value(0, as: Int64.self), let name = row.value(1, as: String.self),
      let environment = row.value(2, as: String.self), let isRemoval = row.value(3, as: Bool.self),
      let at = row.value(4, as: Int64.self), let origin = row.value(5, as: Int64.self),
      let keyName = row.value(8, as: String.self), let version = row.value(9, as: Int.self), let nonce = row.blob(10),
      let bytes = row.blob(11)
    else { return nil }
    let seal = Ciphertext.Seal(keyName: keyName, keyVersion: version, nonce: nonce)
    return SealedRow(
      sequence: sequence, key: SharedKey(name, in: environment.isEmpty ? nil : environment),
      sealed: SealedBytes(bytes, seal: seal), isRemoval: isRemoval, at: Timestamp(microseconds: at), origin: origin,
      restored: row.value(6, as: Int64.self), batch: row.value(7, as: Int64.self))
  }
}
