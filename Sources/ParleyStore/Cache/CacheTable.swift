internal import GRDB
import HTTPTypes
import ParleyEngine

/// The statements that write and read the table of the cache.
enum CacheTable {
  /// An old row with the same key gives its number, hits and pin to the new one.
  private static let insertion = """
    INSERT INTO cache (digest, resource, environment, grouping, method, name, url, server, endpoint, codec, model,
      status, size, received, fresh_until, has_validator, used, key, file, content, body, expired, fetches,
      revalidations, edited, type, address, identity, credentials, varying)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET name = excluded.name, url = excluded.url, server = excluded.server,
      endpoint = excluded.endpoint, codec = excluded.codec, model = excluded.model, status = excluded.status,
      size = excluded.size, received = excluded.received, fresh_until = excluded.fresh_until,
      has_validator = excluded.has_validator, used = excluded.used, expired = excluded.expired, key = excluded.key,
      file = excluded.file, content = excluded.content, body = excluded.body,
      fetches = \(fetches) + excluded.fetches, revalidations = \(revalidations) + excluded.revalidations,
      edited = excluded.edited, type = excluded.type, resource = excluded.resource, address = excluded.address,
      identity = excluded.identity, credentials = excluded.credentials, varying = excluded.varying
    """

  /// - Parameter former: the digest of another row that it takes the place of.
  /// - Returns: whether a file has lost its row by it.
  static func insert(_ record: CacheRecord, replacing former: [UInt8]?, in database: Database) throws -> Bool {
    let hasReplaced = try former.map { try takeOver($0, by: record, in: database) } ?? false
    let hasLost = try insert(record, in: database)
    return try dropVariants(of: record, in: database) || hasLost || hasReplaced
  }

  /// - Returns: whether a file has lost its row by it.
  private static func takeOver(_ former: [UInt8], by record: CacheRecord, in database: Database) throws -> Bool {
    guard former != record.digest else { return false }
    let digests: StatementArguments = [record.digest.databaseBlob, former.databaseBlob]
    try database.execute(sql: "UPDATE OR IGNORE cache SET digest = ? WHERE digest = ?", arguments: digests)
    return try remove(Condition("digest = ?", [former.databaseBlob]), in: database).hadFiles
  }

  /// - Returns: whether a file has lost its row by it.
  private static func dropVariants(of record: CacheRecord, in database: Database) throws -> Bool {
    guard let address = record.address?.databaseBlob, !record.entry.variant.isEmpty else { return false }
    let identity = record.entry.key.identity.digest
    return try remove(
      Condition(
        """
        pinned = 0 AND id IN (
          SELECT id FROM cache WHERE address = ? AND identity = ? ORDER BY received DESC, id DESC LIMIT -1 OFFSET ?)
        """, [address, identity, CachedVariants.most]), in: database
    ).hadFiles
  }

  private static func insert(_ record: CacheRecord, in database: Database) throws -> Bool {
    let old = try String.fetchOne(
      database, sql: "SELECT file FROM cache WHERE digest = ?", arguments: [record.digest.databaseBlob])
    let (entry, label) = (record.entry, record.entry.label)
    let statement = try database.cachedStatement(sql: insertion)
    statement.setUncheckedArguments([
      record.digest.databaseBlob, record.resource.databaseBlob, entry.key.environment, entry.key.group,
      entry.key.method, label.name, label.url, label.server, label.endpoint, label.codec,
      label.model.map { JSONPrinter.compact.string(of: entry.isSecret ? .string(Secrets.mask) : $0) },
      entry.head.status.code,
      entry.body.count, entry.receivedAt.microseconds, entry.freshUntil?.microseconds, entry.hasValidator,
      entry.receivedAt.microseconds, record.key, record.body.file?.keptName, record.content.databaseBlob,
      record.plainBody, entry.isExpired, entry.isByHand || entry.isRevalidated ? 0 : 1, entry.isRevalidated ? 1 : 0,
      entry.isByHand, entry.mediaType, record.address?.databaseBlob, record.identity, label.credentials,
      label.varying,
    ])
    try statement.execute()
    return old != nil && old != record.body.file?.keptName
  }

  static func count(_ uses: CacheUses.Count, of digest: [UInt8], in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE cache SET hits = hits + ?, used = max(used, ?) WHERE digest = ?")
      .execute(arguments: [uses.hits, uses.last.microseconds, digest.databaseBlob])
  }

