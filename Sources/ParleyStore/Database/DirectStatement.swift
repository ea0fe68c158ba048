internal import GRDB
internal import GRDBSQLite

/// A statement that writes, with values that go straight to SQLite. The arguments of GRDB are a list of boxes that is made, kept and
/// taken apart for every row, which cost more than the row.
struct DirectStatement {
  /// Keeps it prepared.
  private let prepared: Statement
  private let statement: SQLiteStatement
  private let database: Database
  private let room: ValueRoom

  /// - Parameter rows: how many rows it writes at once.
  init(_ sql: String, rows: Int = 1, in database: Database) throws {
    prepared = try database.cachedStatement(sql: sql)
    statement = prepared.sqliteStatement
    self.database = database
    room = ValueRoom(rows: rows)
  }

  /// - Parameter bind: gives each of the statement's places its value, from the first to the last.
  func run(_ bind: (inout StatementValues) throws -> Void) throws {
    // Nothing may refer to the room when that holds other values, or is gone.
    defer { sqlite3_clear_bindings(statement) }
    var values = StatementValues(of: statement, in: room)
    try bind(&values)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
  }
}

/// The values of a statement, on their way into it.
struct StatementValues {
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let statement: SQLiteStatement
  private let room: ValueRoom
  private var used = 0
  private var place: CInt = 0

  fileprivate init(of statement: SQLiteStatement, in room: ValueRoom) {
    (self.statement, self.room) = (statement, room)
  }

  mutating func add(_ text: String?) throws {
    guard var text else { return addNull() }
    try text.withUTF8 { utf8 in
      try keeping(UnsafeRawBufferPointer(utf8)) { statement, place, start, count, destructor in
        sqlite3_bind_text(statement, place, start.assumingMemoryBound(to: CChar.self), count, destructor)
      }
    }
  }

  mutating func add(_ number: Int64?) throws {
    guard let number else { return addNull() }
    place += 1
    try check(sqlite3_bind_int64(statement, place, number))
  }

  mutating func add(_ number: Int?) throws {
    try add(number.map { Int64($0) })
  }

  /// No bytes at all are a blob too.
  mutating func add(_ bytes: [UInt8]?) throws {
    guard let bytes else { return addNull() }
    try bytes.withUnsafeBytes { try keeping($0, sqlite3_bind_blob) }
  }

  /// A place without a value is NULL.
  private mutating func addNull() {
    place += 1
  }

  private typealias Binding = (
    SQLiteStatement?, CInt, UnsafeRawPointer, CInt, sqlite3_destructor_type?
  ) -> CInt

  /// In the room; what does not fit there SQLite copies.
  private mutating func keeping(_ value: UnsafeRawBufferPointer, _ bind: Binding) throws {
    place += 1
    if let start = room.keep(value, at: used) {
      used += value.count
      return try check(bind(statement, place, start, CInt(value.count), nil))
    }
    guard let start = value.baseAddress else { return }
    try check(bind(statement, place, start, CInt(value.count), Self.copied))
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

/// Room for the values of a statement until that is carried out, so that SQLite need not ask for some for each of them.
private final class ValueRoom {
  private let bytes: UnsafeMutableRawBufferPointer

  init(rows: Int) {
    bytes = .allocate(byteCount: rows << 10, alignment: 1)
  }

  deinit { bytes.deallocate() }

  /// - Returns: the place it has now; nil where there is no room for it.
  func keep(_ value: UnsafeRawBufferPointer, at offset: Int) -> UnsafeRawPointer? {
    guard value.count <= bytes.count - offset, let start = bytes.baseAddress else { return nil }
    if let source = value.baseAddress { (start + offset).copyMemory(from: source, byteCount: value.count) }
    return UnsafeRawPointer(start + offset)
  }
}
