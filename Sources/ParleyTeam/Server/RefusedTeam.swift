package import ParleyEngine

/// A team's server that is not connected to, because its address does not allow it: every call throws the reason.
package struct RefusedTeam: TeamServer {
  private let error: RepositoryError
  package let state: TeamServerState

  /// - Parameter error: the reason for the refusal.
  package init(because error: RepositoryError) {
    self.error = error
    state = .refused(TeamOffline(since: .now(), copiedAt: nil, error: error))
  }

  package func onStateChange(_ call: @escaping @Sendable (TeamServerState) -> Void) { call(state) }
  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {}
  package func onRunsChange(_ call: @escaping @Sendable () -> Void) {}
  package func close() {}

  package func lastSequence() throws(RepositoryError) -> Int64 { throw error }
  package func revision() throws(RepositoryError) -> SealedRevision { throw error }
  package func lastRow(of key: SharedKey) throws(RepositoryError) -> SealedRow? { throw error }
  package func rows(after sequence: Int64, limit: Int) throws(RepositoryError) -> [SealedRow] { throw error }
  package func history(of key: SharedKey, before: Int64?, limit: Int) throws(RepositoryError) -> [SealedRow] {
    throw error
  }
  package func list(_ query: SharedQuery) throws(RepositoryError) -> SealedPage { throw error }
  package func histories(_ query: SharedQuery, limit: Int) throws(RepositoryError) -> [SealedRow] { throw error }
  package func lastSequences(of keys: [SharedKey]) throws(RepositoryError) -> [Int64] { throw error }
  package func append(all edits: [SealedEdit]) throws(RepositoryError) -> SealedBatch { throw error }
  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) throws(SharedDataError) -> SealedEdit
  ) throws(SharedDataError) -> Int { throw SharedDataError(error) }
  package func rewrite(
    _ names: [KeyPattern], reseal: @escaping @Sendable (SealedRow) throws(SharedDataError) -> SealedBytes?
  ) throws(SharedDataError) { throw SharedDataError(error) }

  package func wrappedKey(named name: String) throws(RepositoryError) -> [UInt8]? { throw error }
  package func wrappedKeyNames() throws(RepositoryError) -> [String] { throw error }
  package func keepWrappedKey(
    _ bytes: [UInt8], named name: String, replacing expected: [UInt8]?
  ) throws(RepositoryError) -> Bool { throw error }
  package func publish(head: SealedBytes, file: SealedBytes, at: Timestamp) throws(RepositoryError) -> PublishedRun {
    throw error
  }
  package func publishedRuns(before: Int64?, limit: Int) throws(RepositoryError) -> [PublishedRun] { throw error }
  package func publishedFile(of run: Int64) throws(RepositoryError) -> SealedBytes? { throw error }
  package func removePublishedRun(_ run: Int64) throws(RepositoryError) -> Bool { throw error }
  package func snapshots(of environment: String?) throws(RepositoryError) -> [SealedSnapshot] { throw error }
  package func takeSnapshot(
    _ head: SealedSnapshotHead, of query: SharedQuery
  ) throws(RepositoryError) -> SealedSnapshot? { throw error }
  package func append(
    all edits: [SealedEdit], moving snapshots: SealedSnapshotMove
  ) throws(RepositoryError) -> SealedBatch { throw error }
  package func removeSnapshot(_ id: SealedSnapshotID) throws(RepositoryError) -> Bool { throw error }
  package func rows(_ query: SharedQuery, asOf sequence: Int64) throws(RepositoryError) -> [SealedRow] { throw error }
}
