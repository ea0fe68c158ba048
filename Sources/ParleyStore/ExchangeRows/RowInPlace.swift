internal import GRDB
internal import GRDBSQLite

/// A row that a statement stands at, of whole exchanges. Its texts and blobs are read where SQLite has them: as `Data` each of them takes
/// as long as looking through it.
struct RowInPlace {
  let row: Row
  private let statement: SQLiteStatement

  init(_ row: Row, of statement: Statement) {
    (self.row, self.statement) = (row, statement.sqliteStatement)
  }

  var key: String? { row[.key] }

  /// Calls with what stands in a column of texts or blobs; with nothing where it is NULL.
  func withBytes<Result, Failure>(
    of column: ExchangeTable.Column, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = CInt(column.rawValue)
    guard let start = sqlite3_column_blob(statement, place) else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place))))
  }
}
