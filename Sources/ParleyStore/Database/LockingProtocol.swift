internal import GRDB

/// SQLITE_PROTOCOL ("locking protocol"): others came first too often while SQLite began to read a write-ahead log.
///
/// SQLite says so only after up to ten seconds of waiting in steps that grow (`walTryBeginRead` in its `wal.c`), so that
/// another try needs no wait of ours.
enum LockingProtocol {
  private static let retries = 2

  static func retrying<Value>(_ work: () throws -> Value) throws -> Value {
    for _ in 0..<retries {
      do {
        return try work()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_PROTOCOL {
        continue
      }
    }
    return try work()
  }

  static func retrying<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    for _ in 0..<retries {
      do {
        return try await work()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_PROTOCOL {
        continue
      }
    }
    return try await work()
  }
}
