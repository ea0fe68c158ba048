internal import GRDB
public import ParleyEngine
public import ParleyModel

/// The exchanges that were kept.
///
/// ```swift
/// let page = try await store.history.recent(50)
/// let older = try await store.history.recent(50, before: page.last?.sequence)
/// let login = try await store.history.lastResponse(named: "user/login")
/// ```
public struct History: Sendable {
  let access: StoreAccess

  /// The newest exchanges, newest first.
  /// - Parameters:
  ///   - limit: the most that are given.
  ///   - before: only those kept before this `sequence`.
  ///   - name: only those of requests with this name.
  public func recent(
    _ limit: Int, before: Int64? = nil, name: String? = nil
  ) async throws(RepositoryError) -> [HistoryEntry] {
    let condition = Self.condition(name: name) + (before.map { Condition("seq < ?", [$0]) } ?? Condition())
    let sql = "SELECT \(ExchangeTable.entryColumns) FROM exchange \(condition.clause) ORDER BY seq DESC LIMIT ?"
    let arguments = condition.arguments + [limit]
    return try await access.opened().log.read { database in
      try Row.fetchAll(database, sql: sql, arguments: arguments).map(HistoryEntry.init)
    }
  }

  /// The exchanges sent last, in the order of lists. More than are wanted are read in the order in which they were kept, so that one that
  /// took long finds its place among them.
  package func lastSent(_ limit: Int, name: String? = nil) async throws(RepositoryError) -> [HistoryEntry] {
    let read = limit.addingReportingOverflow(Self.mostOverlapping)
    return Array(try await recent(read.overflow ? limit : read.partialValue, name: name).inSentOrder().prefix(limit))
  }

  /// How many exchanges may be sent and answered while one waits for its response, and the order still be right.
  private static let mostOverlapping = 200

  /// One step of a search: at most `limit` exchanges that match, among so many that it takes some milliseconds to look at them.
  ///
  /// ```swift
  /// var (found, edge) = ([HistoryEntry](), HistoryEdge?.some(.before(nil)))
  /// while found.count < 20, let next = edge {
  ///   let finds = try await store.history.search(HistoryFilter(texts: [.init("total")]), next, limit: 20)
  ///   found += finds.entries
  ///   edge = finds.next
  /// }
  /// ```
  package func search(
    _ filter: HistoryFilter = HistoryFilter(), _ edge: HistoryEdge = .before(nil), limit: Int
  ) async throws(RepositoryError) -> HistoryFinds {
    let store = try access.opened()
    return try await store.log.read { database in
      var search = HistorySearch(filter, limit: limit, bodies: store.bodies, sealer: store.sealer)
      return try search.step(edge, in: database)
    }
  }

  /// Makes searches of what was kept quick, which otherwise happens beside everything else.
  package func sign() async throws(RepositoryError) {
    let store = try access.opened()
    try await SignatureJob(log: store.log, bodies: store.bodies, sealer: store.sealer).run()
  }

  /// How many exchanges there are.
  /// - Parameter name: only those of requests with this name.
  public func count(name: String? = nil) async throws(RepositoryError) -> Int {
    let condition = Self.condition(name: name)
    return try await access.opened().log.read { database in
      let sql = "SELECT count(*) FROM exchange \(condition.clause)"
      return try Int.fetchOne(database, sql: sql, arguments: condition.arguments) ?? 0
    }
  }

  /// The whole exchange; nil when the history does not have it.
  /// - Throws: `.damaged` or `.key` when it is sealed and does not open; other exchanges are untouched.
  public func exchange(_ id: ExchangeID) async throws(RepositoryError) -> KeptExchange? {
    try await whole(Condition("id = ?", [id.rawValue]))
  }

  /// The last exchange of the request with this name that was answered in this environment, whatever the status. One that was
  /// imported was not sent from here, and a stream that was stopped is no whole response.
  public func lastResponse(
    named name: String, in environment: String? = nil
  ) async throws(RepositoryError) -> KeptExchange? {
    try await whole(
      Condition("name = ?", [name]) + Condition("environment IS ?", [environment])
        + Condition("status IS NOT NULL", []) + Condition("imported IS NULL", [])
        + Condition("coalesce(error, '') NOT LIKE 'network.%'", []))
  }

  /// Keeps an exchange however old it gets, or lets it go with the others again.
  public func setPinned(_ isPinned: Bool, _ id: ExchangeID) async throws(RepositoryError) {
    try await access.opened().log.write { database in
      try database.execute(sql: "UPDATE exchange SET pinned = ? WHERE id = ?", arguments: [isPinned, id.rawValue])
    }
    access.observers.tell(.changed)
  }

  /// Lets a request keep its history under another name.
  package func rename(_ name: String, to new: String) async throws(RepositoryError) {
    try await access.opened().log.write { database in
      try database.execute(sql: "UPDATE exchange SET name = ? WHERE name = ?", arguments: [new, name])
    }
    access.observers.tell(.changed)
  }

  /// Gives another name to some exchanges of a request: those among its newest that are wanted.
  /// - Parameter limit: the most that are looked at.
  package func rename(
    _ name: String, to new: String, limit: Int, where isWanted: (HistoryEntry) -> Bool
  ) async throws(RepositoryError) {
    let ids = try await recent(limit, name: name).filter(isWanted).map(\.id.rawValue)
    try await access.opened().log.write { database in
      let statement = try database.cachedStatement(sql: "UPDATE exchange SET name = ? WHERE id = ?")
      for id in ids { try statement.execute(arguments: [new, id]) }
    }
    access.observers.tell(.changed)
  }

  /// Copies exchanges of a request into another store, under another name: those among its newest that are wanted. What cannot
  /// be read is left out.
  /// - Parameter limit: the most that are looked at.
  package func copy(
    _ name: String, to store: some Repository, as new: String, limit: Int,
    where isWanted: (HistoryEntry) -> Bool = { _ in true }
  ) async throws(RepositoryError) {
    for entry in try await recent(limit, name: name).reversed() where isWanted(entry) {
      guard var exchange = try? await exchange(entry.id)?.exchange else { continue }
      exchange.name = new
      try await store.keep(exchange)
    }
  }

  /// Forgets exchanges, pinned ones too. Those it does not have are no error.
  public func delete(_ ids: [ExchangeID]) async throws(RepositoryError) {
    let store = try access.opened()
    try await store.log.write { database in
      let statement = try database.cachedStatement(sql: "DELETE FROM exchange WHERE id = ?")
      for id in ids { try statement.execute(arguments: [id.rawValue]) }
    }
    access.observers.tell(.changed)
    try await store.retentionJob.removeUnneededBodies()
  }

  private func whole(_ condition: Condition) async throws(RepositoryError) -> KeptExchange? {
    let store = try access.opened()
    let sql = "SELECT \(ExchangeTable.wholeColumns) FROM exchange \(condition.clause) ORDER BY seq DESC LIMIT 1"
    let arguments = condition.arguments
    return try await store.log.read { database in
      try Row.fetchOne(database, sql: sql, arguments: arguments)
        .map { try KeptExchange($0, bodies: store.bodies, sealer: store.sealer) }
    }
  }

  private static func condition(name: String?) -> Condition {
    name.map { Condition("name = ?", [$0]) + Condition("imported IS NULL", []) } ?? Condition()
  }
}
