internal import GRDB
import ParleyEngine

/// The records that go into the log in one transaction.
struct LogBatch: Sendable {
  struct Keep: Sendable {
    let record: ExchangeRecord
    let done: UnsafeContinuation<Result<Void, RepositoryError>, Never>
  }

  struct Outcome: Sendable {
    /// How many exchanges were kept.
    var kept = 0
    /// Bytes of the exchanges, more or less.
    var size = 0
    /// Events, and steps of runs.
    var events = 0
    /// Whether events are in the log that were not there.
    var hasEvents = false
    /// Whether runs have begun or ended.
    var hasRuns = false
    /// Whether nodes of runs have begun or ended.
    var hasNodes = false
    /// The error for which events or runs were not kept; nil when they were.
    var lost: RepositoryError?
  }

  var keeps: [Keep] = []
  var events: [Event] = []
  var runs = RunBatch()

  var isEmpty: Bool { keeps.isEmpty && !hasNotes }
  var count: Int { keeps.count + noted }
  /// The number of events and steps of runs: nobody waits for them, so they may be gathered.
  var noted: Int { events.count + runs.count }
  var hasNotes: Bool { noted > 0 }

  /// For what cannot be written at all.
  func fail(with error: RepositoryError) -> Outcome { answer(.failure(error)) }

  /// Writes everything, and resumes everyone who waits for an exchange.
  ///
  /// If the transaction fails, each exchange is tried alone, so that one which finds no room does not fail the others.
  func write(
    to database: Database, bodies: BodyFolder, owner: String, sealer: any Sealer,
    explain: (any Error) -> RepositoryError
  ) -> Outcome {
    do {
      let lock = keeps.contains { $0.record.hasFiles } ? try bodies.locked() : nil
      defer { lock?.release() }
      let result = attempt(in: database, bodies, owner, sealer)
      guard case .failure(let error) = result, isDivisible, !error.isBusy else {
        return answer(result.mapError(explain))
      }
      return parts.reduce(into: Outcome()) { outcome, part in
        outcome.add(part.answer(part.attempt(in: database, bodies, owner, sealer).mapError(explain)))
      }
    } catch {
      return fail(with: error)
    }
  }

  /// - Returns: how many of the events are new.
  private func attempt(
    in database: Database, _ bodies: BodyFolder, _ owner: String, _ sealer: any Sealer
  ) -> Result<Int, any Error> {
    Result {
      try database.preparedTransaction {
        try keepExchanges(in: database, bodies)
        let newEvents = try keepEvents(in: database)
        try runs.write(in: database, owner: owner, sealer: sealer)
        return newEvents
      }
    }
  }

  private func keepExchanges(in database: Database, _ bodies: BodyFolder) throws {
    guard !keeps.isEmpty else { return }
    let records = keeps.map(\.record)
    // The files first: a file without a row is cleared away some day, a row without its file is a loss.
    for record in records { try record.keepFiles(in: bodies) }
    try SignatureTable.remove(of: ExchangeTable.insert(records, in: database), in: database)
  }

  /// - Returns: how many of them are new.
  private func keepEvents(in database: Database) throws -> Int {
    guard !events.isEmpty else { return 0 }
    let insertion = try EventTable.insertion(in: database)
    return try events.count { try EventTable.insert($0, by: insertion, in: database) }
  }

  private func answer(_ result: Result<Int, RepositoryError>) -> Outcome {
    for keep in keeps { keep.done.resume(returning: result.map { _ in }) }
    switch result {
    case .success(let newEvents):
      return Outcome(
        kept: keeps.count, size: keeps.reduce(0) { $0 + $1.record.weight }, events: noted, hasEvents: newEvents > 0,
        hasRuns: runs.hasEnds, hasNodes: runs.hasNodes)
    case .failure(let error): return Outcome(events: noted, lost: hasNotes ? error : nil)
    }
  }

  private var isDivisible: Bool { keeps.count + (hasNotes ? 1 : 0) > 1 }

  private var parts: [LogBatch] {
    keeps.map { LogBatch(keeps: [$0]) } + (hasNotes ? [LogBatch(events: events, runs: runs)] : [])
  }
}

extension LogBatch.Outcome {
  fileprivate mutating func add(_ other: Self) {
    kept += other.kept
    size += other.size
    events += other.events
    hasEvents = hasEvents || other.hasEvents
    hasRuns = hasRuns || other.hasRuns
    hasNodes = hasNodes || other.hasNodes
    lost = lost ?? other.lost
  }
}

extension ExchangeRecord {
  /// Leaves one alone that the history has already, and otherwise keeps it for as long as that run.
  func insert(importedWith run: String, in database: Database, _ bodies: BodyFolder) throws {
    let isThere = try Bool.fetchOne(database, sql: "SELECT 1 FROM exchange WHERE id = ?", arguments: [id.rawValue])
    guard isThere == nil else { return }
    try keepFiles(in: bodies)
    try SignatureTable.remove(of: ExchangeTable.insert([self], in: database), in: database)
    try database.cachedStatement(sql: "UPDATE exchange SET imported = ?, pinned = 1 WHERE id = ?")
      .execute(arguments: [run, id.rawValue])
  }

  fileprivate func keepFiles(in bodies: BodyFolder) throws {
    guard hasFiles else { return }
    if let requestFile { try bodies.keep(requestFile) }
    if let responseFile { try bodies.keep(responseFile) }
  }
}

extension Error {
  /// Another process holds the file; asking again at once would only wait again.
  fileprivate var isBusy: Bool {
    (self as? DatabaseError).map { $0.resultCode == .SQLITE_BUSY || $0.resultCode == .SQLITE_LOCKED } ?? false
  }
}
