/// The position of a key in its row of changes.
package struct SharedStanding: Sendable, Hashable {
  /// The number of its last change; 0 when it never had one.
  package let last: Int64
  /// The change whose content it holds: the last one, or the one that this brought back; 0 for the time before the first.
  package let place: Int64

  package init(last: Int64, place: Int64) {
    (self.last, self.place) = (last, place)
  }
}

/// A key that is to stand elsewhere in its row of changes.
package struct SharedReturn: Sendable, Hashable {
  package let key: SharedKey
  package let place: Int64

  package init(_ key: SharedKey, to place: Int64) {
    (self.key, self.place) = (key, place)
  }
}

// What undo and redo go by, beyond the changes themselves.
extension SharedData {
  package func standing(of key: SharedKey) async throws(SharedDataError) -> SharedStanding {
    try await lastHeads(of: [key])[0]?.standing ?? SharedStanding(last: 0, place: 0)
  }

  /// Whether somebody has changed a key since, other than by going back and forth in its row of changes.
  package func isChanged(_ key: SharedKey, since sequence: Int64) async throws(SharedDataError) -> Bool {
    var before: Int64?
    while true {
      let page = try await history(of: key, before: before, limit: Self.standingPage)
      let later = page.prefix { $0.sequence > sequence }
      if later.contains(where: { $0.restored == nil }) { return true }
      guard later.count == Self.standingPage, let last = page.last else { return false }
      before = last.sequence
    }
  }

  private static let standingPage = 50

  /// Brings keys back to places in their rows of changes, as one batch; what stands there already stays.
  package func goBack(_ returns: [SharedReturn], writer: String?) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    for wanted in returns {
      let past = try await pasts(of: [wanted.key])[0]
      guard let last = past.last, last.standsFor != wanted.place else { continue }
      edits.append(try await restoring(wanted.place, after: last, past, writer))
    }
    return try await make(edits)
  }

  /// The most changes of one key whose ciphers are remembered.
  package static let longestRewriting = 10_000

  /// Writes again what keys of these names hold and held, each change by a cipher of its own, in one transaction.
  package func rewrite(
    _ names: [String], by cipher: @escaping @Sendable (_ name: String, _ change: Int64) -> String?
  ) async throws(SharedDataError) {
    defer { forgetReadings() }
    let step = SharedProgress.stepInside(names.count)
    try await storage.rewrite(names.map { KeyPattern($0) }, unlessBy: Self.noCipher) {
      [self] record throws(SharedDataError) in
      try step(record.key)
      let wanted = cipher(record.key.name, record.sequence)
      guard let content = record.content, content.cipher != wanted else { return nil }
      do throws(SharedDataError) {
        return try encode(try decode(content, of: record.key), of: record.key, with: wanted, expires: content.expires)
      } catch  where error.kind == .damaged {
        return nil
      }
    }
  }

  /// No cipher has this name: every change is looked at.
  static let noCipher = "\0"
}
