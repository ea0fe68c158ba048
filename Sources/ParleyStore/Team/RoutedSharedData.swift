package import ParleyEngine

/// Shared data in two places: what stays on this machine, and what a team has together.
///
/// Each place counts its changes by itself. The team's numbers are told with `teamBase` added, so that no two changes have one number,
/// and each place is a row of numbers of its own to those who follow the changes.
package final class RoutedSharedData: SharedDataStorage {
  package static let teamBase = SharedEntry.teamBase
  /// Of the rows of numbers, the team's.
  package static let teamLane = 1

  /// Which keys are the team's, and where they are.
  package struct Team: Sendable {
    let keys: SharedKeySelection
    let storage: any SharedDataStorage

    /// The keys of a team.
    package init(keys: SharedKeySelection, storage: any SharedDataStorage) {
      (self.keys, self.storage) = (keys, storage)
    }
  }

  private struct State {
    var team: Team?
    var listeners: [@Sendable () -> Void] = []
  }

  let local: any SharedDataStorage
  private let state: Lock<State>

  /// Everything stays on this machine until there is a team.
  package init(local: any SharedDataStorage, team: Team? = nil) {
    self.local = local
    state = Lock(State(team: team))
  }

  /// The team of now; nil where all keys stay on this machine. Who follows the changes must begin anew in the team's row of numbers.
  package var team: Team? {
    get { state.withLock { $0.team } }
    set {
      let listeners = state.withLock { state in
        state.team = newValue
        return state.listeners
      }
      for listener in listeners { newValue?.storage.onForeignChange(listener) }
    }
  }

  /// Whether a key is the team's.
  package func isTeams(_ key: SharedKey) -> Bool { team?.keys.contains(key) == true }

  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    let team = state.withLock { state in
      state.listeners.append(call)
      return state.team
    }
    local.onForeignChange(call)
    team?.storage.onForeignChange(call)
  }
}

// Reading.
extension RoutedSharedData {
  package func lastSequence() async throws(RepositoryError) -> Int64 {
    try await lastSequences(waitingFor: Self.teamLane).compactMap(\.self).filter { $0 != Self.teamBase }.max() ?? 0
  }

  package func lastSequences(waitingFor lane: Int?) async throws(RepositoryError) -> [Int64?] {
    let own = try await local.lastSequence()
    guard let team else { return [own] }
    let teams = try await team.storage.lastSequences(waitingFor: lane == Self.teamLane ? 0 : nil).first
    return [own, (teams ?? nil).map { $0 + Self.teamBase }]
  }

  package func lane(of key: SharedKey) -> Int { isTeams(key) ? Self.teamLane : 0 }

  package func lastChange(of key: SharedKey) async throws(RepositoryError) -> SharedRecord? {
    guard let team = team(of: key) else { return try await local.lastChange(of: key) }
    return try await team.lastChange(of: key)?.asTeams
  }

  package func changes(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SharedRecord] {
    guard sequence >= Self.teamBase else { return try await local.changes(after: sequence, limit: limit) }
    let changes = try await team?.storage.changes(after: sequence - Self.teamBase, limit: limit)
    return changes?.map(\.asTeams) ?? []
  }

  package func history(
    of key: SharedKey, before: Int64?, limit: Int
  ) async throws(RepositoryError) -> [SharedRecord] {
    guard let team = team(of: key) else { return try await local.history(of: key, before: before, limit: limit) }
    let before = before.map { max(0, $0 - Self.teamBase) }
    return try await team.history(of: key, before: before, limit: limit).map(\.asTeams)
  }

  package func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedRecord]] {
    guard let team, keys.contains(where: team.keys.contains) else {
      return try await local.histories(of: keys, limit: limit)
    }
    let (own, teams) = keys.divided(by: team.keys)
    let ours = try await local.histories(of: own, limit: limit)
    let theirs = try await team.storage.histories(of: teams, limit: limit).map { $0.map(\.asTeams) }
    return keys.joining(ours, theirs, by: team.keys)
  }

  package func heads(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SharedHead]] {
    guard let team, keys.contains(where: team.keys.contains) else {
      return try await local.heads(of: keys, limit: limit)
    }
    let (own, teams) = keys.divided(by: team.keys)
    let ours = try await local.heads(of: own, limit: limit)
    let theirs = try await team.storage.heads(of: teams, limit: limit).map { $0.map(\.asTeams) }
    return keys.joining(ours, theirs, by: team.keys)
  }

  package func list(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage {
    guard let team else { return try await local.list(query) }
    let list = MergedSharedList(own: local, team: team)
    return query.isOwnOnly ? try await list.ownPage(query) : try await list.page(query)
  }

  package func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    guard let team else { return try await local.keys(query) }
    let list = MergedSharedList(own: local, team: team)
    return query.isOwnOnly ? try await list.ownKeys(query) : try await list.keys(query)
  }

  package func level(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> SharedLevel {
    guard let team else { return try await local.level(query, limit: limit) }
    return try await MergedSharedList(own: local, team: team).level(query, limit: limit)
  }

  /// Keys of this machine that are not seen, because keys of these names are the team's.
  package func hiddenByTeam(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    guard let team else { return [] }
    var query = query
    query.selected = team.keys
    return try await local.list(query).records.map(\.key)
  }

  private func team(of key: SharedKey) -> (any SharedDataStorage)? {
    guard let team, team.keys.contains(key) else { return nil }
    return team.storage
  }
}

