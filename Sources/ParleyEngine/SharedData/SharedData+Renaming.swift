extension SharedData {
  /// How many changes of a key go along with it.
  private static let longestHistory = 200

  /// Gives what keys hold, and held, another name, in one transaction. Each keeps its environment; its old name is removed.
  /// - Returns: the changes that were made, in their order.
  /// - Throws: `.conflict` when somebody wrote meanwhile; `.locked` and the like. Then nothing has changed.
  @discardableResult
  package func rename(
    _ keys: [SharedKey], to name: String, writer: String?
  ) async throws(SharedDataError) -> [SharedEntry] {
    try SharedKey.check(name)
    var edits: [SharedEdit] = []
    for key in keys { edits += try await self.edits(renaming: key, to: name, writer) }
    return try await make(edits)
  }

  private func edits(
    renaming key: SharedKey, to name: String, _ writer: String?
  ) async throws(SharedDataError) -> [SharedEdit] {
    let records = try await history(of: key, before: nil, limit: Self.longestHistory)
    guard let last = records.first, last.content != nil else { return [] }
    let new = rules.key(name, in: key.environment)
    let before = try await lastChange(of: new)?.sequence ?? 0
    var edits: [SharedEdit] = []
    for record in records.reversed() {
      let content = try content(of: record, movedTo: new)
      // What cannot be read any more does not go along.
      guard content != nil || record.content == nil else { continue }
      edits.append(
        SharedEdit(
          key: new, content: content, writer: record.writer, at: record.at, origin: origin,
          expectation: edits.isEmpty ? .lastChange(before) : .anything))
    }
    return edits + [edit(key, nil, writer, .lastChange(last.sequence))]
  }
}
