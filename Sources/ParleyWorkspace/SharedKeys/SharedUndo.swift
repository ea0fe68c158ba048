package import ParleyEngine
package import ParleyFiles
package import ParleyStore

/// Undo and redo of everything that is done with a shared key: its changes, its ciphers and its names, each at its place.
///
///     changes   1: a   2: b        4: c
///     steps              cipher ▴        rename ▴      undo goes through them from the right to the left
///
/// ```swift
/// try await SharedUndo(session).undo("token", by: prompter)
/// ```
package struct SharedUndo {
  private let session: Session
  private var shared: SharedData { session.shared }
  private var steps: SharedSteps { session.store.sharedSteps }

  package init(_ session: Session) {
    self.session = session
  }

  /// The effect of the next undo or redo of a key.
  package enum Next: Sendable, Hashable {
    /// An earlier or later change of its value.
    case value
    case cipher(SharedStep)
    /// It is renamed.
    case rename(to: String, SharedStep)
  }

  package func nextUndo(of name: String) async throws -> Next {
    let key = shared.key(name)
    let standing = try await shared.standing(of: key)
    let step = try await steps.steps(of: key).first { step in
      step.kind != .batch && step.undoneAt == nil && step.key == key && step.place == standing.place
    }
    return step.map { .init(undoing: $0) } ?? .value
  }

  package func nextRedo(of name: String) async throws -> Next {
    let key = shared.key(name)
    let standing = try await shared.standing(of: key)
    let all = try await steps.steps(of: key)
    for step in all.reversed() where step.undoneAt != nil {
      if try await canBeRedone(step, of: key, standing) { return .init(redoing: step) }
    }
    // Something else was done after the last undo: there is nothing to redo any more.
    let isOver = all.contains { $0.undoneAt == nil && $0.key == key && $0.last == standing.last && $0.last != $0.place }
    if isOver { throw SharedDataError.nothingToRedo(name) }
    return .value
  }

  private func canBeRedone(_ step: SharedStep, of key: SharedKey, _ standing: SharedStanding) async throws -> Bool {
    guard let undoneAt = step.undoneAt else { return false }
    switch step.kind {
    case .batch: return false
    case .cipher:
      guard step.key == key, step.place == standing.place else { return false }
      return try await !shared.isChanged(key, since: undoneAt)
    case .rename:
      guard let move = RenamedPlaces(step.detail), step.before == key.name, standing.place == move.oldBefore else {
        return false
      }
      let there = try await shared.standing(of: step.key).place
      let isChanged = try await shared.isChanged(step.key, since: undoneAt)
      return there == move.newBefore && !isChanged
    }
  }

  /// Undoes the last change of a key.
  /// - Returns: its present value, under its present name; nil if it has none.
  /// - Throws: `.nothingToUndo`, `.conflict`, and the errors of `Ciphers.unlock`.
  @discardableResult
  package func undo(_ name: String, by prompter: any Prompter) async throws -> SharedEntry? {
    switch try await nextUndo(of: name) {
    case .value:
      return try await session.ciphers.unlockingAll(by: prompter) {
        try await shared.undo(name, writer: SharedKeys.byHand)
      }
    case .cipher(let step):
      try await takeBack([step], by: prompter)
      return try await shared.entry(name)
    case .rename(let old, _):
      try await session.sharedKeys.rename(name, to: old, by: prompter)
      return try await shared.entry(old)
    }
  }

  /// Does again what was taken back last.
  @discardableResult
  package func redo(_ name: String, by prompter: any Prompter) async throws -> SharedEntry? {
    switch try await nextRedo(of: name) {
    case .value:
      return try await session.ciphers.unlockingAll(by: prompter) {
        try await shared.redo(name, writer: SharedKeys.byHand)
      }
    case .cipher(let step):
      try await doAgain([step], by: prompter)
      return try await shared.entry(name)
    case .rename(let new, _):
      try await session.sharedKeys.rename(name, to: new, by: prompter)
      return try await shared.entry(new)
    }
  }
}

