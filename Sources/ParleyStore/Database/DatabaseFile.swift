import Dispatch
internal import GRDB
import ParleyEngine

/// One open database file. All its work runs on the threads of its connections; nobody's thread waits for it.
final class DatabaseFile: Sendable {
  let path: String
  /// Used through ``WorkCount`` alone: work that it does not count may meet a closed connection.
  private let connection: any DatabaseWriter
  private let lookups: LookupConnection
  private let work = WorkCount()

  init(path: String, connection: any DatabaseWriter) {
    self.path = path
    self.connection = connection
    lookups = LookupConnection(path: path)
  }

  /// How often something was read or written, each time in a transaction.
  var workCount: Int { work.total }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await retrying { [connection] in try await connection.read(body) }
  }

  /// For one statement that finds one row by an index: on the caller's thread, which such a statement holds for less time
  /// than it takes to reach another one. Where it would have to wait for a writer, it waits on a thread of the database's.
  func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    if let found = try lookUpNow(body) { return found }
    return try await read(body)
  }

  private func lookUpNow<Value>(_ body: (Database) throws -> Value) throws(RepositoryError) -> Value? {
    try beginWork()
    defer { work.end() }
    do { return try lookups.read(body) } catch { throw explain(error) }
  }

  /// In one transaction.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await retrying { [connection] in try await connection.write(body) }
  }

  /// In one transaction, with a lock that is taken before the transaction begins. Callers that need both take them in this
  /// order: two programs that took them in different orders would wait for each other.
  func write<Value: Sendable>(
    holding lock: @escaping @Sendable () throws -> FileLock?, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await retrying { [connection] in
      try await connection.writeWithoutTransaction { database in
        let lock = try lock()
        defer { lock?.release() }
        return try database.transaction(body)
      }
    }
  }

  /// Brings what is in the write-ahead log home, and empties it, unless somebody is reading from it.
  func checkpoint() async throws(RepositoryError) {
    try beginWork()
    defer { work.end() }
    do {
      try await connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return
    } catch {
      throw explain(error)
    }
  }

  private func retrying<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws(RepositoryError) -> Value {
    try beginWork()
    defer { work.end() }
    do { return try await LockingProtocol.retrying(body) } catch { throw explain(error) }
  }

  private func beginWork() throws(RepositoryError) {
    guard work.begin() else { throw .notOpen(path) }
  }

  /// Waits for the work in progress; what comes later fails with `.notOpen`. Brings what is in the write-ahead log home,
  /// which closing a pool does not do by itself; where another process is in the way, that is left to the next start.
  func close() async {
    await work.close()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        self.lookups.close()
        _ = try? self.connection.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA busy_timeout = 0")
          try database.checkpoint(.truncate)
        }
        try? self.connection.close()
        done.resume()
      }
    }
  }

  /// Closes it at once, for a file that is damaged and that nobody else has.
  func abandon() {
    lookups.close()
    try? connection.close()
  }

  /// Damage that only shows now makes the next start look closely.
  func explain(_ error: any Error) -> RepositoryError {
    let explained = RepositoryError(error, at: path)
    if error is DatabaseError, explained.kind == .damaged {
      DamagedFile.suspect(path)
    }
    return explained
  }
}

// Without waiting for the database's own threads to call back.
extension DatabaseFile {
  /// On this thread.
  /// - Throws: `.notOpen` once the file is closed; otherwise the database's own errors.
  func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try beginWork()
    defer { work.end() }
    return try connection.read(body)
  }

  /// On this thread, in one transaction.
  /// - Throws: like ``readNow(_:)``.
  func writeNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try beginWork()
    defer { work.end() }
    return try connection.write(body)
  }

  /// On this thread, with transactions of its own.
  /// - Throws: like ``readNow(_:)``.
  func workNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try beginWork()
    defer { work.end() }
    return try connection.writeWithoutTransaction(body)
  }

  /// Queues up behind whoever writes.
  /// - Throws: `.notOpen` once the file is closed; the body is not called then.
  func workSoon(_ body: @escaping @Sendable (Database) -> Void) throws(RepositoryError) {
    try beginWork()
    connection.asyncWriteWithoutTransaction { [work] database in
      defer { work.end() }
      body(database)
    }
  }
}

extension Database {
  fileprivate func transaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var result: Value?
    try inTransaction(.immediate) {
      result = try body(self)
      return .commit
    }
    guard let result else { throw CancellationError() }
    return result
  }
}
