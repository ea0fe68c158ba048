internal import GRDB
public import ParleyEngine

/// Shared data in `data.sqlite`. Several processes may have it open: each hears of what the others write.
///
/// ```swift
/// let shared = SharedData(storage: store.sharedData, events: client.events)
/// ```
public struct StoredSharedData: SharedDataStorage {
  let access: StoreAccess

  public func lastSequence() async throws(RepositoryError) -> Int64 {
    try await read { try $0.lastSequence() }
  }

  /// One row of an index, for which no writer keeps a reader waiting.
  public func lastSequencesNow() -> [Int64?]? {
    guard let store = try? access.opened() else { return nil }
    let last = try? store.data.readNow { [sealer = store.sealer] in try SharedTable($0, sealer: sealer).lastSequence() }
    return last.map { [$0] }
  }

  public func lastChange(of key: SharedKey) async throws(RepositoryError) -> SharedRecord? {
    try await history(of: key, before: nil, limit: 1).first
  }

  public func changes(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SharedRecord] {
    try await read { try $0.records(Condition("seq > ?", [sequence]), order: "seq", limit: limit) }
  }

  public func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SharedRecord] {
    try await read { try $0.history(of: key, before: before ?? .max, limit: limit) }
  }

  public func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedRecord]] {
    try await read { table in try keys.map { try table.history(of: $0, before: .max, limit: limit) } }
  }

  public func heads(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedHead]] {
    try await read { table in try keys.map { try table.heads(of: $0, limit: limit) } }
  }

  public func list(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage {
    try await read { try $0.list(query) }
  }

  public func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    try await read { try $0.keys(query) }
  }

  public func level(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> SharedLevel {
    try await read { try $0.level(query, limit: limit) }
  }

  /// On disk, and would survive a loss of power, when this returns.
  public func append(_ edit: SharedEdit) async throws(RepositoryError) -> SharedAppend {
    try await write { try $0.append(edit) }
  }

  /// On disk, and would survive a loss of power, when this returns.
  public func append(all edits: [SharedEdit]) async throws(RepositoryError) -> SharedBatch {
    try await write { try $0.append(all: edits) }
  }

  public func append(all edits: [SharedEdit], asPartOf batch: Int64?) async throws(RepositoryError) -> SharedBatch {
    try await write { try $0.append(all: edits, asPartOf: batch) }
  }

  public func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit
  ) async throws(RepositoryError) -> Int {
    try await write { try $0.removeAll(query, edit: edit) }
  }

  public func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) async throws(SharedDataError) {
    let refusal = Lock<SharedDataError?>(nil)
    do throws(RepositoryError) {
      try await write { table in
        try table.rewrite(names, unlessBy: cipher) { record in
          do throws(SharedDataError) {
            return try content(record)
          } catch {
            refusal.withLock { $0 = error }
            throw error
          }
        }
      }
    } catch {
      throw refusal.withLock { $0 } ?? SharedDataError(error)
    }
  }

  public func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    access.onForeignChange(call)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (SharedTable) throws -> Value
  ) async throws(RepositoryError) -> Value {
    let store = try access.opened()
    return try await store.data.read { [sealer = store.sealer] in try body(SharedTable($0, sealer: sealer)) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (SharedTable) throws -> Value
  ) async throws(RepositoryError) -> Value {
    let store = try access.opened()
    return try await store.data.write { [sealer = store.sealer] in try body(SharedTable($0, sealer: sealer)) }
  }
}
