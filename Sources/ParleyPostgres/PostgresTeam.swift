package import ParleyEngine
package import ParleyTeam

/// A team's server in PostgreSQL.
///
/// A change is numbered while its writer holds the one row of a counter, so that changes become visible in the order of
/// their numbers. NOTIFY reports the writes of others. While the server cannot be reached, the copy is read and nothing
/// is written; when it is back, observers read on from the number where they stopped.
package final class PostgresTeam: TeamServer {
  /// The first word on a server takes no longer, whatever the network does.
  private static let longestFirstWord: Duration = .seconds(7)

  let work: WorkConnection
  let board = StateBoard()
  private let follower: TeamFollower
  private let copy: (any SealedRowCopy)?
  private let copier: TeamCopier?
  private let observers = ForeignChanges()
  private let runObservers = ForeignChanges()

  /// Connects with the first call that needs it.
  /// - Throws: `.unusablePath` for an address that cannot be read, `.untrusted` for one that would not be verified.
  package init(_ address: TeamAddress, copy: (any SealedRowCopy)?) throws(RepositoryError) {
    let (settings, schema) = (try ConnectionSettings(address), try TeamSchema(address.schema))
    work = WorkConnection(settings, schema)
    self.copy = copy
    let copier = copy.map { [work] in TeamCopier($0, of: work) }
    self.copier = copier
    let (board, observers, runObservers) = (board, observers, runObservers)
    follower = TeamFollower(
      settings, schema,
      TeamFollower.Calls(
        connected: {
          board.become(.connected)
          copier?.catchUpSoon()
          observers.tell()
          runObservers.tell()
        },
        changed: { payloads in
          if payloads.contains(TeamStatements.newsOfRuns) { runObservers.tell() }
          let changes = payloads.filter { $0 != TeamStatements.newsOfRuns }
          guard !changes.isEmpty else { return }
          copier?.catchUpSoon()
          observers.tell(changes)
        },
        alive: { copier?.catchUpSoon() },
        failed: { error in Self.noteSoon(error, on: board, copy) }))
  }

  deinit { follower.close() }

  package var state: TeamServerState { board.state }

  package func onStateChange(_ call: @escaping @Sendable (TeamServerState) -> Void) {
    board.onChange(call)
    follower.start()
  }

  package func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    observers.add(call)
    follower.start()
  }

  package func onRunsChange(_ call: @escaping @Sendable () -> Void) {
    runObservers.add(call)
    follower.start()
  }

  package func close() async {
    board.become(.closed)
    follower.close()
    await work.close()
  }

  /// Brings the copy up to what the server has now.
  package func copyNow() async { await copier?.catchUp() }

  private static func noteSoon(_ error: RepositoryError, on board: StateBoard, _ copy: (any SealedRowCopy)?) {
    let words = board.words
    Task { await note(error, on: board, copy, ifStill: words) }
  }

  /// Notes that the server cannot be used, unless it came back meanwhile.
  private static func note(
    _ error: RepositoryError, on board: StateBoard, _ copy: (any SealedRowCopy)?, ifStill words: Int
  ) async {
    let position = try? await copy?.position()
    let copiedAt = position.flatMap { $0.isComplete ? $0.at : nil }
    let offline = TeamOffline(since: .now(), copiedAt: copiedAt, error: error)
    board.become(error.kind == .unreachable ? .offline(offline) : .refused(offline), ifStill: words)
  }

  /// Returns the state of the server, once it is known.
  private func settled() async throws(RepositoryError) -> TeamServerState {
    follower.start()
    if board.state == .connecting {
      let limit = Task { [board, copy, place = work.settings.place, words = board.words] in
        try await Task.sleep(for: Self.longestFirstWord)
        let silence = PostgresFailure.lost(.init("no response within 7 seconds")).explained(at: place)
        await Self.note(silence, on: board, copy, ifStill: words)
      }
      defer { limit.cancel() }
      _ = await board.settled()
    }
    guard board.state != .closed else { throw .closed(at: work.settings.place) }
    return board.state
  }
}

// Reading: from the server, or from what was last known.
extension PostgresTeam {
  private func read<Value: Sendable>(
    _ work: @escaping @Sendable (TeamStatements) throws -> Value,
    orCopy known: (any SealedRowCopy) async throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let trouble = try await settled().trouble
    guard let trouble else { return try await readNow(work, orCopy: known) }
    return try await read(known, because: trouble.error)
  }

  private func readNow<Value: Sendable>(
    _ statements: @escaping @Sendable (TeamStatements) throws -> Value,
    orCopy known: (any SealedRowCopy) async throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    do throws(WorkConnection.Failure) {
      return try await work.run(statements)
    } catch {
      let error = await explained(error)
      guard case .unreachable = error.kind, copy != nil, board.state != .connected else { throw error }
      return try await read(known, because: error)
    }
  }

  private func read<Value>(
    _ known: (any SealedRowCopy) async throws(RepositoryError) -> Value, because error: RepositoryError
  ) async throws(RepositoryError) -> Value {
    guard let copy else { throw error }
    guard let position = try await copy.position(), position.isComplete else { throw error }
    return try await known(copy)
  }

  package func lastSequence() async throws(RepositoryError) -> Int64 {
    try await read({ try $0.lastSequence() }, orCopy: { copy throws(RepositoryError) in try await copy.lastSequence() })
  }

  package func revision() async throws(RepositoryError) -> SealedRevision {
    try await read(
      { SealedRevision(try $0.moment()) },
      orCopy: { copy throws(RepositoryError) in try await copy.revision() })
  }

