internal import GRDB
package import ParleyEngine
import ParleyModel

extension History {
  /// How many exchanges have a body that a search for words leaves out, for it is larger than `BodyLimits.row`; none for a search
  /// without words. Only exchanges count that the rest of the filter lets through.
  package func unsearched(by filter: HistoryFilter) async throws(RepositoryError) -> Int {
    guard !filter.texts.isEmpty else { return 0 }
    let condition = filter.condition
    return try await access.opened().log.read { database in
      var large = Set<ExchangeID>()
      for body in [ExchangeTable.Column.requestFile, .responseFile] {
        // By the index of those with a file, which are few however long the history is.
        let clause = (condition + Condition("\(body.name) IS NOT NULL", [])).clause
        let sql =
          "SELECT \(ExchangeTable.entryColumns) FROM exchange INDEXED BY exchange_\(body.name) \(clause)"
        let entries = try Row.fetchAll(database, sql: sql, arguments: condition.arguments).map { HistoryEntry($0) }
        large.formUnion(entries.filter { filter.accepts?($0) ?? true }.map(\.id))
      }
      return large.count
    }
  }
}
