package import ParleyEngine
import ParleyTeam

// Environments that get another name.
extension TeamSharedData {
  /// How many changes of a key go along with it.
  private static let longestHistory = 200

  /// Gives the keys of an environment to another name, with their newest changes and the snapshots of it, all of them or none.
  /// - Returns: how many keys the other name has already; unless there are none, nothing has changed.
  func move(_ environment: String, to new: String) async throws(RepositoryError) -> Int {
    guard !seal.cipher.isLocked else { throw TeamCipher.locked }
    let taken = try await currentRows(in: new, selectedBy: keys.renaming(environment, to: new)).count
    guard taken == 0 else { return taken }
    var edits: [SealedEdit] = []
    for row in try await currentRows(in: environment, selectedBy: keys.renaming(new, to: environment)) {
      edits += try await self.edits(moving: row, to: new)
    }
    let snapshots = try await snapshots(of: environment, movingTo: new)
    guard !edits.isEmpty || !snapshots.heads.isEmpty else { return 0 }
    if case .conflict(let key) = try await server.append(all: edits, moving: snapshots) {
      throw RepositoryError(
        .writing, "“\(key.name)” was changed meanwhile by somebody else.", place: key.name,
        advice: "Nothing was changed. Try again.")
    }
    return 0
  }

  private func currentRows(
    in environment: String, selectedBy keys: SharedKeySelection
  ) async throws(RepositoryError) -> [SealedRow] {
    try await server.list(SharedQuery(environment: environment, rules: SharedRules())).rows
      .filter { keys.contains($0.key) }
  }

  /// An older change that cannot be read any more does not go along.
  private func edits(moving last: SealedRow, to environment: String) async throws(RepositoryError) -> [SealedEdit] {
    let key = SharedKey(last.key.name, in: environment)
    let before = try await server.lastRow(of: key)?.sequence ?? 0
    let history = try await server.history(of: last.key, before: last.sequence, limit: Self.longestHistory - 1)
    var edits: [SealedEdit] = history.reversed().compactMap { try? seal.moved($0, to: key, .anything) }
    edits.append(try seal.moved(last, to: key, .anything))
    edits[0].expectation = .lastChange(before)
    let removal = SharedEdit(
      key: last.key, content: nil, writer: TeamPerson.byHand, at: .now(), origin: 0, restored: nil,
      expectation: .lastChange(last.sequence))
    return edits + [try seal.seal(removal)]
  }
}

extension RoutedSharedData {
  /// Gives the team's keys of an environment to another name, for everybody in the team, all of them or none.
  /// - Returns: how many of the team's keys the other name has already; unless there are none, nothing has changed.
  /// - Throws: why the team cannot be had, before it is known whether it has any.
  package func moveTeamKeys(of environment: String, to new: String) async throws(RepositoryError) -> Int {
    guard let team, team.keys.hasKeys(of: environment) || team.keys.hasKeys(of: new) else { return 0 }
    guard let storage = team.storage as? TeamSharedData else {
      _ = try await team.storage.lastSequence()
      return 0
    }
    return try await storage.move(environment, to: new)
  }
}

extension SharedKeySelection {
  fileprivate func hasKeys(of environment: String) -> Bool {
    environments.isEmpty || environments.contains(exactly: environment)
  }

  func renaming(_ environment: String, to new: String) -> SharedKeySelection {
    var renamed = self
    renamed.environments = environments.map { $0.isIdentical(to: environment) ? new : $0 }
    return renamed
  }
}
