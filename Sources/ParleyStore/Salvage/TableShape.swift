internal import GRDB

/// A table as its rows can be told by: how many values they have, and of which kinds.
struct TableShape {
  private struct Column {
    let name: String
    let type: String
    let mayBeNull: Bool

    func fits(_ value: DatabaseValue) -> Bool {
      switch value.storage {
      case .null: mayBeNull
      case .int64: type == "INTEGER"
      case .double: false
      case .string: type == "TEXT"
      case .blob: type == "BLOB"
      }
    }
  }

  let name: String
  private let columns: [Column]
  /// The column that stands for the row's number, where there is one; in the row it is NULL.
  private let rowID: Int?
  private let hasRowIDs: Bool

  /// The strict tables of a database, which are the store's own.
  static func all(in database: Database) throws -> [TableShape] {
    let tables = try Row.fetchAll(
      database, sql: "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 1")
    return try tables.map { try TableShape($0[0], hasRowIDs: !($0[1] as Bool), in: database) }
  }

  private init(_ name: String, hasRowIDs: Bool, in database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
    let keys = rows.indices.filter { rows[$0][3] as Int > 0 }
    (self.name, self.hasRowIDs) = (name, hasRowIDs)
    rowID = hasRowIDs && keys.count == 1 && rows[keys[0]][1] as String == "INTEGER" ? keys[0] : nil
    let alias = rowID
    columns = rows.enumerated().map { place, row in
      Column(name: row[0], type: row[1], mayBeNull: place == alias || !(row[2] as Bool))
    }
  }

  /// The row as one of this table, if it can be: columns that were added later may be missing.
  func values(of row: PageRows.Row) -> [DatabaseValue]? {
    guard hasRowIDs == (row.rowID != nil), row.values.count <= columns.count,
      zip(columns, row.values).allSatisfy({ $0.fits($1) }),
      columns[row.values.count...].allSatisfy(\.mayBeNull)
    else { return nil }
    var values = row.values + Array(repeating: .null, count: columns.count - row.values.count)
    if let rowID { values[rowID] = row.rowID.databaseValue }
    return values
  }

  /// Leaves alone what is there already.
  var insertion: String {
    let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT OR IGNORE INTO \"\(name)\" (\(names)) VALUES (\(marks))"
  }
}
