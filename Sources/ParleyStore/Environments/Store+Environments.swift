internal import GRDB
package import ParleyEngine

/// The outcome of giving an environment's data to another name.
package enum EnvironmentMove: Sendable, Hashable {
  case done
  /// The other name has shared keys or cookies of its own: nothing has changed.
  case taken(keys: Int, cookies: Int)
}

extension Store {
  /// Gives everything that is kept of an environment to another name: shared keys with their histories and cookies, in one
  /// transaction; then history, runs and cache, in another. If the second fails, the first is taken back.
  ///
  /// ```swift
  /// try await store.move("local", to: "home") { try shared.content(of: $0, movedTo: $1) }
  /// ```
  /// - Parameter content: a change's content under its new key; nil leaves it as it is.
  package func move(
    _ environment: String, to new: String,
    content: @escaping @Sendable (SharedRecord, SharedKey) throws(SharedDataError) -> SharedContent?
  ) async throws -> EnvironmentMove {
    let outcome = try await moveData(environment, to: new, content: content)
    guard outcome == .done else { return outcome }
    do {
      try await moveLog(environment, to: new)
    } catch {
      _ = try? await moveData(new, to: environment, content: content)
      throw error
    }
    return .done
  }

  /// Ends a move that was cut off.
  /// - Returns: whether the shared keys and cookies had been moved; otherwise nothing is done.
  package func endMove(_ environment: String, to new: String) async throws -> Bool {
    let store = try access.opened()
    let isMoved = try await store.data.read { [sealer = store.sealer] database in
      let (shared, cookies) = (SharedTable(database, sealer: sealer), CookieTable(database, sealer: sealer))
      return try shared.count(in: environment) == 0 && cookies.count(in: environment) == 0
    }
    if isMoved { try await moveLog(environment, to: new) }
    return isMoved
  }

  private func moveData(
    _ environment: String, to new: String,
    content: @escaping @Sendable (SharedRecord, SharedKey) throws(SharedDataError) -> SharedContent?
  ) async throws -> EnvironmentMove {
    let store = try access.opened()
    let refusal = Lock<SharedDataError?>(nil)
    do {
      return try await cookies.moving(environment, to: new, when: EnvironmentMove.done) {
        try await store.data.write { [sealer = store.sealer] database in
          let (shared, cookies) = (SharedTable(database, sealer: sealer), CookieTable(database, sealer: sealer))
          let taken = (keys: try shared.count(in: new), cookies: try cookies.count(in: new))
          guard taken == (0, 0) else { return .taken(keys: taken.keys, cookies: taken.cookies) }
          try shared.move(environment, to: new) { record, key in
            do throws(SharedDataError) {
              return try content(record, key)
            } catch {
              refusal.withLock { $0 = error }
              throw error
            }
          }
          try cookies.move(environment, to: new)
          return .done
        }
      }
    } catch {
      throw refusal.withLock { $0 } ?? error
    }
  }

  /// Responses that the new name has in the cache already were made before it was this environment's.
  private func moveLog(_ environment: String, to new: String) async throws(RepositoryError) {
    try await cache.countUses()
    let store = try access.opened()
    let hadFiles = try await store.log.write { database in
      for table in ["exchange", "run"] {
        try database.execute(
          sql: "UPDATE \(table) SET environment = ? WHERE environment = ?", arguments: [new, environment])
      }
      let replaced = try CacheTable.remove(Condition("environment = ?", [new]), in: database)
      try CacheTable.move(environment, to: new, in: database, store)
      return replaced.hadFiles
    }
    access.observers.tell(.changed)
    if hadFiles { try await store.retentionJob.removeUnneededBodies() }
  }
}

extension SharedTable {
  /// How many keys an environment has.
  fileprivate func count(in environment: String) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM shared WHERE environment = ? AND is_current = 1", arguments: [environment])
      ?? 0
  }

  /// One row after the other, so that only one is in memory.
  fileprivate func move(
    _ environment: String, to new: String, content: (SharedRecord, SharedKey) throws -> SharedContent?
  ) throws {
    let sequences = try Int64.fetchAll(
      database, sql: "SELECT seq FROM shared WHERE environment = ?", arguments: [environment])
    for sequence in sequences {
      guard let record = try records(Condition("seq = ?", [sequence]), order: "seq", limit: 1).first else { continue }
      let key = SharedKey(record.key.name, in: new)
      if let moved = try content(record, key) { try rewrite(sequence, rows.columns(moved, of: key)) }
      try database.execute(sql: "UPDATE shared SET environment = ? WHERE seq = ?", arguments: [new, sequence])
    }
    try database.execute(
      sql: "UPDATE shared_step SET environment = ? WHERE environment = ?", arguments: [new, environment])
    // Where the name had snapshots once, none of their keys is left.
    try database.execute(
      sql: "UPDATE OR REPLACE shared_snapshot SET environment = ? WHERE environment = ?",
      arguments: [new, environment])
  }
}

extension CookieTable {
  /// How many cookies an environment has.
  fileprivate func count(in environment: String) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM cookie WHERE environment = ?", arguments: [environment]) ?? 0
  }

  /// One that does not open stays where it is.
  fileprivate func move(_ environment: String, to new: String) throws {
    guard let found = try all()[ExactString(environment)] else { return }
    try apply(.init(set: found), to: new)
    try apply(.init(removed: found.map(\.id)), to: environment)
  }
}

extension CacheTable {
  /// Moves the entries. The digests that find an entry and the place its seal covers include the environment, so both
  /// are made anew.
  fileprivate static func move(
    _ environment: String, to new: String, in database: Database, _ store: OpenedStore
  ) throws {
    let ids = try Int64.fetchAll(database, sql: "SELECT id FROM cache WHERE environment = ?", arguments: [environment])
    for id in ids {
      guard let (row, _) = try self.row(of: CacheEntryID(rawValue: id), in: database) else { continue }
      guard let moved = try? CacheContent.moved(row, to: new, in: store) else {
        try database.execute(sql: "DELETE FROM cache WHERE id = ?", arguments: [id])
        continue
      }
      try database.execute(
        sql: "UPDATE cache SET digest = ?, address = ?, environment = ?, content = ? WHERE id = ?",
        arguments: [
          moved.digest.databaseBlob, moved.address?.databaseBlob ?? .null, new, moved.content.databaseBlob, id,
        ])
    }
  }
}
