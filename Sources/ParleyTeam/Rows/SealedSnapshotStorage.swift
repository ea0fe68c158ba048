package import ParleyEngine

/// Where a team keeps snapshots of its keys, beside the changes that they refer to: what a snapshot needs is never forgotten while
/// it is there. The server sees names, times and how many keys there were.
package protocol SealedSnapshotStorage: Sendable {
  /// Those of an environment, the newest first.
  func snapshots(of environment: String?) async throws(RepositoryError) -> [SealedSnapshot]

  /// Keeps what the keys hold at this moment. A call that is repeated because its response was lost gives what the first one kept.
  /// - Parameter query: says which keys are counted, whatever its window.
  /// - Returns: nil where the environment has a snapshot of this name.
  func takeSnapshot(
    _ head: SealedSnapshotHead, of query: SharedQuery
  ) async throws(RepositoryError) -> SealedSnapshot?

  /// Removes the one that was taken at that moment, for everybody.
  /// - Returns: whether it was there.
  func removeSnapshot(_ id: SealedSnapshotID) async throws(RepositoryError) -> Bool

  /// The changes that were the last ones of the keys which a query finds, after the change with that number, by name.
  func rows(_ query: SharedQuery, asOf sequence: Int64) async throws(RepositoryError) -> [SealedRow]
}

/// Which snapshot it is.
package struct SealedSnapshotID: Sendable, Hashable {
  /// Unique in its environment.
  package let name: String
  /// Whose keys; nil where there is no environment.
  package let environment: String?
  /// When it was taken, by the clock of who took it.
  package let at: Timestamp

  /// A snapshot of an environment.
  package init(name: String, environment: String?, at: Timestamp) {
    (self.name, self.environment, self.at) = (name, environment, at)
  }
}

/// A snapshot that is to be taken.
package struct SealedSnapshotHead: Sendable, Hashable {
  package let id: SealedSnapshotID
  /// Who takes it.
  package let sealed: SealedBytes

  /// A snapshot of somebody's.
  package init(id: SealedSnapshotID, sealed: SealedBytes) {
    (self.id, self.sealed) = (id, sealed)
  }
}

/// A snapshot as the server keeps it.
package struct SealedSnapshot: Sendable, Hashable {
  package let head: SealedSnapshotHead
  /// How many keys there were.
  package let count: Int
  /// The number of the last change before it.
  package let sequence: Int64

  /// A snapshot as it is kept.
  package init(_ head: SealedSnapshotHead, count: Int, sequence: Int64) {
    (self.head, self.count, self.sequence) = (head, count, sequence)
  }
}
