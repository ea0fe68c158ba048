internal import GRDB
internal import GRDBSQLite

/// Inserts rows, one after the other, with values that go straight to SQLite. The arguments of GRDB are a list of boxes that is made,
/// kept and taken apart for every row, which cost more than the row.
struct RowInsertion {
  private let statement: Statement

  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    // From here on it expects no arguments.
    statement.setUncheckedArguments([])
  }

  /// - Parameter bind: gives each of the statement's places its value, from the first to the last.
  func insert(_ bind: (inout RowValues) throws -> Void) throws {
    sqlite3_reset(statement.sqliteStatement)
    var values = RowValues(of: statement.sqliteStatement)
    try bind(&values)
    try statement.execute()
  }
}

/// The values of a row, on their way into a statement. SQLite takes a copy of each.
struct RowValues {
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let statement: SQLiteStatement
  private var place: CInt = 0

  fileprivate init(of statement: SQLiteStatement) {
    self.statement = statement
  }

  mutating func add(_ text: String?) throws {
    guard var text else { return try addNull() }
    let place = nextPlace()
    try check(
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, place, $0.baseAddress, CInt($0.count), Self.copied)
        }
      })
  }

  mutating func add(_ number: Int64?) throws {
    guard let number else { return try addNull() }
    try check(sqlite3_bind_int64(statement, nextPlace(), number))
  }

  mutating func add(_ number: Int?) throws {
    try add(number.map { Int64($0) })
  }

  /// No bytes at all are a blob too.
  mutating func add(_ bytes: [UInt8]?) throws {
    guard let bytes else { return try addNull() }
    let place = nextPlace()
    try check(
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, place, 0)
        : bytes.withUnsafeBytes { sqlite3_bind_blob(statement, place, $0.baseAddress, CInt($0.count), Self.copied) })
  }

  private mutating func addNull() throws {
    try check(sqlite3_bind_null(statement, nextPlace()))
  }

  private mutating func nextPlace() -> CInt {
    place += 1
    return place
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