  package func lastRow(of key: SharedKey) async throws(RepositoryError) -> SealedRow? {
    try await read(
      { try $0.history(of: key, before: nil, limit: 1).first },
      orCopy: { copy throws(RepositoryError) in try await copy.lastRow(of: key) })
  }

  package func rows(after sequence: Int64, limit: Int) async throws(RepositoryError) -> [SealedRow] {
    try await read(
      { try $0.rows(where: "seq > $1", [.number(sequence)], limit: limit) },
      orCopy: { copy throws(RepositoryError) in try await copy.rows(after: sequence, limit: limit) })
  }

  package func history(of key: SharedKey, before: Int64?, limit: Int) async throws(RepositoryError) -> [SealedRow] {
    try await read(
      { try $0.history(of: key, before: before, limit: limit) },
      orCopy: { copy throws(RepositoryError) in try await copy.history(of: key, before: before, limit: limit) })
  }

  package func histories(of keys: [SharedKey], limit: Int) async throws(RepositoryError) -> [[SealedRow]] {
    try await read(
      { try $0.histories(of: keys, limit: limit) },
      orCopy: { copy throws(RepositoryError) in try await copy.histories(of: keys, limit: limit) })
  }

  /// From the copy where little has changed since: then only that comes over the network.
  package func list(_ query: SharedQuery) async throws(RepositoryError) -> SealedPage {
    if try await settled().trouble == nil, let page = await copier?.pageAsOfNow(query) { return page }
    return try await read(
      { try $0.page(query) }, orCopy: { copy throws(RepositoryError) in try await copy.list(query) })
  }
}

// Writing: on the server, or not at all.
extension PostgresTeam {
  /// Somebody waits for it: a server that was away is tried at once, and what it says now is what counts.
  /// - Parameter statements: may be repeated, when its response was lost.
  func write<Value: Sendable>(
    _ statements: @escaping @Sendable (TeamStatements) throws -> Value
  ) async throws -> Value {
    let wasAway = try await settled().trouble != nil
    do throws(WorkConnection.Failure) {
      let value = try await work.run(statements)
      if wasAway { cameBack() }
      return value
    } catch {
      if case .refused(let reason as SharedDataError) = error { throw reason }
      let explained = await explained(error)
      if case .broke(let failure) = error { throw RepositoryError.unknownOutcome(failure, at: work.settings.place) }
      throw explained
    }
  }

  /// Notes that the server is back: the next read comes from it, not from the copy.
  private func cameBack() {
    board.become(.connected)
    follower.reconnect()
  }

  func change<Value: Sendable>(
    _ statements: @escaping @Sendable (TeamStatements) throws -> Value
  ) async throws(RepositoryError) -> Value {
    do { return try await write(statements) } catch { throw RepositoryError(other: error, at: work.settings.place) }
  }

  package func append(all edits: [SealedEdit]) async throws(RepositoryError) -> SealedBatch {
    let batch = try await change { try $0.append(all: edits) }
    expectNews(of: batch)
    return batch
  }

  package func append(
    all edits: [SealedEdit], moving snapshots: SealedSnapshotMove
  ) async throws(RepositoryError) -> SealedBatch {
    let batch = try await change { try $0.append(all: edits, moving: snapshots) }
    expectNews(of: batch)
    return batch
  }

  private func expectNews(of batch: SealedBatch) {
    if case .made(let rows) = batch, let last = rows.last { observers.expect(own: last.sequence) }
  }

  package func removeAll(
    _ query: SharedQuery, edit: @escaping @Sendable (SharedKey) throws(SharedDataError) -> SealedEdit
  ) async throws(SharedDataError) -> Int {
    let sealed = Lock<[SealedEdit]?>(nil)
    return try await sharedChange { statements in
      try statements.connection.transaction {
        try statements.hold()
        // When it is repeated, with the same seals: so what was removed is not removed twice.
        let edits = try sealed.withLock { $0 } ?? statements.keys(query).map(edit)
        sealed.withLock { $0 = edits }
        _ = try statements.append(all: edits)
        return edits.count
      }
    }
  }

  package func rewrite(
    _ names: [KeyPattern], reseal: @escaping @Sendable (SealedRow) throws(SharedDataError) -> SealedBytes?
  ) async throws(SharedDataError) {
    let (exact, patterns) = (names.filter(\.isExact).map(\.text), names.filter { !$0.isExact }.map(TeamCondition.like))
    return try await sharedChange { statements in
      try statements.connection.transaction {
        try statements.hold()
        var last: Int64 = 0
        while case let page = try statements.rows(
          where: "(key = ANY ($1) OR key LIKE ANY ($2)) AND seq > $3",
          [.texts(exact), .texts(patterns), .number(last)],
          limit: 500),
          let end = page.last
        {
          last = end.sequence
          try statements.reseal(page.compactMap { row in try reseal(row).map { (row.sequence, $0) } })
        }
      }
    }
  }

  private func sharedChange<Value: Sendable>(
    _ statements: @escaping @Sendable (TeamStatements) throws -> Value
  ) async throws(SharedDataError) -> Value {
    do {
      return try await write(statements)
    } catch {
      throw error as? SharedDataError ?? SharedDataError(RepositoryError(other: error, at: work.settings.place))
    }
  }

  /// Returns a failure in words for people. A server that was lost counts as unreachable from then on.
  private func explained(_ failure: WorkConnection.Failure) async -> RepositoryError {
    let error =
      switch failure {
      case .unconnected(let error): error
      case .broke(let failure): failure.explained(at: work.settings.place)
      case .refused(let error): RepositoryError(other: error, at: work.settings.place)
      }
    if case .refused = failure { return error }
    await Self.note(error, on: board, copy, ifStill: board.words)
    follower.reconnect()
    return error
  }
}
