internal import ParleyEngine
package import ParleyTeam

/// Gives everybody one team, and notes who asked for it.
package final class OneTeam: TeamProvider {
  package let server = InMemoryTeam()
  private let asked = Lock<[TeamAddress]>([])

  package init() {}

  package var addresses: [TeamAddress] { asked.withLock { $0 } }

  package func server(at address: TeamAddress, copy: (any SealedRowCopy)?) -> any TeamServer {
    asked.withLock { $0.append(address) }
    return UnclosedTeam(server: server)
  }

  package func administration(of address: TeamAddress) -> any TeamAdministration { NoAdministration() }

  package struct NoAdministration: TeamAdministration {
    package func initialize(members: [String]) -> TeamStatus { TeamStatus() }
    package func migrate() -> (from: Int, to: Int) { (1, 1) }
    package func status() -> TeamStatus { TeamStatus() }
  }
}

/// The same server for several sessions, of which each lets go by itself.
private struct UnclosedTeam: TeamServer {
  let server: InMemoryTeam

  var state: TeamServerState { server.state }
  func onStateChange(_ call: @escaping @Sendable (TeamServerState) -> Void) { server.onStateChange(call) }
  func onForeignChange(_ call: @escaping @Sendable () -> Void) { server.onForeignChange(call) }
  func onRunsChange(_ call: @escaping @Sendable () -> Void) { server.onRunsChange(call) }
  func close() {}
  func lastSequence() -> Int64 { server.lastSequence() }
  func revision() -> SealedRevision { server.revision() }
  func lastRow(of key: SharedKey) -> SealedRow? { server.lastRow(of: key) }
  func rows(after sequence: Int64, limit: Int) -> [SealedRow] { server.rows(after: sequence, limit: limit) }
  func history(of key: SharedKey, before: Int64?, limit: Int) -> [SealedRow] {
    server.history(of: key, before: before, limit: limit)
  }
  func list(_ query: SharedQuery) -> SealedPage { server.list(query) }
  func histories(_ query: SharedQuery, limit: Int) throws(RepositoryError) -> [SealedRow] {
    try server.histories(query, limit: limit)
  }
  func lastSequences(of keys: [SharedKey]) throws(RepositoryError) -> [Int64] { try server.lastSequences(of: keys) }
  func append(all edits: [SealedEdit]) throws(RepositoryError) -> SealedBatch { try server.append(all: edits) }
  func append(all edits: [SealedEdit], moving snapshots: SealedSnapshotMove) throws(RepositoryError) -> SealedBatch {
    try server.append(all: edits, moving: snapshots)
  }
  func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) throws(SharedDataError) -> SealedEdit
  ) throws(SharedDataError) -> Int { try server.removeAll(query, edit: edit) }
  func rewrite(
    _ names: [KeyPattern], reseal: @escaping @Sendable (SealedRow) throws(SharedDataError) -> SealedBytes?
  ) throws(SharedDataError) { try server.rewrite(names, reseal: reseal) }
  func wrappedKey(named name: String) -> [UInt8]? { server.wrappedKey(named: name) }
  func wrappedKeyNames() -> [String] { server.wrappedKeyNames() }
  func keepWrappedKey(_ bytes: [UInt8], named name: String, replacing expected: [UInt8]?) throws(RepositoryError)
    -> Bool
  { try server.keepWrappedKey(bytes, named: name, replacing: expected) }
  func publish(head: SealedBytes, file: SealedBytes, at: Timestamp) throws(RepositoryError) -> PublishedRun {
    try server.publish(head: head, file: file, at: at)
  }
  func publishedRuns(before: Int64?, limit: Int) -> [PublishedRun] {
    server.publishedRuns(before: before, limit: limit)
  }
  func publishedFile(of run: Int64) -> SealedBytes? { server.publishedFile(of: run) }
  func removePublishedRun(_ run: Int64) throws(RepositoryError) -> Bool { try server.removePublishedRun(run) }
  func snapshots(of environment: String?) throws(RepositoryError) -> [SealedSnapshot] {
    try server.snapshots(of: environment)
  }
  func takeSnapshot(_ head: SealedSnapshotHead, of query: SharedQuery) throws(RepositoryError) -> SealedSnapshot? {
    try server.takeSnapshot(head, of: query)
  }
  func removeSnapshot(_ id: SealedSnapshotID) throws(RepositoryError) -> Bool { try server.removeSnapshot(id) }
  func rows(_ query: SharedQuery, asOf sequence: Int64) throws(RepositoryError) -> [SealedRow] {
    try server.rows(query, asOf: sequence)
  }
}
