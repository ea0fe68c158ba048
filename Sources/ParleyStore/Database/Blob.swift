internal import FoundationEssentials
internal import GRDB

// Bytes as SQLite's blobs: GRDB speaks Foundation's `Data`, the store `[UInt8]`.

extension [UInt8] {
  var databaseBlob: DatabaseValue { Data(self).databaseValue }

  /// The blob that a query finds, if it finds one.
  static func fetch(_ database: Database, _ sql: String, _ arguments: StatementArguments) throws -> [UInt8]? {
    try Row.fetchOne(database, sql: sql, arguments: arguments)?.bytes(0)
  }
}

extension Row {
  /// The value in a column; nil where it is NULL or something else, as it may be in a damaged file.
  func value<Value: DatabaseValueConvertible>(_ column: Int, as type: Value.Type) -> Value? {
    Value.fromDatabaseValue(self[column] as DatabaseValue)
  }

  /// The blob in a column; nil where there is none, or something else.
  func blob(_ column: Int) -> [UInt8]? {
    value(column, as: Data.self).map(Array.init)
  }

  /// The blob in a column; nil where it is NULL.
  func bytes(_ column: Int) -> [UInt8]? {
    (self[column] as Data?).map(Array.init)
  }
}
