package import ParleyEngine
package import ParleyFiles
internal import ParleyText

// Comparing shared data, and going back to how it was.
extension SharedKeys {
  /// Keeps what all keys of the active environment hold, those of the team too, under a name.
  package func takeSnapshot(_ name: String, by prompter: any Prompter) async throws -> SharedSnapshot {
    try await session.ciphers.unlockingAll(by: prompter) {
      try await shared.takeSnapshot(name, writer: Self.byHand)
    }
  }

  /// The snapshots of the active environment as far as they are known. The team's key is unlocked where somebody can be asked:
  /// only with it is known who of the team has taken one.
  package func snapshotList(by prompter: any Prompter) async throws -> SharedSnapshotList {
    let list = try await shared.snapshotList()
    guard list.snapshots.contains(where: { !$0.hasOwnKeys && $0.writer == nil }) else { return list }
    do { try await session.ciphers.unlock(CipherDefinition.team, by: prompter) } catch { return list }
    return try await shared.snapshotList()
  }

  /// Brings back what all keys of the active environment held when a snapshot was taken.
  /// - Parameter isOwnOnly: whether the team's keys stay as they are.
  /// - Returns: the changes that were made, as one batch; none where everything is as it was.
  package func restoreSnapshot(
    _ name: String, isOwnOnly: Bool = false, by prompter: any Prompter
  ) async throws -> [SharedEntry] {
    try await asBatch(by: prompter) {
      try await shared.restoreSnapshot(name, isOwnOnly: isOwnOnly, writer: Self.byHand)
    }
  }

  /// A sentence about the team's keys that are not as a snapshot has them, for whoever has restored only the others; nil where all
  /// of them are.
  package func teamKeysApart(from name: String) async -> String? {
    guard session.teamLink.settings != nil else { return nil }
    let stay = "The team's keys stay as they are"
    do throws(SharedDataError) {
      let differences = try await shared.compare(.snapshot(name), .environment(session.environmentName)).filter {
        difference in
        difference.kind != .same && (difference.left ?? difference.right)?.isTeams == true
      }
      guard !differences.isEmpty else { return nil }
      let names = differences.prefix(3).map { Printable.quoted($0.name) }.joined(separator: ", ")
      let rest = differences.count > 3 ? " and \(differences.count - 3) more" : ""
      return "\(stay); not as in the snapshot: \(names)\(rest)."
    } catch {
      return "\(stay). Whether they are as in the snapshot is not known: \(error.summary)"
    }
  }

  /// A sentence about keys that files use and that are gone by changes; nil where there are none.
  package func missing(after changes: [SharedEntry]) -> String? {
    let removed = changes.filter(\.isRemoval)
    guard !removed.isEmpty else { return nil }
    let known = Dictionary(uses.all.map { (ExactString($0.key), $0) }) { first, _ in first }
    let gone = removed.filter { known[ExactString($0.key.name)] != nil }
    guard let first = gone.first?.key.name, let use = known[ExactString(first)] else { return nil }
    let names = gone.prefix(3).map { Printable.quoted($0.key.name) }.joined(separator: ", ")
    let rest = gone.count > 3 ? " and \(gone.count - 3) more" : ""
    let place = "\(use.place.file):\(use.place.line)"
    return "Files use \(names)\(rest), which the snapshot does not have: \(Printable.text(place)), and maybe others."
  }

  /// Compares the keys of two sides, by name. Ciphers are unlocked if the prompter can ask; a value that stays locked
  /// is reported as not comparable.
  /// - Throws: `.unknownEnvironment`, `.noSnapshot`
  package func compare(
    _ left: SharedSide, _ right: SharedSide, by prompter: any Prompter
  ) async throws -> [SharedDifference] {
    try await compare(left, right, by: prompter) { try await shared.compare(left, right) }
  }

  /// The same of one key; nil if neither side has it.
  package func compare(
    _ name: String, _ left: SharedSide, _ right: SharedSide, by prompter: any Prompter
  ) async throws -> SharedDifference? {
    try await compare(left, right, by: prompter) {
      [try await shared.compare(name, left, right)].compactMap(\.self)
    }.first
  }

  private func compare(
    _ left: SharedSide, _ right: SharedSide, by prompter: any Prompter, _ compare: () async throws -> [SharedDifference]
  ) async throws -> [SharedDifference] {
    for case .environment(let name?) in [left, right] where session.workspace.environment(name) == nil {
      throw WorkspaceError.unknownEnvironment(name, in: session.workspace)
    }
    var asked: Set<String> = []
    while true {
      let differences = try await compare()
      let locked = differences.lazy.compactMap(\.problem).filter { $0.kind == .locked }.compactMap(\.place)
      guard let cipher = locked.first(where: { asked.insert($0).inserted }) else { return differences }
      do { try await session.ciphers.unlock(cipher, by: prompter) } catch RenderError.nobodyToAsk, RenderError
        .notAnswered
      { continue }
    }
  }
}
