internal import GRDB
import ParleyEngine

extension SharedTable {
  /// A row that cannot be read is left out: the others are worth seeing.
  func list(_ query: SharedQuery) throws -> SharedRecordPage {
    let condition = SharedSQL.condition(query)
    let total = query.isCounted ? try count(condition) : 0
    guard query.limit > 0 else { return SharedRecordPage(total: total, records: []) }
    let order = SharedSQL.order(query.sort)
    let window = "SELECT seq FROM shared \(condition.clause) ORDER BY \(order) LIMIT ? OFFSET ?"
    let found = try Row.fetchAll(
      database, sql: "SELECT \(SharedSQL.columns) FROM shared WHERE seq IN (\(window)) ORDER BY \(order)",
      arguments: condition.arguments + [query.limit, query.offset])
    return SharedRecordPage(total: total, records: found.compactMap { try? rows.record($0) })
  }

  private func count(_ condition: Condition) throws -> Int {
    let sql = "SELECT count(*) FROM shared \(condition.clause)"
    return try Int.fetchOne(database, sql: sql, arguments: condition.arguments) ?? 0
  }

  func keys(_ query: SharedQuery) throws -> [SharedKey] {
    let condition = SharedSQL.condition(query)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT key, environment FROM shared \(condition.clause) ORDER BY key",
      arguments: condition.arguments)
    var keys: [SharedKey] = []
    while let row = try rows.next() {
      guard let name = row.value(0, as: String.self), let place = row.value(1, as: String.self) else { continue }
      keys.append(SharedKey(name, in: place.isEmpty ? nil : place))
    }
    return keys
  }

  /// Goes once through the index by name; nothing but counts is held.
  func level(_ query: SharedQuery, limit: Int) throws -> SharedLevel {
    let condition = SharedSQL.condition(query)
    let names = try String.fetchCursor(
      database, sql: "SELECT key FROM shared \(condition.clause) ORDER BY key", arguments: condition.arguments)
    var level = SharedLevel()
    let prefixLength = query.prefix.utf8.count
    while let name = try names.next() { level.add(name, behind: prefixLength, limit: limit) }
    return level
  }
}
