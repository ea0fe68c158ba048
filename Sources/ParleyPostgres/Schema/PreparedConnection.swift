import ParleyEngine

/// A connection to a database that has our schema in a version that we know.
struct PreparedConnection {
  let connection: PostgresConnection

  /// The settings of each connection. Without these a server that hangs, or one that was set up otherwise, would be
  /// waited for.
  private static let settings = """
    SET default_transaction_isolation = 'read committed'; SET search_path = pg_catalog;
    SET statement_timeout = '\(PostgresConnection.longestStatement)'; SET lock_timeout = '6s'; SET idle_in_transaction_session_timeout = '20s'
    """

  /// - Throws: `RepositoryError` for a schema that is older or newer; otherwise `PostgresFailure`.
  init(_ settings: ConnectionSettings, _ schema: TeamSchema) throws {
    connection = try PostgresConnection(settings)
    try connection.runScript(Self.settings)
    let found = try connection.run(schema.sql("SELECT version FROM @schema@.about"))
    let version = found.count == 0 ? 0 : found.number(0, 0).map { Int($0) } ?? 0
    if version > TeamSchema.version { throw RepositoryError.newerSchema(version, at: settings.place) }
    if version < TeamSchema.oldestUsableVersion { throw RepositoryError.olderSchema(version, at: settings.place) }
  }

  /// For whoever looks after the schema: without a look at its version.
  init(administering settings: ConnectionSettings) throws {
    connection = try PostgresConnection(settings)
    try connection.runScript("SET default_transaction_isolation = 'read committed'; SET search_path = pg_catalog")
  }
}

extension PostgresConnection {
  /// In milliseconds.
  fileprivate static let longestStatement = 8000
  private static let batchOfCommonSize = 1000

  /// Gives a statement on so many rows the time that it may take: a millisecond each.
  func patiently<Value>(_ rows: Int, _ body: () throws(PostgresFailure) -> Value) throws(PostgresFailure) -> Value {
    guard rows > Self.batchOfCommonSize else { return try body() }
    try runScript("SET statement_timeout = '\(Self.longestStatement + rows)'")
    // Where a transaction has failed, its end takes the setting back.
    defer { try? runScript("SET statement_timeout = '\(Self.longestStatement)'") }
    return try body()
  }

  /// All of it or nothing.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try runScript("BEGIN")
    do {
      let value = try body()
      try runScript("COMMIT")
      return value
    } catch {
      // Where it does not arrive, the server does it by itself.
      try? runScript("ROLLBACK")
      throw error
    }
  }
}
