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
    let rows = try await server.rows(selecting(query, in: found), asOf: found.sequence)
    let window = rows.dropFirst(query.offset).prefix(query.limit)
    return SharedRecordPage(
      total: rows.count, records: window.map { seal.record($0).seen(from: query.environment) })
  }

  /// The changes of a snapshot whose environment got another name are those of the old one.
  private func selecting(_ query: SharedQuery, in snapshot: SealedSnapshot) -> SharedQuery {
    var query = selecting(query)
    guard let environment = query.environment, let old = snapshot.movedFrom else { return query }
    query.environment = old
    query.selected = keys.renaming(environment, to: old)
    return query
  }

  /// Those of an environment, sealed for another one. Who took one that does not open is known to nobody there either.
  func snapshots(
    of environment: String, movingTo new: String
  ) async throws(RepositoryError) -> SealedSnapshotMove {
    let known = try await server.snapshots(of: environment)
    var heads: [SealedSnapshotHead] = []
    for head in known.map(\.head) { heads.append(try seal.moved(head, to: new)) }
    return SealedSnapshotMove(heads, from: environment, to: new)
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

  /// The same snapshot of another environment: who took it, and when, stays.
  fileprivate func moved(
    _ head: SealedSnapshotHead, to environment: String
  ) throws(RepositoryError) -> SealedSnapshotHead {
    let id = SealedSnapshotID(name: head.id.name, environment: environment, at: head.id.at)
    guard let payload = try? open(head.sealed, at: head.id.place) else {
      return SealedSnapshotHead(id: id, sealed: head.sealed)
    }
    return SealedSnapshotHead(id: id, sealed: try seal(payload, at: id.place))
  }

  /// Opens a snapshot. Its author is known only with the team's key.
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

extension SharedRecord {
  /// The same change of the key that has this name in another environment.
  fileprivate func seen(from environment: String?) -> SharedRecord {
    guard key.environment != nil, key.environment != environment else { return self }
    return SharedRecord(
      sequence: sequence, key: SharedKey(key.name, in: environment), content: content, writer: writer, at: at,
      origin: origin, restored: restored, batch: batch)
  }
}
