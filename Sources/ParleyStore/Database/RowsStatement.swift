internal import GRDB

/// A statement that writes several rows at once: most of what SQLite does for a row it does once for such a statement.
///
/// It says `OR FAIL`: one that fails takes its transaction with it, which undoes the rows; so the statement itself prepares for no way back.
struct RowsStatement: Sendable {
  private let blocks: [(rows: Int, sql: String)]

  /// - Parameters:
  ///   - count: the number of values of a row.
  ///   - sql: the statement for these rows of values.
  init(ofValues count: Int, _ sql: (_ rows: String) -> String) {
    let row = "(\(Array(repeating: "?", count: count).joined(separator: ",")))"
    blocks = [16, 4, 1].map { ($0, sql(Array(repeating: row, count: $0).joined(separator: ","))) }
  }

  /// - Parameter add: gives a row its values.
  func run<Row>(
    _ rows: [Row], in database: Database, _ add: (Row, inout StatementValues) throws -> Void
  ) throws {
    var rest = rows[...]
    for block in blocks where rest.count >= block.rows {
      let statement = try DirectStatement(block.sql, rows: block.rows, in: database)
      while rest.count >= block.rows {
        try statement.run { values in
          for row in rest.prefix(block.rows) { try add(row, &values) }
        }
        rest = rest.dropFirst(block.rows)
      }
    }
  }
}
