import Dispatch
internal import GRDB
import ParleyEngine

/// One open database file. All its work runs on the threads of its connections; nobody's thread waits for it.
final class DatabaseFile: Sendable {
  let path: String
  let connection: any DatabaseWriter
  private let lookups: LookupConnection
  private let work = WorkCount()

  init(path: String, connection: any DatabaseWriter) {
    self.path = path
    self.connection = connection
    lookups = LookupConnection(path: path)
  }

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

  /// On this thread.
  /// - Returns: nil once the file is closed, or when it cannot be written.
  func writeNow<Value>(_ body: (Database) throws -> Value) -> Value? {
    guard work.begin() else { return nil }
    defer { work.end() }
    return try? connection.writeWithoutTransaction(body)
  }

  private func beginWork() throws(RepositoryError) {
    guard work.begin() else { throw RepositoryError(.notOpen, "The store is not open.", place: path) }
  }

  /// Waits for the work in progress; what comes later fails with `.notOpen`. Brings what is in the write-ahead log home,
  /// which closing a pool does not do by itself; when another process keeps it from that, the next start does it.
  func close() async {
    await work.close()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        self.lookups.close()
        _ = try? self.connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? self.connection.close()
        done.resume()
      }
    }
  }

  /// Closes it at once, for a file that is damaged.
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