// Ciphers.
extension SharedUndo {
  /// Notes what keys had before their ciphers change: each change of them may have had another.
  func stepsBefore(_ ciphers: [String: String?]) async throws -> [SharedStep] {
    var noted: [SharedStep] = []
    SharedProgress.begin(ciphers.count)
    let sorted = ciphers.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: sorted.count, by: Self.keysAtOnce) {
      let some = sorted[start..<min(start + Self.keysAtOnce, sorted.count)]
      let keys = some.map { session.sharedKeys.keys(named: $0.key) }
      var heads = try await shared.heads(of: keys.flatMap(\.self), limit: SharedData.longestRewriting)[...]
      let last = try await shared.lastHeads(of: some.map { shared.key($0.key) })
      for (index, (name, cipher)) in some.enumerated() {
        try SharedProgress.step()
        let changes = heads.prefix(keys[index].count).flatMap(\.self)
        heads = heads.dropFirst(keys[index].count)
        noted.append(step(to: cipher, of: name, changes, last[index]))
      }
    }
    return noted
  }

  /// So many keys are read together.
  private static let keysAtOnce = 256

  private func step(to cipher: String?, of name: String, _ changes: [SharedHead], _ last: SharedHead?) -> SharedStep {
    let ciphers = changes.filter { !$0.isRemoval }.map { (change: $0.sequence, cipher: $0.cipher) }
    return SharedStep(
      .cipher, of: shared.key(name), from: session.sharedKeys.cipherSaid(of: name), to: cipher,
      detail: CipherRanges(ciphers).text, standing: last?.standing ?? SharedStanding(last: 0, place: 0),
      at: shared.now())
  }

  /// Gives keys the ciphers back that they, and each of their changes, had before.
  func takeBack(_ steps: [SharedStep], by prompter: any Prompter) async throws {
    let said = Dictionary(steps.map { ($0.key.name, $0.before) }) { $1 }
    let ranges = Dictionary(steps.map { (ExactString($0.key.name), CipherRanges($0.detail)) }) { first, _ in first }
    try await session.sharedKeys.rebind(said, by: prompter) {
      try await shared.rewrite(Array(said.keys)) { name, change in ranges[ExactString(name)]?.cipher(of: change) }
    }
    try await mark(steps, isUndone: true)
  }

  func doAgain(_ steps: [SharedStep], by prompter: any Prompter) async throws {
    try await session.sharedKeys.rebind(Dictionary(steps.map { ($0.key.name, $0.after) }) { $1 }, by: prompter)
    try await mark(steps, isUndone: false)
  }

  func mark(_ steps: [SharedStep], isUndone: Bool) async throws {
    let last = isUndone ? try await shared.lastHeads(of: steps.map(\.key)).map { $0?.sequence ?? 0 } : []
    try await self.steps.mark(steps.enumerated().map { ($1.id, isUndone ? last[$0] : nil) })
  }
}

// All that was done together.
extension SharedUndo {
  /// A batch of changes, or of steps, whichever was done later.
  private enum Batch {
    case changes(Int64)
    case steps([SharedStep])
  }

  /// Takes back what was done last with many keys, or does it again.
  /// - Returns: the names of the keys; nil where nothing is known that was done so.
  package func undoLast(redoes: Bool, by prompter: any Prompter) async throws -> [String]? {
    switch try await lastBatch(isUndone: redoes) {
    case nil: return nil
    case .changes(let batch): return try await undo(batch: batch, redoes: redoes, by: prompter).map(\.key.name)
    case .steps(let steps):
      guard let first = steps.first else { return nil }
      switch first.kind {
      case .batch: return try await undo(batch: first.last, redoes: redoes, by: prompter).map(\.key.name)
      case .cipher:
        redoes ? try await doAgain(steps, by: prompter) : try await takeBack(steps, by: prompter)
        return steps.map(\.key.name).sorted()
      case .rename:
        let name = redoes ? first.before ?? "" : first.key.name
        let entry = redoes ? try await redo(name, by: prompter) : try await undo(name, by: prompter)
        return [entry?.key.name ?? name]
      }
    }
  }

  private func lastBatch(isUndone: Bool) async throws -> Batch? {
    let steps = try await steps.lastBatch(of: session.environmentName, isUndone: isUndone)
    let changes = try await shared.lastBatch(isUndo: isUndone)
    guard let step = steps.first else { return changes.map(Batch.changes) }
    guard let changes else { return .steps(steps) }
    // A rename is a batch of changes too.
    let isOfRename = RenamedPlaces(step.detail)?.batch == changes
    let isLater = try await shared.moment(ofBatch: changes).map { step.at >= $0 } ?? true
    return isOfRename || isLater ? .steps(steps) : .changes(changes)
  }

  private func undo(batch: Int64, redoes: Bool, by prompter: any Prompter) async throws -> [SharedEntry] {
    try await session.sharedKeys.undo(batch, redoes: redoes, by: prompter)
  }

  /// Gives keys the ciphers back that they had before those of a batch.
  /// - Parameter batch: the number of its first step.
  package func takeBackCiphers(_ batch: Int64, by prompter: any Prompter) async throws -> [String] {
    let steps = try await steps.steps(ofBatch: batch).filter { $0.undoneAt == nil }
    try await takeBack(steps, by: prompter)
    return steps.map(\.key.name).sorted()
  }
}

extension SharedUndo.Next {
  fileprivate init(undoing step: SharedStep) {
    self = step.kind == .rename ? .rename(to: step.before ?? "", step) : .cipher(step)
  }

  fileprivate init(redoing step: SharedStep) {
    self = step.kind == .rename ? .rename(to: step.key.name, step) : .cipher(step)
  }
}

extension SharedDataError {
  fileprivate static func nothingToRedo(_ name: String) -> SharedDataError {
    SharedDataError(.nothingToUndo, "There is nothing to redo for “\(name)”.", place: name)
  }
}
