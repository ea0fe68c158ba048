import ParleyEngine
import ParleyTeam

/// The last changes of a team's keys as they were read last, sealed. Later only what has changed since is asked for.
final class CurrentTeamRows: Sendable {
  /// After more changes than these the whole list is read again.
  private static let mostChanges: Int64 = 5000
  private static let pageSize = 500

  private struct Reading {
    let basis: SharedQuery
    var revision: SealedRevision
    var list: TeamRowList

    /// Whether it is as it was, but for changes that can be read.
    func leads(to now: SealedRevision, _ basis: SharedQuery) -> Bool {
      basis == self.basis && now.database == revision.database && now.generation == revision.generation
        && (0...CurrentTeamRows.mostChanges).contains(now.sequence - revision.sequence)
    }
  }

  private let newest = Lock<Reading?>(nil)

  /// The rows that a query finds by their names, whatever its window, by name.
  func rows(
    _ query: SharedQuery, in server: any SealedRowReading, selecting keys: SharedKeySelection
  ) async throws(RepositoryError) -> [SealedRow] {
    let basis = SharedQuery(environment: query.environment, rules: query.rules)
    let now = try await server.revision()
    var reading: Reading
    if let known = newest.withLock({ $0 }), known.leads(to: now, basis) {
      reading = known
      try await add(to: &reading, upTo: now, from: server, keys)
    } else {
      let rows = try await server.list(basis).rows.filter { keys.contains($0.key) }
      reading = Reading(basis: basis, revision: now, list: TeamRowList(rows))
    }
    newest.withLock { [reading] in $0 = reading }
    return reading.list.rows.filter { query.finds($0.key) }
  }

  private func add(
    to reading: inout Reading, upTo now: SealedRevision, from server: any SealedRowReading, _ keys: SharedKeySelection
  ) async throws(RepositoryError) {
    while reading.revision.sequence < now.sequence {
      let page = try await server.rows(after: reading.revision.sequence, limit: Self.pageSize)
      for row in page where keys.contains(row.key) && reading.basis.finds(row.key) { reading.list.note(row) }
      reading.revision.sequence = page.last?.sequence ?? now.sequence
    }
  }
}

/// The last changes of keys that are there, by the bytes of their names.
struct TeamRowList {
  private(set) var rows: [SealedRow]

  /// - Parameter rows: in order.
  init(_ rows: [SealedRow]) {
    self.rows = rows
  }

  /// Takes a change over, unless a later one of its key is known.
  mutating func note(_ row: SealedRow) {
    let place = place(of: row.key.name)
    let isThere = place < rows.count && rows[place].key == row.key
    if isThere, rows[place].sequence > row.sequence { return }
    switch (isThere, row.isRemoval) {
    case (true, true): rows.remove(at: place)
    case (true, false): rows[place] = row
    case (false, true): break
    case (false, false): rows.insert(row, at: place)
    }
  }

  /// Where a name is, or would be.
  private func place(of name: String) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].key.name.utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
