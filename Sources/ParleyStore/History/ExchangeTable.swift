internal import GRDB
import ParleyEngine

/// The statements that write and read the table of exchanges.
enum ExchangeTable {
  private static let insertion = """
    INSERT INTO exchange (id, name, call_id, environment, started, duration, method, url, status, error, size, key,
      request_file, response_file, content, request_body, response_body, route, group_id, served)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static func insert(_ record: ExchangeRecord, in database: Database) throws {
    let statement = try database.cachedStatement(sql: insertion)
    statement.setUncheckedArguments([
      record.id.rawValue, record.name, record.callID, record.environment, record.startedAt.microseconds,
      record.summary.duration?.inMicroseconds, record.method, record.url, record.summary.status,
      record.summary.errorCode, record.response.count, record.key, record.request.file?.keptName,
      record.response.file?.keptName, record.content.databaseBlob, record.plain(record.request),
      record.plain(record.response), record.route, record.groupID, record.served?.rawValue,
    ])
    try statement.execute()
  }

  /// The columns a list shows, in the order `HistoryEntry` reads them.
  static let entryColumns =
    """
    seq, id, name, call_id, started, duration, method, url, status, error, size, key, pinned, environment, route, group_id,
    served
    """

  /// The columns behind those, for a whole exchange.
  static let wholeColumns = "\(entryColumns), request_file, response_file, content, request_body, response_body"
}

extension ExchangeRecord {
  /// In a sealed row the bodies stand in the content.
  fileprivate func plain(_ body: RecordedBody) -> DatabaseValue {
    guard key == nil, let bytes = body.bytesInRow else { return .null }
    return bytes.databaseBlob
  }
}

extension HistoryEntry {
  init(_ row: Row) {
    sequence = row[0]
    id = ExchangeID(rawValue: row[1])
    name = row[2]
    callID = row[3]
    startedAt = Timestamp(microseconds: row[4])
    duration = (row[5] as Int64?).map { .microseconds($0) }
    method = row[6]
    url = row[7]
    status = row[8]
    errorCode = row[9]
    size = row[10]
    isSecret = row[11] as String? != nil
    isPinned = row[12]
    environment = row[13]
    route = row[14]
    groupID = row[15]
    served = (row[16] as String?).flatMap(HistoryEntry.Served.init)
  }
}

extension KeptExchange {
  /// - Parameter row: of `wholeColumns`.
  init(_ row: Row, bodies: BodyFolder, sealer: any Sealer) throws(RepositoryError) {
    let entry = HistoryEntry(row)
    let key = row[11] as String?
    let files: [ExchangeContent.BodyColumn: String] = [.request: row[17], .response: row[18]].compactMapValues(\.self)
    let content = try Self.content(row, of: entry.id, key: key, sealer: sealer)
    let restored = try ExchangeContent.read(
      content,
      ExchangeContent.Columns(
        url: entry.url, method: entry.method, request: row.bytes(20).map(InMemoryBytes.init),
        response: row.bytes(21).map(InMemoryBytes.init),
        file: { column, count in bodies.open(files[column] ?? "", count: count, sealed: key != nil) }))
    self.entry = entry
    exchange = Exchange(
      id: entry.id, name: entry.name, callID: entry.callID, groupID: entry.groupID, route: entry.route,
      environment: entry.environment, startedAt: entry.startedAt, request: restored.request,
      outcome: restored.outcome, failedAttempts: restored.failedAttempts, wire: restored.wire,
      isSecret: entry.isSecret && restored.isSecret, secrets: restored.secrets,
      holdsCookies: restored.holdsCookies, interruption: restored.interruption)
    requestBody = restored.requestBody
  }

  /// What its record says, in clear.
  static func content(
    _ row: Row, of id: ExchangeID, key: String?, sealer: any Sealer
  ) throws(RepositoryError) -> [UInt8] {
    let stored = row.bytes(19) ?? []
    guard let key else { return stored }
    guard key == sealer.keyName else {
      throw RepositoryError(.key, "The exchange is encrypted with the key “\(key)”, which is missing.")
    }
    return try sealer.open(stored, at: ExchangeRecord.place(of: id))
  }
}