  /// Removes the entries that were not used for longest, until a tenth of the room is free, when there is no room left.
  /// - Returns: whether files have lost their rows.
  static func makeRoom(within limit: Int, in database: Database) throws -> Bool {
    let total = try Int.fetchOne(database, sql: "SELECT total(size) FROM cache") ?? 0
    guard total > limit else { return false }
    let removal = """
      DELETE FROM cache WHERE id IN (
        SELECT id FROM (
          SELECT id, sum(size) OVER (ORDER BY used, id) - size AS before FROM cache WHERE pinned = 0)
        WHERE before < ?)
      RETURNING file
      """
    let files = try Row.fetchAll(database, sql: removal, arguments: [total - limit + limit / 10])
    return files.contains { $0[0] as String? != nil }
  }

  static func remove(_ condition: Condition, in database: Database) throws -> ([CacheListing], hadFiles: Bool) {
    let rows = try Row.fetchAll(
      database, sql: "DELETE FROM cache \(condition.clause) RETURNING \(ownColumns), file",
      arguments: condition.arguments)
    return (rows.map(CacheListing.init), rows.contains { $0[listCount] as String? != nil })
  }

  static func page(
    _ condition: Condition, by sort: CacheSort, offset: Int, limit: Int, in database: Database
  ) throws -> CachePage {
    let listings = try Row.fetchAll(
      database,
      sql: "SELECT \(listColumns) FROM cache \(condition.clause) ORDER BY \(order(sort)) LIMIT ? OFFSET ?",
      arguments: condition.arguments + [max(0, limit), max(0, offset)])
    let all = try Row.fetchOne(
      database, sql: "SELECT count(*), total(size) FROM cache \(condition.clause)", arguments: condition.arguments)
    return CachePage(
      listings: listings.map(CacheListing.init), count: all?[0] ?? 0, size: Int(all?[1] as Double? ?? 0))
  }

  /// The same order as `CacheSort.sorted` has.
  private static func order(_ sort: CacheSort) -> String {
    let (up, down) = sort.isDescending ? ("DESC", "ASC") : ("ASC", "DESC")
    let first: String? =
      switch sort.field {
      case .use: nil
      case .name: "url \(up)"
      case .size: "size \(up)"
      case .age: "received \(down)"
      case .hits: "hits \(up)"
      case .expiry: "fresh_until IS NULL, fresh_until \(up)"
      }
    return first.map { "\($0), used DESC, id DESC" } ?? "used \(up), id \(up)"
  }

  /// The rows of a request, the newest first, and behind them the one of an earlier program; or else whether there are any that were
  /// fetched with other credentials.
  static func rows(
    at address: [UInt8], _ identity: String, former: [UInt8], in database: Database
  ) throws -> (rows: [Whole], areOthers: Bool) {
    // Compiling it takes longer than all else that a hit does, and a column that is not looked at costs almost as much as
    // one that is.
    let statement = try database.cachedStatement(sql: lookup)
    let rows = try Row.fetchAll(
      statement, arguments: [address.databaseBlob, identity, former.databaseBlob]
    ).map { Whole($0) }
    guard rows.isEmpty else { return (rows, false) }
    let others = try database.cachedStatement(sql: "SELECT 1 FROM cache WHERE address = ? LIMIT 1")
    return ([], try Row.fetchOne(others, arguments: [address.databaseBlob]) != nil)
  }

  private static let lookup = """
    SELECT * FROM (
      SELECT \(wholeColumns) FROM cache WHERE address = ? AND identity = ? ORDER BY received DESC, id DESC)
    UNION ALL SELECT \(wholeColumns) FROM cache WHERE digest = ?
    """

  static func row(of id: CacheEntryID, in database: Database) throws -> (Whole, CacheListing)? {
    try Row.fetchOne(
      database, sql: "SELECT \(listColumns), \(wholeColumns) FROM cache WHERE id = ?", arguments: [id.rawValue]
    ).map { (Whole($0, from: listCount), CacheListing($0)) }
  }

  /// Found in the index: in the row they stand behind the body.
  static func indexed(_ column: String, by index: String = "cache_use") -> String {
    "(SELECT entry.\(column) FROM cache AS entry INDEXED BY \(index) WHERE entry.id = cache.id)"
  }

