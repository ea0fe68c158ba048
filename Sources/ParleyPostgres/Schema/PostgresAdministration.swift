import Dispatch
package import ParleyEngine
package import ParleyTeam

/// Sets a database up, brings it up to date, and reports its status. Each call has a connection of its own.
package struct PostgresAdministration: TeamAdministration {
  /// One at a time sets a database up.
  private static let turn = "SELECT pg_advisory_xact_lock(7227535371)"

  private let address: TeamAddress
  private let queue = DispatchQueue(label: "parley.team.administration")

  /// For the database at that address.
  package init(_ address: TeamAddress) {
    self.address = address
  }

  package func initialize(members: [String]) async throws(RepositoryError) -> TeamStatus {
    try await administer { connection, schema, settings in
      try connection.transaction {
        try connection.run(Self.turn)
        let version = try schema.version(by: connection)
        try Self.check(version, at: settings.place)
        try connection.runScript(schema.role)
        if version == nil { try connection.runScript(schema.migration(from: 0)) }
        for member in members { try connection.runScript(schema.sql("GRANT @member@ TO \(Self.quoted(member))")) }
      }
      return try schema.status(by: connection, settings)
    }
  }

  package func migrate() async throws(RepositoryError) -> (from: Int, to: Int) {
    try await administer { connection, schema, settings in
      try connection.transaction {
        try connection.run(Self.turn)
        guard let version = try schema.version(by: connection) else {
          throw RepositoryError.notSetUp(at: settings.place)
        }
        if version > TeamSchema.version { throw RepositoryError.newerSchema(version, at: settings.place) }
        if version < TeamSchema.version { try connection.runScript(schema.migration(from: version)) }
        return (version, TeamSchema.version)
      }
    }
  }

  package func status() async throws(RepositoryError) -> TeamStatus {
    try await administer { connection, schema, settings in try schema.status(by: connection, settings) }
  }

  /// Throws unless the schema has this program's version, or there is none yet. A migration would lock older programs
  /// out: it is asked for by its name.
  private static func check(_ version: Int?, at place: String) throws(RepositoryError) {
    guard let version, version != TeamSchema.version else { return }
    if version > TeamSchema.version { throw .newerSchema(version, at: place) }
    throw .unmigrated(version, at: place)
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  private func administer<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection, TeamSchema, ConnectionSettings) throws -> Value
  ) async throws(RepositoryError) -> Value {
    let (settings, schema) = (try ConnectionSettings(address), try TeamSchema(address.schema))
    let result = await queue.result {
      try work(try PreparedConnection(administering: settings).connection, schema, settings)
    }
    do {
      return try result.get()
    } catch let failure as PostgresFailure {
      throw failure.explained(at: settings.place)
    } catch {
      throw RepositoryError(other: error, at: settings.place)
    }
  }
}
