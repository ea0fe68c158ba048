internal import GRDB
import ParleyEngine

/// Reads every row of a table as its readers do, and says which cannot be read. What is sealed is unsealed.
struct RowInspection: Sendable {
  struct Result: Sendable {
    /// How many were read.
    var rows = 0
    /// Rows that cannot be read, by their keys.
    var unreadable: [[DatabaseValue]] = []
    /// Bodies that are not there, or not as large as they were.
    var missingBodies = 0
  }

  let table: String
  private let key: [String]
  private let columns: String
  /// - Returns: how many bodies are missing.
  private let read: @Sendable (Row, Database) throws -> Int

  private init(
    _ table: StoreTable, key: String..., columns: String, read: @escaping @Sendable (Row, Database) throws -> Int
  ) {
    (self.table, self.key, self.columns, self.read) = (table.rawValue, key, columns, read)
  }

  func run(in database: Database) throws -> Result {
    var result = Result()
    let sql = "SELECT \(columns), \(key.joined(separator: ", ")) FROM \(table)"
    let rows = try Row.fetchCursor(database, sql: sql)
    while let row = try rows.next() {
      result.rows += 1
      do {
        result.missingBodies += try read(row, database)
      } catch let error as DatabaseError {
        throw error
      } catch {
        result.unreadable.append((row.count - key.count..<row.count).map { row[$0] as DatabaseValue })
      }
    }
    return result
  }

  /// - Returns: how many rows went.
  func removeUnreadable(in database: Database) throws -> Int {
    let unreadable = try run(in: database).unreadable
    let condition = key.map { "\($0) = ?" }.joined(separator: " AND ")
    for values in unreadable {
      try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: StatementArguments(values))
    }
    return unreadable.count
  }

  static func all(of schema: DatabaseSchema, _ bodies: BodyFolder, _ sealer: any Sealer) -> [RowInspection] {
    schema.hasBodies
      ? [exchanges(bodies, sealer), events, runs, nodes(sealer), begunNodes, cache(bodies, sealer)]
      : [drafts(sealer), shared(sealer), sharedSnapshots, cookies(sealer), cipherKeys]
  }
}

// `data.sqlite`
extension RowInspection {
  private static func drafts(_ sealer: any Sealer) -> RowInspection {
    RowInspection(.draft, key: "request", columns: "request, saved, content, key") { row, _ in
      _ = try Draft(row, sealer: sealer)
      return 0
    }
  }

  private static func shared(_ sealer: any Sealer) -> RowInspection {
    RowInspection(.shared, key: "seq", columns: SharedSQL.columns) { row, _ in
      _ = try SharedTableRow(sealer: sealer).record(row).content?.kept.get()
      return 0
    }
  }

  private static var sharedSnapshots: RowInspection {
    RowInspection(.sharedSnapshot, key: "environment", "name", columns: SnapshotTable.columns) { row, _ in
      _ = try SnapshotTable.snapshot(row)
      return 0
    }
  }

  private static func cookies(_ sealer: any Sealer) -> RowInspection {
    let columns = "environment, domain, path, name, key, content"
    return RowInspection(.cookie, key: "environment", "domain", "path", "name", columns: columns) { row, database in
      guard let environment = row.value(0, as: String.self) else { throw RecordReader.damage }
      _ = try CookieTable(database, sealer: sealer).cookie(row, in: environment)
      return 0
    }
  }

  private static var cipherKeys: RowInspection {
    RowInspection(.cipherKey, key: "name", columns: "name") { row, database in
      guard let name = row.value(0, as: String.self) else { throw RecordReader.damage }
      _ = try CipherKeys.fetch(name, database)
      return 0
    }
  }
}

// `log.sqlite`
extension RowInspection {
  private static func exchanges(_ bodies: BodyFolder, _ sealer: any Sealer) -> RowInspection {
    RowInspection(.exchange, key: "seq", columns: ExchangeTable.wholeColumns) { row, _ in
      let kept = try KeptExchange(row, bodies: bodies, sealer: sealer)
      return [kept.requestBody, kept.exchange.response?.body].count { $0.map(isMissing) ?? false }
    }
  }

  private static func isMissing(_ body: any ByteSource) -> Bool {
    guard let kept = body as? KeptBody else { return false }
    do throws(RepositoryError) { try kept.check() } catch { return true }
    return false
  }

  private static var events: RowInspection {
    RowInspection(.event, key: "seq", columns: "content") { row, _ in
      _ = try EventRecord.read(row.blob(0) ?? [])
      return 0
    }
  }

  private static var runs: RowInspection {
    RowInspection(.run, key: "seq", columns: "state, outline") { row, _ in
      guard row.value(0, as: String.self).flatMap(RunRecording.State.init) != nil else { throw RecordReader.damage }
      _ = try row.blob(1).map(OutlineContent.read)
      return 0
    }
  }

  private static func nodes(_ sealer: any Sealer) -> RowInspection {
    let columns = "path, key, content, (SELECT id FROM run WHERE seq = run_node.run)"
    return RowInspection(.runNode, key: "run", "path", columns: columns) { row, _ in
      guard let run = row.value(3, as: String.self) else { throw RecordReader.damage }
      _ = try RunTable.node(row, of: run, sealer: sealer)
      return 0
    }
  }

  private static var begunNodes: RowInspection {
    RowInspection(.runBegun, key: "seq", columns: "content") { row, _ in
      _ = try BegunNodes.read(row.blob(0) ?? [])
      return 0
    }
  }

  private static func cache(_ bodies: BodyFolder, _ sealer: any Sealer) -> RowInspection {
    RowInspection(.cache, key: "id", columns: CacheTable.wholeColumns) { row, _ in
      // Without its body an entry is of no use.
      _ = try CacheContent.entry(CacheTable.Whole(row), bodies: bodies, sealer: sealer)
      return 0
    }
  }
}
