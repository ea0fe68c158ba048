import ParleyEngine
import ParleyTeam

// Snapshots, which an older schema has none of.
extension TeamStatements {
  private func version() throws -> Int {
    Int(try connection.run(schema.sql("SELECT version FROM @schema@.about")).number(0, 0) ?? 0)
  }

  func snapshots(of environment: String?) throws -> [SealedSnapshot] {
    let version = try version()
    guard version >= TeamSchema.versionWithSnapshots else { return [] }
    let movedFrom = version >= TeamSchema.versionWithMovingSnapshots ? "changes_of" : "NULL::text"
    let found = try connection.run(
      schema.sql(
        """
        SELECT name, at, seq, keys, head_key, head_version, head_nonce, head, \(movedFrom) FROM @schema@.snapshot
        WHERE environment = $1 ORDER BY at DESC, name
        """), [.text(environment ?? "")])
    return try (0..<found.count).map { try snapshot(found, $0, of: environment) }
  }

  private func snapshot(_ found: PostgresRows, _ row: Int, of environment: String?) throws -> SealedSnapshot {
    guard let name = found.text(row, 0), let at = found.number(row, 1), let sequence = found.number(row, 2),
      let count = found.number(row, 3), let sealed = found.sealed(row, from: 4)
    else { throw damage }
    let id = SealedSnapshotID(name: name, environment: environment, at: Timestamp(microseconds: at))
    return SealedSnapshot(
      SealedSnapshotHead(id: id, sealed: sealed), count: Int(count), sequence: sequence, movedFrom: found.text(row, 8))
  }

  /// Nobody else writes between counting and keeping.
  func take(_ head: SealedSnapshotHead, of query: SharedQuery) throws -> SealedSnapshot? {
    let version = try version()
    guard version >= TeamSchema.versionWithSnapshots else { throw RepositoryError.noSnapshots(version, at: place) }
    return try connection.transaction {
      try hold()
      let count = try count(TeamCondition(query))
      let (id, seal) = (head.id, head.sealed.seal)
      let made = try connection.run(
        schema.sql("SELECT @schema@.take_snapshot($1, $2, $3, $4, $5, $6, $7, $8)"),
        [
          .text(id.environment ?? ""), .text(id.name), .number(id.at.microseconds), .number(Int64(count)),
          .text(seal.keyName), .number(Int64(seal.keyVersion)), .bytes(seal.nonce), .bytes(head.sealed.bytes),
        ])
      return made.number(0, 0).map { SealedSnapshot(head, count: count, sequence: $0) }
    }
  }

  func remove(_ id: SealedSnapshotID) throws -> Bool {
    guard try version() >= TeamSchema.versionWithSnapshots else { return false }
    return try connection.run(
      schema.sql("SELECT @schema@.remove_snapshot($1, $2, $3)"),
      [.text(id.environment ?? ""), .text(id.name), .number(id.at.microseconds)]
    ).flag(0, 0) ?? false
  }

  /// Nobody else writes between the look at the snapshots and the end.
  func append(all edits: [SealedEdit], moving snapshots: SealedSnapshotMove) throws -> SealedBatch {
    try connection.transaction {
      try hold()
      try check(snapshots)
      let batch = try append(all: edits)
      if case .made = batch { try move(snapshots) }
      return batch
    }
  }

  private func check(_ move: SealedSnapshotMove) throws {
    let known = try snapshots(of: move.environment)
    guard known.allSatisfy({ move.head(of: $0.head.id) != nil }) else {
      throw RepositoryError.snapshotsChanged(of: move.environment, at: place)
    }
    guard !move.heads.isEmpty, case let version = try version(), version < TeamSchema.versionWithMovingSnapshots else {
      return
    }
    throw RepositoryError.noMovingSnapshots(version, of: move.environment, at: place)
  }

  private func move(_ move: SealedSnapshotMove) throws {
    guard !move.heads.isEmpty else { return }
    let ids = move.heads.map(\.id)
    try connection.run(
      schema.sql("SELECT @schema@.move_snapshots($1, $2, $3, $4, $5, $6, $7, $8)"),
      [
        .text(move.environment), .text(move.new), .texts(ids.map(\.name)), .numbers(ids.map(\.at.microseconds)),
      ] + Self.seals(move.heads.map(\.sealed)))
  }

  func rows(_ query: SharedQuery, asOf sequence: Int64) throws -> [SealedRow] {
    var condition = TeamCondition(query, among: "true")
    let last = condition.add(.number(sequence))
    return try rows(
      where: """
        seq IN (
          SELECT max(seq) FROM @schema@.shared WHERE \(condition.text) AND seq <= \(last) GROUP BY key, environment
        ) AND NOT is_removal
        """, condition.parameters, order: "key", limit: .max)
  }
}
