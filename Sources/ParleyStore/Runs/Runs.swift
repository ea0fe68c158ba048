internal import GRDB
public import ParleyEngine
public import ParleyModel

/// The runs of groups that were kept, those that are in progress too.
///
/// ```swift
/// let run = client.run(checkout, RunOptions(repository: store))
/// …
/// for run in try await store.runs.recent(20) { show(run.sequence, run.summary) }
/// let recording = try await store.runs.recording(of: run.groupID)
/// ```
public struct Runs: Sendable {
  let access: StoreAccess

  /// The newest runs, newest first.
  /// - Parameters:
  ///   - before: only those that began before the one with this `sequence`.
  ///   - group: only those of the group with this name.
  public func recent(
    _ limit: Int, before: Int64? = nil, group: String? = nil
  ) async throws(RepositoryError) -> [KeptRun] {
    let condition =
      (group.map { Condition("name = ?", [$0]) } ?? Condition())
      + (before.map { Condition("seq < ?", [$0]) } ?? Condition())
    return try await runs(condition, limit: limit)
  }

  /// The run with this identifier, or this number; nil when it is not there.
  public func run(_ name: String) async throws(RepositoryError) -> KeptRun? {
    if let byID = try await runs(Condition("id = ?", [name]), limit: 1).first { return byID }
    guard let number = Int64(name) else { return nil }
    return try await runs(Condition("seq = ?", [number]), limit: 1).first
  }

  /// The recording of every node; nil when there is no such run. Of a run in progress, as far as it is written. An
  /// interrupted run without an end ends with the last known time in it.
  /// - Throws: `.damaged` or `.key` when it is sealed and does not open.
  public func recording(of id: String) async throws(RepositoryError) -> RunRecording? {
    guard let run = try await run(id) else { return nil }
    let store = try access.opened()
    var recording = try await store.log.read { database in
      RunRecording(
        run.summary, nodes: try RunTable.nodes(of: run, sealer: store.sealer, in: database),
        outline: try RunTable.outline(of: run, in: database))
    }
    if run.summary.state == .interrupted, run.summary.endedAt == nil {
      recording.summary.startedAt = recording.firstAttempt ?? recording.summary.startedAt
      recording.summary.endedAt = recording.lastMoment
    }
    return recording
  }

  /// The name of the step from which a run replays or forks another; nil for a run from the beginning.
  package func originStep(of run: KeptRun) async throws(RepositoryError) -> String? {
    guard let origin = run.summary.origin else { return nil }
    let steps = try await access.opened().log.read { try RunTable.outline(of: run, in: $0) }
    return steps.first { $0.path == origin.from.withoutElements }?.name
  }

  /// Calls when runs may have begun, ended, been pinned or deleted, by this program or another; once for several. On a thread of
  /// the store's, as long as the store is open.
  public func onChange(_ call: @escaping @Sendable () -> Void) {
    access.onRunChange(call)
  }

  /// Calls when another program has written what a step of a run did; once for several. On a thread of the store's, as long as the
  /// store is open.
  package func onProgress(_ call: @escaping @Sendable () -> Void) {
    access.onRunProgress(call)
  }

  /// Keeps a run however old it gets, with the exchanges its nodes need, those too that a replay took from the run before; or lets
  /// both go with the others again, except for the exchanges that another pinned run needs.
  package func setPinned(_ isPinned: Bool, _ id: String) async throws(RepositoryError) {
    let exchanges = try await exchanges(of: id).subtracting(isPinned ? [] : exchangesOfPinned(besides: id))
    try await access.opened().log.write { database in
      try database.execute(sql: "UPDATE run SET pinned = ? WHERE id = ?", arguments: [isPinned, id])
      let statement = try database.cachedStatement(sql: "UPDATE exchange SET pinned = ? WHERE id = ?")
      for exchange in exchanges { try statement.execute(arguments: [isPinned, exchange.rawValue]) }
    }
    access.observers.tell(.changed)
    try access.opened().tellOfRuns()
  }

  private func exchangesOfPinned(besides id: String) async throws(RepositoryError) -> Set<ExchangeID> {
    var all: Set<ExchangeID> = []
    for run in try await runs(Condition("pinned AND id <> ?", [id]), limit: .max) {
      all.formUnion(try await exchanges(of: run.id))
    }
    return all
  }

  private func exchanges(of id: String) async throws(RepositoryError) -> Set<ExchangeID> {
    Set(try await recording(of: id)?.nodes.flatMap(\.exchanges) ?? [])
  }

  /// Forgets runs, pinned ones too; the exchanges stay in the history, unless they were imported with the run. Those it does not
  /// have are no error.
  public func delete(_ ids: [String]) async throws(RepositoryError) {
    let store = try access.opened()
    let wereImported = try await store.log.write { database in
      let exchanges = try database.cachedStatement(sql: "DELETE FROM exchange WHERE imported = ?")
      let runs = try database.cachedStatement(sql: "DELETE FROM run WHERE id = ?")
      var count = 0
      for id in ids {
        try exchanges.execute(arguments: [id])
        count += database.changesCount
        try runs.execute(arguments: [id])
      }
      return count > 0
    }
    store.tellOfRuns()
    guard wereImported else { return }
    access.observers.tell(.changed)
    try await store.retentionJob.removeUnneededBodies()
  }

  private func runs(_ condition: Condition, limit: Int) async throws(RepositoryError) -> [KeptRun] {
    let sql = "SELECT \(RunTable.columns) FROM run \(condition.clause) ORDER BY seq DESC LIMIT ?"
    let arguments = condition.arguments + [limit]
    return try await access.opened().log.read { database in
      try Row.fetchAll(database, sql: sql, arguments: arguments).map(KeptRun.init)
    }
  }
}
