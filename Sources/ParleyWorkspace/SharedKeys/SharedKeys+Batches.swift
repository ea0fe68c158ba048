package import ParleyEngine
package import ParleyFiles
import ParleyStore
import ParleyText

// Many shared keys at once: each of these is one batch, all of it or nothing, and one undo takes it back.
//
// ```swift
// let names = try await session.sharedKeys.names(matching: ["user.*"])
// let copy = try await session.sharedKeys.copy(names, to: "staging", isMove: false, replaces: true, by: prompter)
// ```
extension SharedKeys {
  /// The names of the keys that are there, which these names and patterns mean, in their order and each once.
  /// - Throws: `.noSuchKey` for a name or pattern that means none.
  package func names(matching patterns: [String]) async throws -> [String] {
    let all = try await shared.keys(shared.query()).map(\.name)
    let present = Set(names: all)
    var (found, known): ([String], Set<ExactString>) = ([], [])
    for pattern in patterns.map({ KeyPattern($0) }) {
      let names =
        pattern.isExact ? [pattern.text].filter { present.contains(ExactString($0)) } : all.filter(pattern.matches)
      guard !names.isEmpty else { throw SharedDataError.noKey(pattern.text) }
      found += names.filter { known.insert(ExactString($0)).inserted }
    }
    return found
  }

  /// Removes keys.
  package func remove(_ names: [String], by prompter: any Prompter) async throws -> [SharedEntry] {
    try await asBatch(by: prompter) {
      try await shared.change(names.map { SharedWrite(removing: $0) }, writer: Self.byHand)
    }
  }

  /// Copies keys to another environment, or moves them there.
  /// - Parameter replaces: whether they replace keys of the same names; if not, nothing is copied if there are any.
  /// - Returns: the outcome, and the changes that were made; none if there are such keys and `replaces` is false.
  package func copy(
    _ names: [String], to environment: String, isMove: Bool, replaces: Bool, by prompter: any Prompter
  ) async throws -> (copy: SharedCopy, changes: [SharedEntry]) {
    guard session.workspace.environment(environment) != nil else {
      throw WorkspaceError.unknownEnvironment(environment, in: session.workspace)
    }
    let made: (copy: SharedCopy, changes: [SharedEntry]) = try await session.ciphers.unlockingAll(by: prompter) {
      let copy = try await shared.copy(names, to: environment, isMove: isMove, writer: Self.byHand)
      guard copy.taken.isEmpty || replaces else { return (copy, []) }
      return (copy, try await shared.make(copy.edits))
    }
    try await noteBatch(made.changes)
    return made
  }

  /// Copies one key from a side of a comparison to an environment, as a batch of one.
  package func copy(
    _ name: String, from side: SharedSide, to environment: String?, by prompter: any Prompter
  ) async throws -> (copy: SharedCopy, changes: [SharedEntry]) {
    let made: (copy: SharedCopy, changes: [SharedEntry]) = try await session.ciphers.unlockingAll(by: prompter) {
      let copy = try await shared.copy(name, from: side, to: environment, writer: Self.byHand)
      return (copy, copy.edits.isEmpty ? [] : try await shared.make(copy.edits))
    }
    try await noteBatch(made.changes)
    return made
  }

  /// Takes back all changes that were made together, those of the team and those of this machine, or what took them back.
  /// - Parameters:
  ///   - batch: the number of the first of the changes.
  ///   - skipsChanged: whether an undo leaves keys as they are that have been changed since.
  package func undo(
    _ batch: Int64, redoes: Bool = false, skipsChanged: Bool = false, by prompter: any Prompter
  ) async throws -> [SharedEntry] {
    try await asBatch(isUndo: !redoes, by: prompter) {
      redoes
        ? try await shared.redo(batch: batch, writer: Self.byHand)
        : try await shared.undo(batch: batch, skipsChanged: skipsChanged, writer: Self.byHand)
    }
  }

  /// Makes changes that one undo takes back.
  func asBatch(
    isUndo: Bool = false, by prompter: any Prompter, _ change: () async throws -> [SharedEntry]
  ) async throws -> [SharedEntry] {
    let changes = try await session.ciphers.unlockingAll(by: prompter, change)
    try await noteBatch(changes, isUndo: isUndo)
    return changes
  }

  /// A team's server calls one change alone no batch: this machine remembers that it was.
  private func noteBatch(_ changes: [SharedEntry], isUndo: Bool = false) async throws {
    guard let change = changes.first, changes.count == 1, change.isTeams else { return }
    let number = change.sequence
    var step = SharedStep(
      .batch, of: change.key, from: nil, to: nil, standing: SharedStanding(last: number, place: number), at: change.at)
    step.undoneAt = isUndo ? number : nil
    try await session.store.sharedSteps.add([step])
  }

  /// Binds ciphers to keys: writes them to the file, and rewrites values and histories with them. It can be undone.
  /// - Parameter ciphers: the ciphers by the names of the keys: one of `ciphers`, `gzip`, or `none`, which stores a
  ///   key in plain text; nil for what the file otherwise says of it.
  /// - Returns: the number of the first step, with which all of it is undone.
  /// - Throws: the errors of `Ciphers.unlock`, `.unknownCipher` and `SaveError`. File and values are unchanged then.
  @discardableResult
  package func bind(_ ciphers: [String: String?], by prompter: any Prompter) async throws -> Int64? {
    let steps = try await SharedUndo(session).stepsBefore(ciphers)
    try await rebind(ciphers, by: prompter)
    return try await session.store.sharedSteps.add(steps)
  }

  /// The same, noted nowhere.
  /// - Parameter rewrite: writes what the keys hold and held again, where not all of it gets the cipher of its key.
  func rebind(
    _ ciphers: [String: String?], by prompter: any Prompter, rewriting rewrite: (() async throws -> Void)? = nil
  ) async throws {
    for (name, cipher) in ciphers { try session.team.checkCipher(cipher, of: name) }
    for cipher in Set(ciphers.values.compactMap(\.self)).sorted() where session.vaults[cipher] != nil {
      try await session.ciphers.unlock(cipher, by: prompter)
    }
    try await session.ciphers.unlockingAll(by: prompter) {
      let change = try declare(ciphers)
      do {
        if let rewrite {
          try await rewrite()
        } else {
          try await shared.bind(
            Dictionary(uniqueKeysWithValues: ciphers.map { (KeyPattern($0), engineCipher($1)) }))
        }
      } catch {
        try change.undo()
        throw error
      }
    }
    try await session.reload()
  }

  func cipherSaid(of name: String) -> String? {
    rule(of: name).flatMap { $0.isPlain ? CipherDefinition.none : $0.cipher }
  }

  private func engineCipher(_ said: String?) -> String? { said == CipherDefinition.none ? nil : said }
}

extension SharedDataError {
  /// Nothing is there of this name or pattern.
  package static func noKey(_ name: String) -> SharedDataError {
    SharedDataError(
      .invalidKey, "There is no shared key \(Printable.text(name)).", place: name,
      advice: "`parley shared list` lists the keys.")
  }
}
