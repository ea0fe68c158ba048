// Undo and redo of all changes that were made together.
extension SharedData {
  /// How far back a batch is looked for.
  private static let longestSearch: Int64 = 100_000
  private static let pageSize: Int64 = 500

  /// Brings back what the keys of a batch held before it, as one batch: those of a team and those of this machine.
  /// - Parameter batch: the number of its first change.
  /// - Throws: `.conflict` when one of its keys has been changed since; `.nothingToUndo` when there is no such batch.
  @discardableResult
  public func undo(batch: Int64, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    try await undo(batch: batch, skipsChanged: false, writer: writer)
  }

  /// The same, which can leave keys as they are that have been changed since.
  /// - Throws: `.nothingToUndo` also where that are all of them.
  package func undo(
    batch: Int64, skipsChanged: Bool, writer: String? = nil
  ) async throws(SharedDataError) -> [SharedEntry] {
    try await restore(try await untouched(batch, "undo", skipsChanged: skipsChanged)) {
      [self] past, last async throws(SharedDataError) in try await undoing(last, past, writer)
    }
  }

  /// Brings back what the undo of a batch took away, as one batch.
  /// - Parameter batch: the number of the first change of the undo.
  @discardableResult
  public func redo(batch: Int64, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    try await restore(try await untouched(batch, "redo")) { [self] past, last async throws(SharedDataError) in
      try await redoing(last, past, writer)
    }
  }

