internal import GRDB
import ParleyEngine
internal import ParleyModel

/// The statements that write and read the table of exchanges.
enum ExchangeTable {
  /// The columns a list shows.
  static let entryColumns = list(Column.allCases.prefix { $0.rawValue < Column.requestFile.rawValue })

  /// The columns behind those too, for a whole exchange.
  static let wholeColumns = list(Column.allCases)

  private static func list(_ columns: some Sequence<Column>) -> String { columns.map(\.name).joined(separator: ", ") }
}

extension HistoryEntry {
  init(_ row: Row) {
    self.init(
      ExchangeID(rawValue: row[.id]), sequence: row[.sequence], name: row[.name], callID: row[.callID],
      groupID: row[.groupID], route: row[.route], environment: row[.environment],
      startedAt: Timestamp(microseconds: row[.startedAt]),
      duration: (row[.duration] as Int64?).map { .microseconds($0) }, method: row[.method], url: row[.url],
      status: row[.status], errorCode: row[.error], size: row[.size], isSecret: row[.key] as String? != nil,
      isPinned: row[.isPinned], served: (row[.served] as String?).flatMap(Served.init))
  }
}

extension KeptExchange {
  /// - Parameter row: of `wholeColumns`.
  init(_ row: Row, bodies: BodyFolder, sealer: any Sealer) throws(RepositoryError) {
    let entry = HistoryEntry(row)
    let key = row[.key] as String?
    let files: [ExchangeContent.BodyColumn: String] = [.request: row[.requestFile], .response: row[.responseFile]]
      .compactMapValues(\.self)
    let content = try Self.content(row, of: entry.id, key: key, sealer: sealer)
    let restored = try ExchangeContent.read(
      content,
      ExchangeContent.Columns(
        url: entry.url, method: entry.method, request: row.bytes(.requestBody).map(InMemoryBytes.init),
        response: row.bytes(.responseBody).map(InMemoryBytes.init),
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

  /// The content of its record, in clear.
  static func content(
    _ row: Row, of id: ExchangeID, key: String?, sealer: any Sealer
  ) throws(RepositoryError) -> [UInt8] {
    let stored = row.bytes(.content) ?? []
    guard let key else { return stored }
    guard key == sealer.keyName else {
      throw RepositoryError(.key, "The exchange is encrypted with the key “\(key)”, which is missing.")
    }
    return try sealer.open(stored, at: ExchangeRecord.place(of: id))
  }
}
