package import ParleyEngine

/// A team's shared data that cannot be had, because its server is not to be connected to.
package struct UnavailableTeam: SharedDataStorage {
  private let error: RepositoryError

  /// - Parameter error: the reason, thrown to callers that want one of its keys.
  package init(because error: RepositoryError) {
    self.error = error
  }

  package func lastSequence() throws(RepositoryError) -> Int64 { throw error }
  package func lastSequences(waitingFor lane: Int?) throws(RepositoryError) -> [Int64?] {
    guard lane == nil else { throw error }
    return [nil]
  }
  package func lastChange(of key: SharedKey) throws(RepositoryError) -> SharedRecord? { throw error }
  package func changes(after sequence: Int64, limit: Int) -> [SharedRecord] { [] }
  package func history(of key: SharedKey, before: Int64?, limit: Int) throws(RepositoryError) -> [SharedRecord] {
    throw error
  }
  /// The others can be seen all the same.
  package func list(_ query: SharedQuery) -> SharedRecordPage { SharedRecordPage(total: 0, records: []) }
  package func level(_ query: SharedQuery, limit: Int) -> SharedLevel { SharedLevel() }
  package func append(_ edit: SharedEdit) throws(RepositoryError) -> SharedAppend { throw error }
  package func append(all edits: [SharedEdit]) throws(RepositoryError) -> SharedBatch { throw error }
  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit
  ) -> Int { 0 }
  package func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) {}
  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {}
}

extension UnavailableTeam: SharedSnapshotStorage {
  package var snapshots: (any SharedSnapshotStorage)? { self }

  package func snapshots(of environment: String?) throws(RepositoryError) -> [SharedSnapshot] { throw error }
  package func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) throws(RepositoryError) -> SharedSnapshot? { throw error }
  package func removeSnapshot(_ name: String, of environment: String?) throws(RepositoryError) -> Bool { throw error }
  package func list(_ query: SharedQuery, inSnapshot name: String) throws(RepositoryError) -> SharedRecordPage? {
    throw error
  }
}
