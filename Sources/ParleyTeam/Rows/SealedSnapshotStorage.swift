package import ParleyEngine

/// The storage of a team's snapshots of its keys, beside the changes that they refer to: a change that a snapshot needs
/// is kept as long as the snapshot. The server sees names, times and how many keys there were.
package protocol SealedSnapshotStorage: Sendable {
  /// Those of an environment, the newest first.
  func snapshots(of environment: String?) async throws(RepositoryError) -> [SealedSnapshot]

  /// Keeps what the keys hold at this moment. A call that is repeated because its response was lost gives what the first one kept.
  /// - Parameter query: the keys that are counted, whatever its window.
  /// - Returns: nil where the environment has a snapshot of this name.
  func takeSnapshot(
    _ head: SealedSnapshotHead, of query: SharedQuery
  ) async throws(RepositoryError) -> SealedSnapshot?

  /// Removes the one that was taken at that moment, for everybody.
  /// - Returns: whether it was there.
  func removeSnapshot(_ id: SealedSnapshotID) async throws(RepositoryError) -> Bool

  /// Makes all of the changes as `append(all:)` does, and gives the snapshots of an environment to another one, which has none:
  /// everything or nothing. They go on referring to the same changes, whose keys keep the old name.
  /// - Throws: `.writing` where the environment has a snapshot besides, which somebody has taken meanwhile.
  func append(all edits: [SealedEdit], moving snapshots: SealedSnapshotMove) async throws(RepositoryError)
    -> SealedBatch

  /// The changes that were the last ones of the keys which a query finds, after the change with that number, by name.
  func rows(_ query: SharedQuery, asOf sequence: Int64) async throws(RepositoryError) -> [SealedRow]
}

/// Which snapshot it is.
package struct SealedSnapshotID: Sendable, Hashable {
  /// Unique in its environment.
  package let name: String
  /// The environment of the keys; nil if there is none.
  package let environment: String?
  /// The time at which it was taken, by the clock of its creator.
  package let at: Timestamp

  /// A snapshot of an environment.
  package init(name: String, environment: String?, at: Timestamp) {
    (self.name, self.environment, self.at) = (name, environment, at)
  }
}

/// A snapshot that is to be taken.
package struct SealedSnapshotHead: Sendable, Hashable {
  package let id: SealedSnapshotID
  /// The snapshot's creator, sealed.
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
  /// The environment whose changes it refers to, which had that name when it was taken; nil for that of its own name.
  package let movedFrom: String?

  /// A snapshot as it is kept.
  package init(_ head: SealedSnapshotHead, count: Int, sequence: Int64, movedFrom: String? = nil) {
    (self.head, self.count, self.sequence, self.movedFrom) = (head, count, sequence, movedFrom)
  }
}

/// All snapshots of an environment, which get another one.
package struct SealedSnapshotMove: Sendable, Hashable {
  /// The present environment.
  package let environment: String
  /// The new environment.
  package let new: String
  /// As they are to be: of the new environment, and sealed for it.
  package let heads: [SealedSnapshotHead]

  /// Snapshots that get another environment.
  package init(_ heads: [SealedSnapshotHead], from environment: String, to new: String) {
    (self.heads, self.environment, self.new) = (heads, environment, new)
  }

  /// Returns a snapshot as it is to be after the move; nil for one that is not moved.
  package func head(of snapshot: SealedSnapshotID) -> SealedSnapshotHead? {
    guard snapshot.environment?.isIdentical(to: environment) == true else { return nil }
    return heads.first { $0.id.name.isIdentical(to: snapshot.name) && $0.id.at == snapshot.at }
  }
}

extension RepositoryError {
  /// A snapshot has come to an environment while it got another name.
  package static func snapshotsChanged(of environment: String, at place: String? = nil) -> RepositoryError {
    RepositoryError(
      .writing, "Somebody took a snapshot of “\(environment)” meanwhile.", place: place,
      advice: "Nothing was changed. Try again.")
  }
}
