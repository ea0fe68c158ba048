// Changes that belong together: all of them are made or none, and all of them are taken back at once.
extension SharedData {
  /// Sets and removes keys together: all of it happens, or nothing.
  ///
  /// ```swift
  /// try await shared.change([SharedWrite("user.name", "ada"), SharedWrite(removing: "user.draft")], writer: "import")
  /// ```
  /// - Returns: the changes that were made, in their order; removals of keys that are not there are left out.
  /// - Throws: `.conflict` where somebody else wrote one of the keys meanwhile; `.locked` and the like when a cipher cannot
  ///   work. Then nothing has changed.
  @discardableResult
  public func change(_ writes: [SharedWrite], writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    for write in writes { edits.append(try edit(write, writer)) }
    return try await make(edits)
  }

  private func edit(_ write: SharedWrite, _ writer: String?) throws(SharedDataError) -> SharedEdit {
    try SharedKey.check(write.name)
    let key = key(write.name)
    var content: SharedContent?
    if let value = write.value {
      content = try encode(
        value, of: key, with: cipher(for: write.name, isSecret: write.isSecret), expires: write.expires)
    }
    return edit(key, content, writer, write.lastChange.map(SharedEdit.Expectation.lastChange) ?? .anything)
  }

  /// Makes edits as one batch, and tells of each.
  /// - Throws: `.conflict` with the first key whose last change is not the expected one.
  package func make(_ edits: [SharedEdit]) async throws(SharedDataError) -> [SharedEntry] {
    guard !edits.isEmpty else { return [] }
    switch try await append(all: edits) {
    case .made(let records): return records.map { entry($0, showsSecrets: false) }
    case .conflict(let key): throw .conflict(key.name)
    }
  }
}

/// A change of a key that is wanted together with others.
public struct SharedWrite: Sendable, Hashable {
  /// Of the key, as it is seen from the active environment.
  public var name: String
  /// Nil removes the key.
  public var value: SharedValue?
  /// Whether the value is a secret by where it came from: then it is hidden whatever its key's rule says, unless that says
  /// that the key is plain.
  public var isSecret: Bool
  /// When it counts as absent; nil for never.
  public var expires: Timestamp?
  /// Only when the key's last change is still this one; 0 when it never had one, nil for whatever it holds.
  public var lastChange: Int64?

  /// Sets a key.
  public init(
    _ name: String, _ value: SharedValue, isSecret: Bool = false, expires: Timestamp? = nil,
    ifStill lastChange: Int64? = nil
  ) {
    (self.name, self.value, self.isSecret) = (name, value, isSecret)
    (self.expires, self.lastChange) = (expires, lastChange)
  }

  /// Removes a key.
  public init(removing name: String, ifStill lastChange: Int64? = nil) {
    (self.name, self.lastChange, isSecret) = (name, lastChange, false)
  }
}

// Undo and redo of all changes that were made together.
extension SharedData {
  /// Brings back what the keys of a batch held before it, as one batch.
  /// - Parameter batch: the number of its first change.
  /// - Throws: `.conflict` when one of its keys has been changed since; `.nothingToUndo` when there is no such batch.
  @discardableResult
  public func undo(batch: Int64, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    try await undo(batches: [batch], writer: writer)
  }

  /// As `undo(batch:)`, of changes that were made together in several places, each of which counts by itself.
  package func undo(batches: [Int64], writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    for batch in batches {
      for record in try await untouched(batch, "undo") { edits.append(try await undoing(record, writer)) }
    }
    return try await make(edits)
  }

  /// Brings back what the undo of a batch took away, as one batch.
  /// - Parameter batch: the number of the first change of the undo.
  @discardableResult
  public func redo(batch: Int64, writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    try await redo(batches: [batch], writer: writer)
  }

  /// As `redo(batch:)`, of what an undo of changes in several places took away.
  package func redo(batches: [Int64], writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    for batch in batches {
      for record in try await untouched(batch, "redo") { edits.append(try await redoing(record, writer)) }
    }
    return try await make(edits)
  }

  /// The number of the last batch that changed keys which are seen from the active environment; nil where none is found among
  /// the last 100,000 changes.
  /// - Parameter isUndo: whether it is one that took another back.
  package func lastBatch(isUndo: Bool = false) async throws(SharedDataError) -> Int64? {
    do throws(RepositoryError) {
      var found: [SharedRecord] = []
      for end in try await storage.lastSequences(waitingFor: nil).compactMap(\.self) {
        if let last = try await lastOfBatch(before: end, isUndo) { found.append(last) }
      }
      return found.max { $0.at < $1.at }?.batch
    } catch {
      throw SharedDataError(error)
    }
  }

  /// Among the changes of one row of numbers.
  private func lastOfBatch(before end: Int64, _ isUndo: Bool) async throws(RepositoryError) -> SharedRecord? {
    let limit = max(end - 100_000, end >= SharedEntry.teamBase ? SharedEntry.teamBase : 0)
    var end = end
    while end > limit {
      let start = max(limit, end - 500)
      let records = try await storage.changes(after: start, limit: Int(end - start)).filter { $0.sequence <= end }
      let last = records.last { $0.batch != nil && ($0.restored != nil) == isUndo && isSeen($0.key, as: .all) }
      if let last { return last }
      end = start
    }
    return nil
  }

  /// The number of the batch that the last change of a key is part of: its own where it was made alone.
  package func lastBatch(of name: String) async throws(SharedDataError) -> Int64? {
    try await lastChange(of: key(name)).map { $0.batch ?? $0.sequence }
  }

  /// The changes of a batch; nobody has changed their keys since.
  private func untouched(_ batch: Int64, _ what: String) async throws(SharedDataError) -> [SharedRecord] {
    let records = try await records(ofBatch: batch)
    guard !records.isEmpty else {
      throw SharedDataError(.nothingToUndo, "There is nothing to \(what): these changes are not remembered.")
    }
    for record in records where try await lastChange(of: record.key)?.sequence != record.sequence {
      throw SharedDataError(
        .conflict, "“\(record.key.name)” has been changed since.", place: record.key.name,
        advice: "Nothing was changed. Undo the changes of its keys one by one.")
    }
    return records
  }

  /// They have consecutive numbers.
  private func records(ofBatch batch: Int64) async throws(SharedDataError) -> [SharedRecord] {
    do throws(RepositoryError) {
      var records: [SharedRecord] = []
      while true {
        let page = try await storage.changes(after: records.last?.sequence ?? batch - 1, limit: 500)
        let found = page.prefix { $0.batch == batch || $0.sequence == batch }
        records += found
        guard !page.isEmpty, found.count == page.count else { return records }
      }
    } catch {
      throw SharedDataError(error)
    }
  }
}
