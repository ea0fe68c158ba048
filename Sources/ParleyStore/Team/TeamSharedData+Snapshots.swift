package import ParleyEngine
import ParleyTeam

// Snapshots are on the server alone, beside the changes that they refer to. It sees their names; who took them is sealed.
extension TeamSharedData: SharedSnapshotStorage {
  package var snapshots: (any SharedSnapshotStorage)? { self }

  package func snapshots(of environment: String?) async throws(RepositoryError) -> [SharedSnapshot] {
    try await server.snapshots(of: environment).map(seal.snapshot)
  }

  package func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot? {
    // That it is taken, or that the server is away, is told before anybody is asked for a passphrase.
    guard try await snapshot(name, of: query.environment) == nil else { return nil }
    let head = try seal.head(of: SealedSnapshotID(name: name, environment: query.environment, at: time), writer: writer)
    return try await server.takeSnapshot(head, of: selecting(query)).map(seal.snapshot)
  }

  package func removeSnapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> Bool {
    guard let found = try await snapshot(name, of: environment) else { return false }
    return try await server.removeSnapshot(found.head.id)
  }

  package func list(
    _ query: SharedQuery, inSnapshot name: String
  ) async throws(RepositoryError) -> SharedRecordPage? {
    guard let found = try await snapshot(name, of: query.environment) else { return nil }
    let rows = try await server.rows(selecting(query), asOf: found.sequence)
    let window = rows.dropFirst(query.offset).prefix(query.limit)
    return SharedRecordPage(total: rows.count, records: window.map(seal.record))
  }

  private func snapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> SealedSnapshot? {
    try await server.snapshots(of: environment).first { $0.head.id.name.isIdentical(to: name) }
  }
}

extension TeamSeal {
  fileprivate func head(of id: SealedSnapshotID, writer: String?) throws(RepositoryError) -> SealedSnapshotHead {
    let payload = TeamPayload(content: nil, writer: writer, person: person)
    return SealedSnapshotHead(id: id, sealed: try seal(payload.bytes, at: id.place))
  }

  /// Who took it is known to whoever has the team's key.
  fileprivate func snapshot(_ kept: SealedSnapshot) -> SharedSnapshot {
    let id = kept.head.id
    let payload = try? TeamPayload(try open(kept.head.sealed, at: id.place))
    return SharedSnapshot(
      name: id.name, environment: id.environment, count: kept.count, teamCount: kept.count,
      writer: payload.flatMap(shownWriter), at: id.at)
  }
}

extension SealedSnapshotID {
  fileprivate var place: SealedPlace {
    SealedPlace(table: "team snapshot", row: "\(environment ?? "")\0\(name)", column: "\(at.microseconds)")
  }
}
