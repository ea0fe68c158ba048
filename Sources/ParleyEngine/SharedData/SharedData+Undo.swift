// Undo and redo. A change that brings back an earlier one stands for it, so that undo goes on from there.
//
//     changes   1: a   2: b   3: c   4: undo → 2   5: undo → 1   6: redo → 2   7: d   8: undo → 2
extension SharedData {
  /// Brings back what the key held before its last change. Again: what it held before that.
  /// - Throws: `.nothingToUndo` when there was nothing before; `.conflict` when somebody wrote meanwhile.
  @discardableResult
  public func undo(_ name: String, writer: String? = nil) async throws(SharedDataError) -> SharedEntry {
    let past = try await pasts(of: [key(name)])[0]
    guard let last = past.last else { throw .nothing("undo", name) }
    return try await restored(by: try await undoing(last, past, writer), "undo")
  }

  /// Brings back what the last undo took away.
  /// - Throws: `.nothingToUndo` when the last change was no undo.
  @discardableResult
  public func redo(_ name: String, writer: String? = nil) async throws(SharedDataError) -> SharedEntry {
    let past = try await pasts(of: [key(name)])[0]
    guard let last = past.last else { throw .nothing("redo", name) }
    return try await restored(by: try await redoing(last, past, writer), "redo")
  }

  private func restored(by edit: SharedEdit, _ what: String) async throws(SharedDataError) -> SharedEntry {
    switch try await append(edit) {
    case .made(let record): return entry(record, showsSecrets: true)
    case .conflict: throw .conflict(edit.key.name)
    case .nothingToRemove: throw .nothing(what, edit.key.name)
    }
  }

  /// Returns the edit that undoes the last change of a key.
  func undoing(
    _ last: SharedRecord, _ past: SharedPast, _ writer: String?
  ) async throws(SharedDataError) -> SharedEdit {
    let place = last.standsFor
    guard place > 0 else { throw .nothing("undo", last.key.name) }
    let before = try await change(of: past, before: place)
    return try await restoring(before?.standsFor ?? 0, after: last, past, writer)
  }

  /// Returns the edit that reverts the undo that is the last change of a key.
  func redoing(
    _ last: SharedRecord, _ past: SharedPast, _ writer: String?
  ) async throws(SharedDataError) -> SharedEdit {
    guard let place = last.restored else { throw .nothing("redo", last.key.name) }
    var later = last
    while let record = try await change(of: past, before: later.sequence), record.sequence > place {
      if later.restored == nil, record.standsFor == place {
        return try await restoring(later.sequence, after: last, past, writer)
      }
      later = record
    }
    // The change right behind the place that the undo went back to.
    guard later.restored == nil else { throw .nothing("redo", last.key.name) }
    return try await restoring(later.sequence, after: last, past, writer)
  }

  /// Brings back what the key held since an earlier change, or its absence, as a change like any other: undo takes it back.
  /// - Throws: `.nothingToUndo` when that change is not remembered; `.conflict` when somebody wrote meanwhile.
  @discardableResult
  package func bringBack(
    _ sequence: Int64, of name: String, writer: String? = nil
  ) async throws(SharedDataError) -> SharedEntry {
    let key = key(name)
    let moment = try await history(of: key, before: sequence + 1, limit: 1).first
    guard let last = try await lastChange(of: key), let moment, moment.sequence == sequence else {
      throw .nothing("bring back", name)
    }
    let content = try resealed(moment.content, of: key)
    switch try await append(edit(key, content, writer, .lastChange(last.sequence))) {
    case .made(let record): return entry(record, showsSecrets: true)
    case .conflict: throw .conflict(name)
    case .nothingToRemove: throw .nothing("bring back", name)
    }
  }

  /// - Parameter place: the change whose content comes back; 0 for the time before the first.
  func restoring(
    _ place: Int64, after last: SharedRecord, _ past: SharedPast, _ writer: String?
  ) async throws(SharedDataError) -> SharedEdit {
    let key = last.key
    let record = place == 0 ? nil : try await change(of: past, before: place + 1)
    // So far back nothing is remembered.
    guard record?.sequence ?? 0 == place else { throw .nothing("undo", key.name) }
    let content = try resealed(record?.content, of: key)
    return edit(key, content, writer, .lastChange(last.sequence), restored: place)
  }

  /// With a nonce of its own, its old expiry, and by the cipher that holds for the key today.
  private func resealed(_ content: SharedContent?, of key: SharedKey) throws(SharedDataError) -> SharedContent? {
    try content.map { content throws(SharedDataError) in try resealed(content, from: key, to: key) }
  }

  /// The same under another key.
  func resealed(
    _ content: SharedContent, from key: SharedKey, to target: SharedKey
  ) throws(SharedDataError) -> SharedContent {
    let cipher = state.withLock { $0.rules.rule(for: target.name)?.cipher } ?? content.cipher
    return try encode(try decode(content, of: key), of: target, with: cipher, expires: content.expires)
  }
}

extension SharedRecord {
  /// The change whose content this one has: its own, or that of the one it brought back.
  var standsFor: Int64 { restored ?? sequence }
}

extension SharedDataError {
  fileprivate static func nothing(_ what: String, _ name: String) -> SharedDataError {
    SharedDataError(.nothingToUndo, "There is nothing to \(what) for “\(name)”.", place: name)
  }
}
