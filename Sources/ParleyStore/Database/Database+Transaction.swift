internal import GRDB

extension Database {
  /// Does something in one transaction, which begins as one that writes. Its statements are prepared once; those of GRDB's own
  /// transactions anew each time, which costs as much as two rows.
  func preparedTransaction<Value>(_ body: () throws -> Value) throws -> Value {
    try cachedStatement(sql: "BEGIN IMMEDIATE").execute()
    do {
      let value = try body()
      try cachedStatement(sql: "COMMIT").execute()
      return value
    } catch {
      // The first error says what happened. Where it undid the transaction already, there is nothing to undo.
      try? rollback()
      throw error
    }
  }
}
