import ParleyEngine

/// Sealed changes in memory, as one value.
struct SealedRowTable {
  private(set) var lastSequence: Int64 = 0
  /// Oldest first.
  private var history: [SharedKey: [SealedRow]] = [:]
  private var bySequence: [Int64: SharedKey] = [:]

  func lastRow(of key: SharedKey) -> SealedRow? { history[key]?.last }

  func rows(after sequence: Int64, limit: Int) -> [SealedRow] {
    let numbers = bySequence.keys.filter { $0 > sequence }.sorted().prefix(limit)
    return numbers.compactMap { number in
      bySequence[number].flatMap { history[$0] }?.first { $0.sequence == number }
    }
  }

  func history(of key: SharedKey, before: Int64?, limit: Int) -> [SealedRow] {
    Array((history[key] ?? []).reversed().filter { $0.sequence < before ?? .max }.prefix(limit))
  }

  func found(_ query: SharedQuery) -> [SealedRow] {
    history.values.compactMap(\.last)
      .filter { !$0.isRemoval && query.finds($0.key) }
      .sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
  }

  func histories(_ query: SharedQuery, limit: Int) -> [SealedRow] {
    found(query).flatMap { history[$0.key]?.suffix(limit) ?? [] }.sorted { $0.sequence < $1.sequence }
  }

  /// As it was after the change with that number.
  func found(_ query: SharedQuery, asOf sequence: Int64) -> [SealedRow] {
    history.values.compactMap { rows in rows.last { $0.sequence <= sequence } }
      .filter { !$0.isRemoval && query.finds($0.key) }
      .sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
  }

  func page(_ query: SharedQuery) -> SealedPage {
    let found = found(query)
    return SealedPage(total: found.count, rows: Array(found.dropFirst(query.offset).prefix(query.limit)))
  }

  mutating func append(all edits: [SealedEdit]) -> SealedBatch {
    let before = self
    let batch = edits.count > 1 ? lastSequence + 1 : nil
    var made: [SealedRow] = []
    for edit in edits {
      let last = history[edit.key]?.last
      if case .lastChange(let expected) = edit.expectation, expected != last?.sequence ?? 0 {
        self = before
        return .conflict(edit.key)
      }
      if edit.isRemoval, last?.isRemoval ?? true { continue }
      let row = SealedRow(edit, sequence: lastSequence + 1, batch: batch)
      keep(row)
      made.append(row)
    }
    return .made(made)
  }

  mutating func keep(_ row: SealedRow) {
    var rows = (history[row.key] ?? []).filter { $0.sequence != row.sequence }
    rows.append(row)
    rows.sort { $0.sequence < $1.sequence }
    history[row.key] = rows
    bySequence[row.sequence] = row.key
    lastSequence = max(lastSequence, row.sequence)
  }

  var all: [SealedRow] { history.values.flatMap { $0 }.sorted { $0.sequence < $1.sequence } }
}