// Writing.
extension RoutedSharedData {
  package func append(_ edit: SharedEdit) async throws(RepositoryError) -> SharedAppend {
    guard let team = team(of: edit.key) else { return try await local.append(edit) }
    let result = try await team.append(edit.forTeam)
    guard case .made(let record) = result else { return result }
    return .made(record.asTeams)
  }

  package func append(all edits: [SharedEdit]) async throws(RepositoryError) -> SharedBatch {
    guard let team, edits.contains(where: { team.keys.contains($0.key) }) else {
      return try await local.append(all: edits)
    }
    let (own, teams) = (edits.filter { !team.keys.contains($0.key) }, edits.filter { team.keys.contains($0.key) })
    return try await SplitBatch(local: local, team: team.storage).append(own, teams.map(\.forTeam))
  }

  /// The team's first: where they cannot be removed, nothing is.
  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit
  ) async throws(RepositoryError) -> Int {
    var own = query
    own.excluded = team?.keys
    let removed = try await removeAllOfTeam(query, edit: edit)
    return removed + (try await local.removeAll(own, edit: edit))
  }

  private func removeAllOfTeam(
    _ query: SharedQuery, edit: (SharedKey) -> SharedEdit
  ) async throws(RepositoryError) -> Int {
    guard let team, !team.keys.excludesAll(query.prefix) else { return 0 }
    var all = query
    (all.offset, all.limit) = (0, .max)
    let found = try await team.storage.list(all).records.map(\.key).filter(team.keys.contains)
    guard !found.isEmpty else { return 0 }
    _ = try await team.storage.append(all: found.map { edit($0).forTeam })
    return found.count
  }

  package func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) async throws(SharedDataError) {
    try await local.rewrite(names, unlessBy: cipher, content: content)
    try await team?.storage.rewrite(names, unlessBy: cipher, content: content)
  }
}

extension [SharedKey] {
  /// This machine's keys and the team's, each in their order.
  fileprivate func divided(by teams: SharedKeySelection) -> (own: [SharedKey], teams: [SharedKey]) {
    (filter { !teams.contains($0) }, filter(teams.contains))
  }

  /// In the order of the keys, what was found of this machine's and of the team's.
  fileprivate func joining<Found>(_ own: [Found], _ theirs: [Found], by teams: SharedKeySelection) -> [Found] {
    var (own, theirs) = (own.makeIterator(), theirs.makeIterator())
    return compactMap { teams.contains($0) ? theirs.next() : own.next() }
  }
}

extension SharedHead {
  /// With the numbers that the team's changes have on this machine.
  fileprivate var asTeams: SharedHead {
    let base = RoutedSharedData.teamBase
    return SharedHead(
      sequence: sequence + base, restored: restored.map { $0 == 0 ? 0 : $0 + base }, isRemoval: isRemoval,
      cipher: cipher)
  }
}

extension SharedRecord {
  /// With the numbers that the team's changes have on this machine.
  var asTeams: SharedRecord {
    let base = RoutedSharedData.teamBase
    return SharedRecord(
      sequence: sequence + base, key: key, content: content, writer: writer, at: at, origin: origin,
      restored: restored.map { $0 == 0 ? 0 : $0 + base }, batch: batch.map { $0 + base })
  }
}

extension SharedEdit {
  /// With the numbers that the team counts by. One that expects a change of this machine's finds none.
  var forTeam: SharedEdit {
    let base = RoutedSharedData.teamBase
    var edit = self
    edit.restored = restored.map { max(0, $0 - base) }
    if case .lastChange(let last) = expectation, last != 0 {
      edit.expectation = .lastChange(last > base ? last - base : .max)
    }
    return edit
  }
}
