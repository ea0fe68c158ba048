internal import GRDB
import ParleyEngine
internal import ParleyModel

extension ExchangeTable {
  private static let insertion = RowsStatement(ofValues: 20) { rows in
    """
    INSERT OR FAIL INTO exchange (id, name, call_id, environment, started, duration, method, url, status, error, size, key,
      request_file, response_file, content, request_body, response_body, route, group_id, served)
    VALUES \(rows)
    """
  }

  /// Adds exchanges, in a transaction of the caller's; at least one.
  /// - Returns: their numbers. Within a transaction they follow one another.
  static func insert(_ records: [ExchangeRecord], in database: Database) throws -> ClosedRange<Int64> {
    try insertion.run(records, in: database, add)
    let last = database.lastInsertedRowID
    return last - Int64(records.count) + 1...last
  }

  private static func add(_ record: ExchangeRecord, to values: inout StatementValues) throws {
    try values.add(record.id.rawValue)
    try values.add(record.name)
    try values.add(record.callID)
    try values.add(record.environment)
    try values.add(record.startedAt.microseconds)
    try values.add(record.summary.duration?.inMicroseconds)
    try values.add(record.method)
    try values.add(record.url)
    try values.add(record.summary.status)
    try values.add(record.summary.errorCode)
    try values.add(record.size)
    try values.add(record.key)
    try values.add(record.requestFile?.keptName)
    try values.add(record.responseFile?.keptName)
    try values.add(record.content)
    try values.add(record.requestBody)
    try values.add(record.responseBody)
    try values.add(record.route)
    try values.add(record.groupID)
    try values.add(record.served?.rawValue)
  }
}
