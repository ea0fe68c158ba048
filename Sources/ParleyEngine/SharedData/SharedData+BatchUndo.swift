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
    var edits: [SharedEdit] = []
    let records = try await untouched(batch, "undo", skipsChanged: skipsChanged)
    SharedProgress.begin(records.count)
    for record in records {
      try SharedProgress.step()
      edits.append(try await undoing(record, writer))
    }
    return try await make(edits)
  }

  /// Brings back what the undo of a batch took away, as one batch.
  /// - Parameter batch: the number of the first change of the undo.
  @discardableResult
  public func redo(batch: Int64, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    let records = try await untouched(batch, "redo")
    SharedProgress.begin(records.count)
    for record in records {
      try SharedProgress.step()
      edits.append(try await redoing(record, writer))
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

  /// The changes of a batch; nobody has changed their keys since.
  private func untouched(
    _ batch: Int64, _ what: String, skipsChanged: Bool = false
  ) async throws(SharedDataError) -> [SharedRecord] {
    let records: [SharedRecord]
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
    var last: [SharedRecord] = []
    SharedProgress.begin(records.count)
    for record in records {
      try SharedProgress.step()
      if try await lastChange(of: record.key)?.sequence == record.sequence {
        last.append(record)
      } else if !skipsChanged {
        throw SharedDataError(
          .conflict, "“\(record.key.name)” has been changed since.", place: record.key.name,
          advice: "Nothing was changed. Undo the changes of its keys one by one.")
      }
    }
    guard !last.isEmpty else {
      throw SharedDataError(.nothingToUndo, "There is nothing to \(what): all of these keys have been changed since.")
    }
    return last
  }

  /// In each row of numbers they have consecutive ones. Of a batch that has begun with a team's keys, those of this machine are
  /// found by that.
  private func records(ofBatch batch: Int64) async throws(RepositoryError) -> [SharedRecord] {
    var records: [SharedRecord] = []
    while true {
      let page = try await storage.changes(after: records.last?.sequence ?? batch - 1, limit: Int(Self.pageSize))
      let found = page.prefix { $0.batch == batch || $0.sequence == batch }
      records += found
      if page.isEmpty || found.count < page.count { break }
    }
    return batch > SharedEntry.teamBase ? records + (try await ownRecords(ofBatch: batch)) : records
  }

  private func ownRecords(ofBatch batch: Int64) async throws(RepositoryError) -> [SharedRecord] {
    guard let end = try await storage.lastSequences(waitingFor: nil).first ?? nil else { return [] }
    var records: [SharedRecord] = []
    try await goBack(from: end) { page in
      records = page.filter { $0.batch == batch } + records
      return !records.isEmpty && page.first?.batch != batch
    }
    return records
  }
}
