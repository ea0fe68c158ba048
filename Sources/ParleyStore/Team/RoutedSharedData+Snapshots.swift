package import ParleyEngine

// Snapshots have the keys of this machine alone: what a team has together, nobody sets back behind the others' backs.
extension RoutedSharedData: SharedSnapshotStorage {
  package var snapshots: (any SharedSnapshotStorage)? { local.snapshots == nil ? nil : self }

  package func keeps(_ key: SharedKey) -> Bool { !isTeams(key) }

  package func snapshots(of environment: String?) async throws(RepositoryError) -> [SharedSnapshot] {
    try await local.snapshots?.snapshots(of: environment) ?? []
  }

  package func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot? {
    var own = query
    own.excluded = team?.keys
    return try await local.snapshots?.takeSnapshot(name, of: own, writer: writer, at: time)
  }

  package func removeSnapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> Bool {
    try await local.snapshots?.removeSnapshot(name, of: environment) ?? false
  }

  package func list(
    _ query: SharedQuery, inSnapshot name: String
  ) async throws(RepositoryError) -> SharedRecordPage? {
    var own = query
    own.excluded = team?.keys
    return try await local.snapshots?.list(own, inSnapshot: name)
  }
}