  /// Makes the edits that bring keys back, as one batch.
  /// - Parameters:
  ///   - records: the last changes of the keys.
  ///   - edit: returns the edit of a key, which is given its last change.
  private func restore(
    _ records: [BatchRecord], _ edit: (SharedPast, SharedRecord) async throws(SharedDataError) -> SharedEdit
  ) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    SharedProgress.begin(records.count)
    for start in stride(from: 0, to: records.count, by: Self.keysAtOnce) {
      let some = records[start..<min(start + Self.keysAtOnce, records.count)]
      for (record, past) in zip(some, try await pasts(of: some.map(\.key))) {
        try SharedProgress.step()
        guard let last = past.last, last.sequence == record.sequence else { throw .conflict(record.key.name) }
        edits.append(try await edit(past, last))
      }
    }
    return try await make(edits)
  }

  /// The number of the last batch that changed keys which are seen from the active environment; nil where none is found among
  /// the last 100,000 changes.
  /// - Parameter isUndo: whether it is one that took another back.
  package func lastBatch(isUndo: Bool = false) async throws(SharedDataError) -> Int64? {
    do throws(RepositoryError) {
      var found: [SharedRecord] = []
      for end in try await knownEnds().compactMap(\.self) {
        try await goBack(from: end) { page in
          guard let last = page.last(where: { isOfBatch($0, isUndo) }) else { return false }
          found.append(last)
          return true
        }
      }
      return found.max { $0.at < $1.at }?.batch
    } catch {
      throw SharedDataError(error)
    }
  }

  /// The last number of each row of numbers. The last of the rows is waited for, which may not have been asked yet; where it cannot
  /// be had, the others count.
  private func knownEnds() async throws(RepositoryError) -> [Int64?] {
    let ends = try await storage.lastSequences(waitingFor: nil)
    guard ends.contains(nil) else { return ends }
    return (try? await storage.lastSequences(waitingFor: ends.count - 1)) ?? ends
  }

  private func isOfBatch(_ record: SharedRecord, _ isUndo: Bool) -> Bool {
    record.batch != nil && (record.restored != nil) == isUndo && isSeen(record.key, as: .all)
  }

  /// Returns the time at which a batch was made; nil if it is not remembered.
  package func moment(ofBatch batch: Int64) async throws(SharedDataError) -> Timestamp? {
    do throws(RepositoryError) { return try await storage.changes(after: batch - 1, limit: 1).first?.at } catch {
      throw SharedDataError(error)
    }
  }

  /// The number of the batch that the last change of a key is part of: its own where it was made alone.
  package func lastBatch(of name: String) async throws(SharedDataError) -> Int64? {
    try await lastChange(of: key(name)).map { $0.batch ?? $0.sequence }
  }

  /// Reads the changes of a row of numbers by pages, the newest first, until one of them was enough.
  private func goBack(
    from end: Int64, isEnough: ([SharedRecord]) -> Bool
  ) async throws(RepositoryError) {
    let limit = max(end - Self.longestSearch, end >= SharedEntry.teamBase ? SharedEntry.teamBase : 0)
    var end = end
    while end > limit {
      let start = max(limit, end - Self.pageSize)
      let page = try await storage.changes(after: start, limit: Int(end - start)).filter { $0.sequence <= end }
      if isEnough(page) { return }
      end = start
    }
  }

  /// The changes of a batch whose keys nobody has changed since.
  private func untouched(
    _ batch: Int64, _ what: String, skipsChanged: Bool = false
  ) async throws(SharedDataError) -> [BatchRecord] {
    let records: [BatchRecord]
    do throws(RepositoryError) { records = try await self.records(ofBatch: batch) } catch {
      throw SharedDataError(error)
    }
    guard !records.isEmpty else {
      throw SharedDataError(.nothingToUndo, "There is nothing to \(what): these changes are not remembered.")
    }
    if batch > SharedEntry.teamBase, records.allSatisfy({ $0.sequence < SharedEntry.teamBase }) {
      throw SharedDataError(
        .nothingToUndo, "These changes were made together with changes of the team's keys, which are not there.",
        advice: "Nothing was changed. Undo the changes of its keys one by one.")
    }
    let heads = try await lastHeads(of: records.map(\.key))
    let untouched = zip(records, heads).filter { $0.sequence == $1?.sequence }.map(\.0)
    if !skipsChanged, let changed = zip(records, heads).first(where: { $0.sequence != $1?.sequence })?.0.key {
      throw SharedDataError(
        .conflict, "“\(changed.name)” has been changed since.", place: changed.name,
        advice: "Nothing was changed. Undo the changes of its keys one by one.")
    }
    guard !untouched.isEmpty else {
      throw SharedDataError(.nothingToUndo, "There is nothing to \(what): all of these keys have been changed since.")
    }
    return untouched
  }

  /// A change of a batch. Its value, which may be large, is read when it is needed.
  private struct BatchRecord {
    let sequence: Int64
    let key: SharedKey

    init(_ record: SharedRecord) {
      (sequence, key) = (record.sequence, record.key)
    }
  }

  /// In each row of numbers they have consecutive ones. Of a batch that has begun with a team's keys, those of this machine are
  /// found by that.
  private func records(ofBatch batch: Int64) async throws(RepositoryError) -> [BatchRecord] {
    var records: [BatchRecord] = []
    while true {
      let page = try await storage.changes(after: records.last?.sequence ?? batch - 1, limit: Int(Self.pageSize))
      let found = page.prefix { $0.batch == batch || $0.sequence == batch }
      records += found.map(BatchRecord.init)
      if page.isEmpty || found.count < page.count { break }
    }
    return batch > SharedEntry.teamBase ? records + (try await ownRecords(ofBatch: batch)) : records
  }

  private func ownRecords(ofBatch batch: Int64) async throws(RepositoryError) -> [BatchRecord] {
    guard let end = try await storage.lastSequences(waitingFor: nil).first ?? nil else { return [] }
    // Page by page from the end: put together in the end.
    var pages: [[BatchRecord]] = []
    try await goBack(from: end) { page in
      let found = page.filter { $0.batch == batch }.map(BatchRecord.init)
      if !found.isEmpty { pages.append(found) }
      return !pages.isEmpty && page.first?.batch != batch
    }
    return pages.reversed().flatMap(\.self)
  }
}
