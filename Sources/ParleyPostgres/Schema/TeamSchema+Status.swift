import ParleyTeam

extension TeamSchema {
  /// Nil where it is not there, or not to be seen by this role.
  func version(by connection: PostgresConnection) throws -> Int? {
    guard try isVisible(by: connection) == true else { return nil }
    return try connection.run(sql("SELECT version FROM @schema@.about")).number(0, 0).map { Int($0) }
  }

  /// Whether this role may see the version; nil where there is no schema.
  private func isVisible(by connection: PostgresConnection) throws -> Bool? {
    let found = try connection.run(
      sql(
        """
        SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
        FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
        WHERE n.nspname = '@schema' AND c.relname = 'about'
        """))
    return found.count == 1 ? found.flag(0, 0) : nil
  }

  func status(by connection: PostgresConnection, _ settings: ConnectionSettings) throws -> TeamStatus {
    var status = TeamStatus()
    status.place = settings.place
    status.server = "PostgreSQL \(connection.parameter("server_version") ?? "")"
    status.role = try connection.run("SELECT current_user::text").text(0, 0) ?? ""
    status.protection = connection.protection(by: settings)
    status.programVersion = Self.version
    status.oldestUsableVersion = Self.oldestUsableVersion
    status.memberRole = memberRole
    status.isSetUp = try isVisible(by: connection) != nil
    status.version = try version(by: connection)
    guard let version = status.version, (Self.oldestUsableVersion...Self.version).contains(version) else {
      return status
    }
    status.hasSnapshots = version >= Self.versionWithSnapshots
    status.isMember = try isMember(by: connection)
    status.content = try content(by: connection)
    return status
  }

  private func isMember(by connection: PostgresConnection) throws -> Bool {
    try connection.run(
      sql(
        """
        SELECT bool_and(has_function_privilege(p.oid, 'EXECUTE'))
        FROM pg_proc p JOIN pg_namespace n ON p.pronamespace = n.oid WHERE n.nspname = '@schema'
        """)
    ).flag(0, 0) ?? false
  }

  private func content(by connection: PostgresConnection) throws -> TeamStatus.Content {
    let row = try connection.run(
      sql(
        """
        SELECT (SELECT count(*) FROM @schema@.shared WHERE is_current), (SELECT count(*) FROM @schema@.shared),
          (SELECT count(*) FROM @schema@.run),
          (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
            JOIN pg_namespace n ON c.relnamespace = n.oid WHERE n.nspname = '@schema' AND c.relkind = 'r')
        """))
    return TeamStatus.Content(
      keys: Int(row.number(0, 0) ?? 0), changes: Int(row.number(0, 1) ?? 0), runs: Int(row.number(0, 2) ?? 0),
      size: row.number(0, 3) ?? 0)
  }
}

extension PostgresConnection {
  fileprivate func protection(by settings: ConnectionSettings) -> String {
    guard let name = protocolOfTLS else { return "not encrypted" }
    return settings.values["sslmode"] == "verify-full" ? "\(name), verified" : "\(name), not verified"
  }
}
