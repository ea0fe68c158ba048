internal import GRDB
import ParleyEngine
internal import ParleyModel

/// The statements that write and read runs and their nodes.
enum RunTable {
  private static let insertion = """
    INSERT OR REPLACE INTO run (id, name, is_concurrent, call_id, environment, started, state, origin_run, origin_step,
      is_fork, owner, outline)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static func insert(
    _ run: RunRecording.Summary, _ outline: [StepOutline], owner: String, in database: Database
  ) throws {
    try database.cachedStatement(sql: insertion).execute(arguments: [
      run.id, run.group, run.isConcurrent, run.callID, run.environment, run.startedAt.microseconds, run.state.rawValue,
      run.origin?.run, run.origin?.from.description, run.origin?.isFork ?? false, owner,
      OutlineContent.write(outline).databaseBlob,
    ])
  }

  static func end(_ run: RunRecording.Summary, in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE run SET started = ?, ended = ?, state = ?, waited = ? WHERE id = ?")
      .execute(arguments: [
        run.startedAt.microseconds, run.endedAt?.microseconds, run.state.rawValue, run.waited?.inMicroseconds, run.id,
      ])
    // By now each of them has a row of its own.
    try database.cachedStatement(sql: "DELETE FROM run_begun WHERE run = (SELECT seq FROM run WHERE id = ?)")
      .execute(arguments: [run.id])
  }

  static func nodes(of run: KeptRun, sealer: any Sealer, in database: Database) throws -> [NodeRecord] {
    let sql = "SELECT path, key, content FROM run_node WHERE run = ?"
    let nodes = try Row.fetchAll(database, sql: sql, arguments: [run.sequence]).map { row in
      try node(row, of: run.id, sealer: sealer)
    }
    let known = Set(nodes.map(\.path))
    return try nodes + begun(in: run, in: database).filter { !known.contains($0.path) }
  }

  private static func begun(in run: KeptRun, in database: Database) throws -> [NodeRecord] {
    try Row.fetchAll(database, sql: "SELECT content FROM run_begun WHERE run = ?", arguments: [run.sequence])
      .flatMap { try BegunNodes.read($0.blob(0) ?? []) }
  }

  /// - Parameter row: path, key and content.
  static func node(_ row: Row, of run: String, sealer: any Sealer) throws(RepositoryError) -> NodeRecord {
    let content = row.blob(2) ?? []
    guard let key = row.value(1, as: String.self) else { return try NodeContent.read(content) }
    guard key == sealer.keyName else {
      throw RepositoryError(.key, "The run is encrypted with the key “\(key)”, which is missing.")
    }
    return try NodeContent.read(sealer.open(content, at: place(of: row.value(0, as: String.self) ?? "", in: run)))
  }

  /// The steps of its group as they were; none for a run that is older than this.
  static func outline(of run: KeptRun, in database: Database) throws -> [StepOutline] {
    let content = try [UInt8].fetch(database, "SELECT outline FROM run WHERE seq = ?", [run.sequence])
    return try content.map(OutlineContent.read) ?? []
  }

  /// The columns a list shows, in the order `KeptRun` reads them.
  static let columns = """
    seq, id, name, is_concurrent, call_id, environment, started, ended, state, origin_run, origin_step, is_fork, pinned,
    imported, waited
    """

  static func place(of path: String, in run: String) -> SealedPlace {
    SealedPlace(table: "run_node", row: "\(run) \(path)", column: "content")
  }
}

extension KeptRun {
  init(_ row: Row) {
    var summary = RunRecording.Summary(
      id: row[1], group: row[2], isConcurrent: row[3], callID: row[4], environment: row[5],
      startedAt: Timestamp(microseconds: row[6]), origin: Self.origin(row))
    summary.endedAt = (row[7] as Int64?).map { Timestamp(microseconds: $0) }
    summary.state = RunRecording.State(rawValue: row[8]) ?? .interrupted
    summary.imported = (row[13] as String?).flatMap { try? JSONValue(parsing: $0).decode(RunRecording.Import.self) }
    summary.waited = (row[14] as Int64?).map { .microseconds($0) }
    self.init(sequence: row[0], summary: summary, isPinned: row[12])
  }

  private static func origin(_ row: Row) -> RunRecording.Origin? {
    guard let run = row[9] as String?, let from = (row[10] as String?).flatMap({ NodePath($0) }) else { return nil }
    return RunRecording.Origin(run: run, from: from, isFork: row[11])
  }
}
