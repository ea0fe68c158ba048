package import ParleyEngine
import ParleyTeam

// Environments that get another name.
extension TeamSharedData {
  /// How many changes of a key go along with it.
  private static let longestHistory = 200

  /// Gives the keys of an environment to another name, with their newest changes and the snapshots of it, all of them or none.
  /// - Returns: how many keys the other name has already; unless there are none, nothing has changed.
  /// - Throws: `.writing` where the other name has snapshots already.
  func move(_ environment: String, to new: String) async throws(RepositoryError) -> Int {
    guard !seal.cipher.isLocked else { throw TeamCipher.locked }
    // A key that comes afterwards is a conflict.
    let edits = try await edits(moving: environment, to: new)
    let taken = try await server.list(query(of: new, insteadOf: environment)).total
    guard taken == 0 else { return taken }
    guard try await server.snapshots(of: new).isEmpty else { throw .hasSnapshots(new) }
    let snapshots = try await snapshots(of: environment, movingTo: new)
    guard !edits.isEmpty || !snapshots.heads.isEmpty else { return 0 }
    if case .conflict(let key) = try await server.append(all: edits, moving: snapshots) {
      throw RepositoryError(
        .writing, "“\(key.name)” was changed meanwhile by somebody else.", place: key.name,
        advice: "Nothing was changed. Try again.")
    }
    return 0
  }

  /// The team's keys of an environment, also before or after the file says so.
  private func query(of environment: String, insteadOf other: String) -> SharedQuery {
    var query = SharedQuery(environment: environment, rules: SharedRules())
    query.selected = keys.renaming(other, to: environment)
    return query
  }

  /// The server is asked twice, however many keys there are.
  private func edits(moving environment: String, to new: String) async throws(RepositoryError) -> [SealedEdit] {
    let rows = try await server.histories(
      query(of: environment, insteadOf: new), limit: Self.longestHistory)
    let histories = Dictionary(grouping: rows, by: \.key).sorted { $0.key.name.precedes($1.key.name) }
    let moved = histories.map { SharedKey($0.key.name, in: new) }
    let before = try await server.lastSequences(of: moved)
    guard before.count == moved.count else { throw RecordReader.damage }
    var edits: [SealedEdit] = []
    for (place, history) in histories.enumerated() {
      edits += try self.edits(moving: history.value, to: moved[place], after: before[place])
    }
    return edits
  }

  /// An older change that cannot be read any more does not go along.
  /// - Parameters:
  ///   - history: of one key, oldest first.
  ///   - before: the last change that the new key must have.
  private func edits(
    moving history: [SealedRow], to key: SharedKey, after before: Int64
  ) throws(RepositoryError) -> [SealedEdit] {
    guard let last = history.last else { return [] }
    var edits: [SealedEdit] = history.dropLast().compactMap { try? seal.moved($0, to: key, .anything) }
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
  /// - Parameter takesBack: whether the files still have the other name, since the renaming is undone.
  /// - Returns: how many of the team's keys the other name has already; unless there are none, nothing has changed.
  /// - Throws: the reason the team's data is unavailable, before it is known whether it has any.
  package func moveTeamKeys(
    of environment: String, to new: String, takesBack: Bool = false
  ) async throws(RepositoryError) -> Int {
    guard let team, team.keys.hasKeys(of: environment) || takesBack && team.keys.hasKeys(of: new) else { return 0 }
    guard let storage = team.storage as? TeamSharedData else {
      _ = try await team.storage.lastSequence()
      return 0
    }
    return try await storage.move(environment, to: new)
  }
}

extension RepositoryError {
  /// They would be taken for those of the environment that gets the name.
  fileprivate static func hasSnapshots(_ environment: String) -> RepositoryError {
    RepositoryError(
      .writing, "The team has snapshots of “\(environment)” already.", place: environment,
      advice: "Nothing was changed. Choose another name, or remove these snapshots first.")
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
