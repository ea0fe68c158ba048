import ParleyEngine

/// Changes that belong together, although some are the team's and some are this machine's: no transaction spans both.
struct SplitBatch {
  let local: any SharedDataStorage
  let team: any SharedDataStorage

  /// The team's go first; where this machine's are refused then, the team's are taken back, so that all are made or none.
  func append(_ own: [SharedEdit], _ teams: [SharedEdit]) async throws(RepositoryError) -> SharedBatch {
    if let refused = try await refused(own) { return .conflict(refused) }
    guard case .made(let made) = try await team.append(all: teams) else {
      return .conflict(try await refused(teams, by: team) ?? teams[0].key)
    }
    let rest: SharedBatch
    do throws(RepositoryError) {
      rest = own.isEmpty ? .made([]) : try await local.append(all: own, asPartOf: made.first.map(Self.batch))
    } catch {
      try await takeBack(made)
      throw error
    }
    guard case .made(let others) = rest else {
      try await takeBack(made)
      return rest
    }
    return .made(made.map(\.asTeams) + others)
  }

  /// By which this machine knows a batch that has begun with a change of the team's.
  private static func batch(begunBy first: SharedRecord) -> Int64 {
    (first.batch ?? first.sequence) + RoutedSharedData.teamBase
  }

  private func refused(_ edits: [SharedEdit]) async throws(RepositoryError) -> SharedKey? {
    try await refused(edits, by: local)
  }

  private func refused(_ edits: [SharedEdit], by storage: any SharedDataStorage) async throws(RepositoryError)
    -> SharedKey?
  {
    let heads = try await storage.heads(of: edits.map(\.key), limit: 1)
    return zip(edits, heads).first { edit, heads in
      if case .lastChange(let expected) = edit.expectation { heads.first?.sequence ?? 0 != expected } else { false }
    }?.0.key
  }

  /// Takes changes back. A key that somebody has changed since stays as it is.
  private func takeBack(_ made: [SharedRecord]) async throws(RepositoryError) {
    for record in made.reversed() {
      let before = try await team.history(of: record.key, before: record.sequence, limit: 1).first
      let edit = SharedEdit(
        key: record.key, content: before?.content, writer: record.writer, at: record.at, origin: record.origin,
        restored: before?.sequence ?? 0, expectation: .lastChange(record.sequence))
      _ = try await team.append(edit)
    }
  }
}
