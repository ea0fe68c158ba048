import ParleyEngine
import ParleyTeam

/// The last changes of a team's keys as they were read last, sealed. Later only what has changed since is asked for, and what a query
/// finds is looked for once for all its windows.
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

  /// The last result of a query.
  private struct Finding {
    let query: SharedQuery
    let revision: SealedRevision
    let wasLocked: Bool
    let rows: [SealedRow]
  }

  private struct State {
    var reading: Reading?
    var finding: Finding?
  }

  private let keys: SharedKeySelection
  private let seal: TeamSeal
  private let state = Lock(State())

  /// - Parameters:
  ///   - keys: those that are the team's; the server may have others.
  ///   - seal: opens them, where a condition or an order needs to know what is sealed.
  init(_ keys: SharedKeySelection, opening seal: TeamSeal) {
    (self.keys, self.seal) = (keys, seal)
  }

  /// All that a query finds, whatever its window.
  func found(_ query: SharedQuery, in server: any SealedRowReading) async throws(RepositoryError) -> TeamFound {
    let (after, query) = (query.after, query.withoutWindow)
    let basis = SharedQuery(environment: query.environment, rules: query.rules)
    let now = try await server.revision()
    let wasLocked = seal.cipher.isLocked
    if let known = state.withLock({ $0.finding }), known.query == query, known.revision == now,
      known.wasLocked == wasLocked
    {
      return TeamFound(known.rows[...].after(after, by: query.sort), opening: seal)
    }
    let reading = try await reading(basis, at: now, from: server)
    let rows = arranged(reading.list.rows, by: query)
    let finding = Finding(query: query, revision: reading.revision, wasLocked: wasLocked, rows: rows)
    state.withLock { $0 = State(reading: reading, finding: finding) }
    return TeamFound(rows[...].after(after, by: query.sort), opening: seal)
  }

  private func reading(
    _ basis: SharedQuery, at now: SealedRevision, from server: any SealedRowReading
  ) async throws(RepositoryError) -> Reading {
    guard var reading = state.withLock({ $0.reading }), reading.leads(to: now, basis) else {
      let rows = try await server.list(basis).rows.filter { keys.contains($0.key) }
      return Reading(basis: basis, revision: now, list: TeamRowList(rows))
    }
    var changes: [SealedRow] = []
    while reading.revision.sequence < now.sequence {
      let page = try await server.rows(after: reading.revision.sequence, limit: Self.pageSize)
      changes += page.filter { keys.contains($0.key) && basis.finds($0.key) }
      reading.revision.sequence = page.last?.sequence ?? now.sequence
    }
    reading.list.note(changes)
    return reading
  }

  /// The rows that a query finds, in its order. Sealed ones are opened only where the query needs it.
  private func arranged(_ rows: [SealedRow], by query: SharedQuery) -> [SealedRow] {
    let named = query.findsEveryName ? rows : rows.filter { query.finds($0.key) }
    guard !query.conditions.isEmpty || query.sort != SharedSort() else { return named }
    let opened = named.map { (row: $0, record: seal.record($0)) }.filter { query.finds($0.record) }
    return opened.sorted { query.sort.puts($0.record, before: $1.record) }.map(\.row)
  }
}

/// Keys of a team that a query finds, in its order. Each is opened when it is asked for.
struct TeamFound: Sendable {
  let count: Int
  private let record: @Sendable (Int) -> SharedRecord

  fileprivate init(_ rows: ArraySlice<SealedRow>, opening seal: TeamSeal) {
    count = rows.count
    record = { seal.record(rows[rows.startIndex + $0]) }
    keys = { rows.map(\.key) }
  }

  /// Those that are open already.
  init(_ records: [SharedRecord]) {
    count = records.count
    record = { records[$0] }
    keys = { records.map(\.key) }
  }

  /// In the same order; none is opened.
  let keys: @Sendable () -> [SharedKey]

  subscript(place: Int) -> SharedRecord { record(place) }

  /// Those of a query's window.
  func window(_ query: SharedQuery) -> [SharedRecord] {
    let first = min(query.offset, count)
    return (first..<first + min(query.limit, count - first)).map(record)
  }
}

extension ArraySlice<SealedRow> {
  /// Those whose names come after a name; all of them after nil.
  fileprivate func after(_ name: String?, by sort: SharedSort) -> ArraySlice<SealedRow> {
    guard let name else { return self }
    if sort == SharedSort() { return dropFirst(first(after: name) - startIndex) }
    return ArraySlice(filter { name.precedes($0.key.name) })
  }
}

extension SharedQuery {
  fileprivate var withoutWindow: SharedQuery {
    var query = self
    (query.offset, query.limit, query.isCounted, query.after) = (0, .max, true, nil)
    return query
  }

  /// Whether the keys of its environment are all found by their names.
  fileprivate var findsEveryName: Bool {
    prefix.isEmpty && filter.isEmpty && !isDirect && excluded == nil && selected == nil
  }
}

/// The last changes of keys that are there, by the bytes of their names.
struct TeamRowList {
  private(set) var rows: [SealedRow]

  /// - Parameter rows: in order.
  init(_ rows: [SealedRow]) {
    self.rows = rows
  }

  /// Takes changes over, unless later ones of their keys are known: going once through the list, however many there are.
  mutating func note(_ changes: [SealedRow]) {
    guard !changes.isEmpty else { return }
    let last = Dictionary(changes.map { (ExactString($0.key.name), $0) }) { $0.sequence > $1.sequence ? $0 : $1 }
    var merged: [SealedRow] = []
    merged.reserveCapacity(rows.count + last.count)
    var known = rows[...]
    for change in last.values.sorted(by: { $0.key.name.precedes($1.key.name) }) {
      let earlier = known.prefix(known.first(after: change.key.name, orAt: true) - known.startIndex)
      merged += earlier
      known = known.dropFirst(earlier.count)
      let same = known.first.flatMap { $0.key.name.isIdentical(to: change.key.name) ? $0 : nil }
      if same != nil { known = known.dropFirst() }
      if let same, same.sequence > change.sequence {
        merged.append(same)
      } else if !change.isRemoval {
        merged.append(change)
      }
    }
    rows = merged + known
  }
}

extension RandomAccessCollection<SealedRow> where Index == Int {
  /// The place of the first row behind a name, in rows by name.
  /// - Parameter isIncluded: whether a row of the name itself is behind it.
  func first(after name: String, orAt isIncluded: Bool = false) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      let other = self[middle].key.name
      if other.precedes(name) || !isIncluded && other.isIdentical(to: name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
