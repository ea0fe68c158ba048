internal import GRDB
import ParleyEngine

/// The table of cookies, within one transaction. What stands in clear says which cookie it is; its value and all else is sealed.
struct CookieTable {
  let database: Database
  let sealer: any Sealer

  init(_ database: Database, sealer: any Sealer) {
    self.database = database
    self.sealer = sealer
  }

  /// By environment. One that does not open is left out: the others are worth having.
  func all() throws -> [ExactString: [Cookie]] {
    let rows = try Row.fetchAll(database, sql: "SELECT environment, domain, path, name, key, content FROM cookie")
    return rows.reduce(into: [:]) { found, row in
      guard let environment = row.value(0, as: String.self), let cookie = try? cookie(row, in: environment) else {
        return
      }
      found[environment, default: []].append(cookie)
    }
  }

  func apply(_ changes: StoredJar.Changes, to environment: String) throws {
    if changes.replacesAll {
      try database.execute(sql: "DELETE FROM cookie WHERE environment = ?", arguments: [environment])
    }
    for id in changes.removed {
      try database.cachedStatement(
        sql: "DELETE FROM cookie WHERE environment = ? AND domain = ? AND path = ? AND name = ?"
      ).execute(arguments: [environment, id.domain, id.path, id.name])
    }
    for cookie in changes.set { try set(cookie, in: environment) }
  }

  private func set(_ cookie: Cookie, in environment: String) throws {
    let sealed = try sealer.seal(cookie.record, at: .cookie(cookie.id, in: environment))
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO cookie (environment, domain, path, name, key, content) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [environment, cookie.domain, cookie.path, cookie.name, sealer.keyName, sealed.databaseBlob])
  }

  func cookie(_ row: Row, in environment: String) throws(RepositoryError) -> Cookie {
    guard let domain = row.value(1, as: String.self), let path = row.value(2, as: String.self),
      let name = row.value(3, as: String.self), let sealed = row.blob(5)
    else { throw RecordReader.damage }
    let id = Cookie.ID(name: name, domain: domain, path: path)
    return try Cookie(id, record: try sealer.open(sealed, at: .cookie(id, in: environment)))
  }
}

extension SealedPlace {
  fileprivate static func cookie(_ id: Cookie.ID, in environment: String) -> SealedPlace {
    SealedPlace(
      table: "cookie", row: [environment, id.domain, id.path, id.name].joined(separator: "\0"), column: "content")
  }
}

extension Cookie {
  fileprivate var record: [UInt8] {
    var writer = RecordWriter(capacity: value.utf8.count + 48)
    writer.write(value)
    writer.write(isHostOnly)
    writer.write(expires != nil)
    writer.write(Int(expires?.microseconds ?? 0))
    writer.write(isSecure)
    writer.write(isHTTPOnly)
    writer.write(sameSite?.rawValue)
    writer.write(Int(createdAt.microseconds))
    // Read where they are there, so that older records stay as they are.
    if isLatin1 || login != nil { writer.write(isLatin1) }
    if let login { writer.write(login) }
    return writer.bytes
  }

  fileprivate init(_ id: ID, record: [UInt8]) throws(RepositoryError) {
    var reader = RecordReader(record)
    let (value, isHostOnly) = (try reader.text(), try reader.flag())
    let (ends, end) = (try reader.flag(), Timestamp(microseconds: Int64(try reader.int())))
    self.init(
      id.name, value, domain: id.domain, isHostOnly: isHostOnly, path: id.path, expires: ends ? end : nil,
      isSecure: try reader.flag(), isHTTPOnly: try reader.flag(),
      sameSite: try reader.optionalText().flatMap(SameSite.init),
      createdAt: Timestamp(microseconds: Int64(try reader.int())))
    isLatin1 = reader.isAtEnd ? false : try reader.flag()
    login = reader.isAtEnd ? nil : try reader.text()
  }
}
