package import ParleyEngine

// A snapshot has two halves under one name: this machine keeps its own keys, the team's server the team's. They belong together
// where they were taken at one moment; of the halves that others have taken there is the team's alone.
extension RoutedSharedData: SharedSnapshotStorage {
  /// In front of the name of a team's snapshot, where this machine has another one of the same name.
  private static let teamPrefix = "team:"

  /// The halves that a name means.
  private struct Halves {
    var own, teams: SharedSnapshot?
  }

  package var snapshots: (any SharedSnapshotStorage)? { local.snapshots == nil ? nil : self }

  package func snapshots(of environment: String?) async throws(RepositoryError) -> [SharedSnapshot] {
    let list = try await snapshotList(of: environment)
    if let problem = list.problem { throw problem }
    return list.snapshots
  }

  package func snapshotList(of environment: String?) async throws(RepositoryError) -> SharedSnapshotList {
    let own = try await local.snapshots?.snapshots(of: environment) ?? []
    do throws(RepositoryError) {
      return SharedSnapshotList(Self.merged(own, try await teams(of: environment)?.snapshots(of: environment) ?? []))
    } catch {
      return SharedSnapshotList(own, problem: error)
    }
  }

  private static func merged(_ own: [SharedSnapshot], _ theirs: [SharedSnapshot]) -> [SharedSnapshot] {
    let whole = own.map { half in theirs.first { $0.belongs(to: half) }.map { half.joined(with: $0) } ?? half }
    let rest = theirs.filter { half in !own.contains { half.belongs(to: $0) } }.map { half in
      half.asTeams(named: own.contains { $0.name.isIdentical(to: half.name) } ? teamPrefix + half.name : half.name)
    }
    return rest.isEmpty ? whole : (whole + rest).sorted { $0.at > $1.at }
  }

  /// The team's go first; where this machine's cannot be kept then, the team's are removed again.
  package func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot? {
    let environment = query.environment
    guard let local = local.snapshots,
      try await !local.snapshots(of: environment).contains(where: { $0.name.isIdentical(to: name) })
    else { return nil }
    guard let teams = teams(of: environment) else { return try await takeOwn(name, of: query, writer, time) }
    guard let theirs = try await teams.takeSnapshot(name, of: query, writer: writer, at: time) else { return nil }
    do throws(RepositoryError) {
      if let own = try await takeOwn(name, of: query, writer, time) { return own.joined(with: theirs) }
    } catch {
      _ = try? await teams.removeSnapshot(name, of: environment)
      throw error
    }
    _ = try await teams.removeSnapshot(name, of: environment)
    return nil
  }

  private func takeOwn(
    _ name: String, of query: SharedQuery, _ writer: String?, _ time: Timestamp
  ) async throws(RepositoryError) -> SharedSnapshot? {
    var own = query
    own.excluded = team?.keys
    return try await local.snapshots?.takeSnapshot(name, of: own, writer: writer, at: time)
  }

  /// The team's goes first: where that cannot be removed, nothing is.
  package func removeSnapshot(_ name: String, of environment: String?) async throws(RepositoryError) -> Bool {
    let halves = try await halves(of: name, in: environment)
    var isRemoved = false
    if let theirs = halves.teams, let teams = teams(of: environment) {
      isRemoved = try await teams.removeSnapshot(theirs.name, of: environment)
    }
    guard halves.own != nil, let local = local.snapshots else { return isRemoved }
    return try await local.removeSnapshot(name, of: environment) || isRemoved
  }

  package func list(
    _ query: SharedQuery, inSnapshot name: String
  ) async throws(RepositoryError) -> SharedRecordPage? {
    if query.isOwnOnly, let own = try await ownPage(query, of: name) { return own }
    let halves = try await halves(of: name, in: query.environment)
    if query.isOwnOnly { return halves.teams.map { _ in .none } }
    let own = halves.own == nil ? nil : try await ownPage(query, of: name)
    guard let theirs = halves.teams, let teams = teams(of: query.environment),
      let page = try await teams.list(query, inSnapshot: theirs.name)
    else { return own }
    var merged = SharedRecordPage(
      total: page.total + (own?.total ?? 0), records: page.records.map(\.asTeams) + (own?.records ?? []))
    merged.lanes = own == nil ? [Self.teamLane] : [0, Self.teamLane]
    return merged
  }

  private func ownPage(_ query: SharedQuery, of name: String) async throws(RepositoryError) -> SharedRecordPage? {
    var own = query
    own.excluded = team?.keys
    guard var page = try await local.snapshots?.list(own, inSnapshot: name) else { return nil }
    page.lanes = [0]
    return page
  }

  /// - Throws: the reason the team's data is unavailable.
  private func halves(of name: String, in environment: String?) async throws(RepositoryError) -> Halves {
    let own = try await local.snapshots?.snapshots(of: environment).first { $0.name.isIdentical(to: name) }
    let theirs = try await teams(of: environment)?.snapshots(of: environment) ?? []
    if let own { return Halves(own: own, teams: theirs.first { $0.belongs(to: own) }) }
    return Halves(
      teams: theirs.first { $0.name.isIdentical(to: name) }
        ?? theirs.first { name.isIdentical(to: Self.teamPrefix + $0.name) })
  }

  /// The storage of the team's halves; nil where the environment can have none of the team's keys.
  private func teams(of environment: String?) -> (any SharedSnapshotStorage)? {
    guard let team, team.keys.mayHaveKeys(of: environment) else { return nil }
    return team.storage.snapshots
  }
}

extension SharedSnapshot {
  /// Whether both are halves of one.
  fileprivate func belongs(to other: SharedSnapshot) -> Bool { name.isIdentical(to: other.name) && at == other.at }

  fileprivate func joined(with theirs: SharedSnapshot) -> SharedSnapshot {
    SharedSnapshot(
      name: name, environment: environment, count: count + theirs.count, teamCount: theirs.count, writer: writer, at: at
    )
  }

  fileprivate func asTeams(named name: String) -> SharedSnapshot {
    SharedSnapshot(
      name: name, environment: environment, count: count, teamCount: count, hasOwnKeys: false, writer: writer, at: at)
  }
}

extension SharedRecordPage {
  /// Of a snapshot that has none of the keys which are asked for.
  fileprivate static var none: SharedRecordPage {
    var page = SharedRecordPage(total: 0, records: [])
    page.lanes = []
    return page
  }
}

extension SharedKeySelection {
  /// Whether an environment can have keys that are selected: its own, or those that all environments share.
  fileprivate func mayHaveKeys(of environment: String?) -> Bool {
    guard !isEmpty else { return false }
    guard names.isEmpty, let environment else { return environments.isEmpty || !names.isEmpty }
    return environments.isEmpty || environments.contains(exactly: environment)
  }
}
