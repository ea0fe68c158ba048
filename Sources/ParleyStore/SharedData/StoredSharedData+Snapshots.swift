public import ParleyEngine

extension StoredSharedData: SharedSnapshotStorage {
  public var snapshots: (any SharedSnapshotStorage)? { self }

  public func snapshots(of environment: String?) async throws(RepositoryError) -> [SharedSnapshot] {
    try await read { try SnapshotTable($0).all(of: environment) }
  }

  /// On disk, and would survive a loss of power, when this returns.
  public func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot? {
    try await write { try SnapshotTable($0).take(name, of: query, writer: writer, at: time) }
  }

  public func removeSnapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> Bool {
    try await write { try SnapshotTable($0).remove(name, of: environment) }
  }

  public func list(
    _ query: SharedQuery, inSnapshot name: String
  ) async throws(RepositoryError) -> SharedRecordPage? {
    try await read { try SnapshotTable($0).list(query, in: name) }
  }
}
