/// Kills programs at random moments, and looks for what they had reported as saved.
struct Kills: TorturePart {
  static let name = "kills"
  static let summary =
    "`kill -9` at a random moment of edits, saves, sends, runs, re-encryption, imports, renames, and writes of cache, history and shared data"
  static let promise = "everything reported as saved is there and complete; the rest is unchanged"
  static let shortCount = 12

  private let kinds: [any KillKind] = [
    KilledStore(), KilledSends(), KilledSaves(), KilledRuns(), KilledRewraps(), KilledCache(), KilledShared(),
    KilledEdits(), KilledBatches(), KilledImports(), KilledDescriptions(), KilledRenames(),
  ]

  func attempt(_ trial: Trial) async throws {
    try await kinds[trial.number % kinds.count].attempt(trial)
  }
}

/// What is killed.
protocol KillKind: Sendable {
  func attempt(_ trial: Trial) async throws
}