  fileprivate static let listColumns = """
    \(firstColumns), coalesce(\(indexed("fetches")), 1), coalesce(\(indexed("revalidations")), 0), \(indexed("edited")),
    \(indexed("type")), \(indexed("credentials", by: "cache_credentials")),
    \(indexed("varying", by: "cache_varying"))
    """
  /// The same of rows that are on their way out, where no statement may look at others.
  private static let ownColumns = "\(firstColumns), \(fetches), \(revalidations), edited, type, credentials, varying"
  private static let firstColumns = """
    id, environment, grouping, method, name, url, server, endpoint, codec, model, status, size, received, fresh_until,
    has_validator, hits, used, expired, pinned, key
    """
  fileprivate static let listCount = 26
  /// The number of fetches; 1 for an entry that an earlier program kept, which came from a server once at least.
  private static let fetches = "coalesce(cache.fetches, 1)"
  private static let revalidations = "coalesce(cache.revalidations, 0)"
  static let wholeColumns = "expired, key, file, digest, content, body, identity, credentials"

  /// The columns of a whole entry.
  struct Whole: Sendable {
    let isExpired: Bool
    let key: String?
    let file: String?
    let digest: [UInt8]
    let content: [UInt8]
    let body: [UInt8]?
    let identity: CacheIdentity

    init(_ row: Row, from first: Int = 0) {
      isExpired = row[first]
      key = row[first + 1]
      file = row[first + 2]
      digest = row.bytes(first + 3) ?? []
      content = row.bytes(first + 4) ?? []
      body = row.bytes(first + 5)
      identity = (row[first + 6] as String?).map { CacheIdentity(digest: $0, name: row[first + 7]) } ?? .unknown
    }
  }
}

extension CacheRecord {
  /// Nil where nobody knows whose it is.
  fileprivate var identity: String? { address == nil ? nil : entry.key.identity.digest }

  /// In a sealed row the body stands in the content.
  fileprivate var plainBody: DatabaseValue {
    guard key == nil, let bytes = body.bytesInRow else { return .null }
    return bytes.databaseBlob
  }
}

extension CacheListing {
  init(_ row: Row) {
    let label = CacheLabel(
      name: row[4], server: row[6], endpoint: row[7], codec: row[8], url: row[5],
      model: (row[9] as String?).flatMap { try? JSONValue(parsing: $0) })
    self.init(id: CacheEntryID(rawValue: row[0]), method: row[3], label: label, status: row[10], size: row[11])
    environment = row[1]
    group = row[2]
    receivedAt = Timestamp(microseconds: row[12])
    freshUntil = (row[13] as Int64?).map(Timestamp.init(microseconds:))
    hasValidator = row[14]
    hits = row[15]
    lastUsedAt = Timestamp(microseconds: row[16])
    isExpired = row[17]
    isPinned = row[18]
    isSecret = row[19] as String? != nil
    (fetches, revalidations) = (row[20], row[21])
    isEdited = row[22] as Bool? ?? false
    mediaType = row[23]
    (self.label.credentials, self.label.varying) = (row[24], row[25])
  }
}

extension Condition {
  init(_ filter: CacheFilter, in store: OpenedStore) {
    self.init()
    self = self + Condition(filter.environment, "environment") + Condition(filter.group, "grouping")
    if let ids = filter.ids { self = self + Condition(anyOf: ids.map(\.rawValue), "id") }
    if let names = filter.names { self = self + Condition(anyOf: Array(names), "name") }
    if let resource = filter.resource {
      self =
        self
        + Condition("resource = ? AND method IN ('GET', 'HEAD')", [store.digest(of: resource).databaseBlob])
    }
    for word in filter.words { self = self + Condition(word: word) }
    for condition in filter.conditions { self = self + Condition(condition) }
  }

  private init(_ place: CacheFilter.Place, _ column: String) {
    switch place {
    case .any: self.init()
    case .named(let name): self.init("\(column) IS ?", [name])
    }
  }

  private init(anyOf values: [some DatabaseValueConvertible], _ column: String) {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    self.init("\(column) IN (\(marks))", StatementArguments(values))
  }

  init(word: String) {
    let escaped = word.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    self.init(
      "method || ' ' || url || ' ' || ifnull(name, '') || ' ' || ifnull(grouping, '') LIKE ? ESCAPE '\\'",
      ["%\(escaped)%"])
  }
}
