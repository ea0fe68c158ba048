import ParleyEngine
import ParleyTeam

/// Keeps a copy of a team's rows as the server has them, one look after the other.
final class TeamCopier: Sendable {
  private static let pageSize = 500
  /// With more changes than these a list is not read from the copy.
  private static let mostChanges: Int64 = 5000

  private let copy: any SealedRowCopy
  private let work: WorkConnection
  private let turn = AsyncTurn()
  private let isWanted = Lock(false)

  init(_ copy: any SealedRowCopy, of work: WorkConnection) {
    self.copy = copy
    self.work = work
  }

  /// Soon, and once for all who ask meanwhile.
  func catchUpSoon() {
    let isFirst = isWanted.withLock { isWanted in
      defer { isWanted = true }
      return !isWanted
    }
    if isFirst { Task { await catchUp() } }
  }

  /// Brings the copy up to date. Errors are ignored: the copy then is as old as its time says.
  func catchUp() async {
    await turn {
      isWanted.withLock { $0 = false }
      try? await bringUpToDate()
    }
  }

  /// Returns the page that the server would list, read from the copy; nil if that saves nothing, or does not work.
  func pageAsOfNow(_ query: SharedQuery) async -> SealedPage? {
    guard let now = try? await work.run({ try $0.moment() }), let before = try? await copy.position(),
      before.isComplete, before.database == now.database, now.sequence - before.sequence <= Self.mostChanges
    else { return nil }
    await catchUp()
    guard let after = try? await copy.position(), after.database == now.database, after.sequence >= now.sequence,
      after.generation >= now.generation
    else { return nil }
    return try? await copy.list(query)
  }

  private func bringUpToDate() async throws {
    let now = try await work.run { try $0.moment() }
    let before = try await copy.position()
    guard let before, before.isComplete, before.database == now.database, before.sequence <= now.sequence else {
      return try await begin(now, insteadOf: before)
    }
    try await add(from: before, to: now)
    if before.generation < now.generation { try await replace(since: before.generation, at: now) }
  }

  /// Begins a new copy of the keys' present values; their history stays on the server. Until all of it has arrived, the
  /// old copy stays, with the key that opens it: a program that is cut off meanwhile, or ends, has the last complete
  /// one.
  private func begin(_ now: SealedCopyPosition, insteadOf before: SealedCopyPosition?) async throws {
    var rows: [SealedRow] = []
    while case let page = try await currentPage(after: rows.last?.sequence ?? 0), !page.isEmpty { rows += page }
    let keys = try await work.run { try $0.wrappedKeys() }
    // Another program may have been faster: then its copy is followed.
    guard try await copy.replace(before, with: rows, keys: keys, upTo: now) else { return try await bringUpToDate() }
    try await add(from: now, to: now)
  }

  private func currentPage(after last: Int64) async throws -> [SealedRow] {
    try await work.run { try $0.rows(where: "is_current AND seq > $1", [.number(last)], limit: Self.pageSize) }
  }

  private func add(from before: SealedCopyPosition, to now: SealedCopyPosition) async throws {
    var position = before
    while case let page = try await page(after: position.sequence), let last = page.last {
      position = before.with(sequence: last.sequence, generation: before.generation, at: .now())
      try await copy.keep(page, upTo: position)
    }
    try await copy.keep(
      [], upTo: position.with(sequence: max(position.sequence, now.sequence), generation: before.generation, at: now.at)
    )
  }

  private func page(after sequence: Int64) async throws -> [SealedRow] {
    try await work.run { try $0.rows(where: "seq > $1", [.number(sequence)], limit: Self.pageSize) }
  }

  private func replace(since generation: Int64, at now: SealedCopyPosition) async throws {
    var last: Int64 = 0
    var sequence = now.sequence
    while case let page = try await resealedPage(after: last, since: generation), let end = page.last {
      last = end.sequence
      sequence = max(sequence, try await copy.lastSequence())
      try await copy.keep(page, upTo: now.with(sequence: sequence, generation: generation, at: now.at))
    }
    sequence = max(sequence, try await copy.lastSequence())
    try await copy.keep([], upTo: now.with(sequence: sequence, generation: now.generation, at: now.at))
  }

  private func resealedPage(after last: Int64, since generation: Int64) async throws -> [SealedRow] {
    try await work.run {
      try $0.rows(
        where: "resealed > $1 AND seq > $2", [.number(generation), .number(last)], limit: Self.pageSize)
    }
  }
}

extension SealedCopyPosition {
  /// Whether the copy has once been as the server was.
  var isComplete: Bool { at.microseconds > 0 }

  fileprivate func with(sequence: Int64, generation: Int64, at: Timestamp) -> SealedCopyPosition {
    SealedCopyPosition(database: database, sequence: sequence, generation: generation, at: at)
  }
}
