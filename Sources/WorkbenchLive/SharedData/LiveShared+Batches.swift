package import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

// The same calls as those of `parley shared` for many keys.
extension LiveShared {
  package func perform(_ intent: SharedBatchIntent) async throws -> SharedBatchOutcome {
    do {
      return try await outcome(of: intent, FormAnswers(answers: intent.answers))
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map(Question.init))
    } catch let error as SharedFileError where error.kind == .exists {
      return .exists(path: error.place ?? "")
    } catch let error as SharedDataError where error.kind == .conflict {
      guard case .undo(.batch(let batch)) = intent.job, let name = error.place else { throw error }
      return .changedSince(name, batch: batch)
    }
  }

  package func sharedKeys(matching filter: String, prefix: String) async throws -> [SharedKey] {
    var query = session.shared.query(prefix: prefix)
    query.conditions = SharedFilter(filter).conditions(at: .now())
    return try await session.shared.keys(query)
  }

  package func deletion(of names: [String]) async throws -> SharedDeletion {
    let wanted = Set(names: names)
    let locked = try await session.shared.lockedKeys().map(\.name).filter { wanted.contains(ExactString($0)) }
    return SharedDeletion(names, teams: names.filter(session.team.owns), locked: locked)
  }

  private func outcome(
    of intent: SharedBatchIntent, _ prompter: FormAnswers
  ) async throws -> SharedBatchOutcome {
    let (session, names) = (session, intent.names)
    switch intent.job {
    case .remove: return .done(SharedBatchResult(changes: try await session.sharedKeys.remove(names, by: prompter)))
    case .bind(let cipher): return .done(try await bind(names.map { ($0, cipher) }, prompter))
    case .copy(let environment, let isMove, let replaces):
      let (copy, changes) = try await session.sharedKeys.copy(
        names, to: environment, isMove: isMove, replaces: replaces, by: prompter)
      guard copy.taken.isEmpty || replaces else { return .taken(copy.taken) }
      var result = SharedBatchResult(changes: changes)
      (result.names, result.common) = (copy.names, copy.common)
      return .done(result)
    case .across(let side, let environment):
      let (copy, changes) = try await session.sharedKeys.copy(names[0], from: side, to: environment, by: prompter)
      var result = SharedBatchResult(changes: changes)
      (result.names, result.common) = (copy.names, copy.common)
      return .done(result)
    case .export(let path, let reveals, let replaces):
      return .done(try await export(names, to: personalPath(path), reveals, replacing: replaces, prompter))
    case .importFile(let path):
      return .done(
        SharedBatchResult(changes: try await session.sharedKeys.importFile(from: personalPath(path), by: prompter)))
    case .takeSnapshot(let name):
      var result = SharedBatchResult([])
      result.snapshot = try await session.sharedKeys.takeSnapshot(name, by: prompter)
      return .done(result)
    case .restore(let name, let isOwnOnly, _): return .done(try await restore(name, isOwnOnly, prompter))
    case .removeSnapshot(let name):
      try await session.shared.removeSnapshot(name)
      return .done(SharedBatchResult([]))
    case .undo(.ciphers(let batch)):
      return .done(SharedBatchResult(try await SharedUndo(session).takeBackCiphers(batch, by: prompter)))
    case .undo(.batch(let batch)):
      return .done(SharedBatchResult(changes: try await session.sharedKeys.undo(batch, by: prompter)))
    case .undo(.untouched(let batch)):
      let changes = try await session.sharedKeys.undo(batch, skipsChanged: true, by: prompter)
      return .done(SharedBatchResult(changes: changes))
    case .redo(let batch):
      return .done(SharedBatchResult(changes: try await session.sharedKeys.undo(batch, redoes: true, by: prompter)))
    }
  }

  private func restore(
    _ name: String, _ isOwnOnly: Bool, _ prompter: FormAnswers
  ) async throws -> SharedBatchResult {
    let changes = try await session.sharedKeys.restoreSnapshot(name, isOwnOnly: isOwnOnly, by: prompter)
    var result = SharedBatchResult(changes: changes)
    let apart = isOwnOnly ? await session.sharedKeys.teamKeysApart(from: name) : nil
    let warnings = [session.sharedKeys.missing(after: changes), apart].compactMap(\.self)
    result.warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
    return result
  }

  private func bind(_ wanted: [(String, String?)], _ prompter: FormAnswers) async throws -> SharedBatchResult {
    var ciphers: [(String, String?)] = []
    for (name, cipher) in wanted where try await !isStored(name, with: cipher) { ciphers.append((name, cipher)) }
    guard !ciphers.isEmpty else { return SharedBatchResult([]) }
    let batch = try await session.sharedKeys.bind(Dictionary(uniqueKeysWithValues: ciphers), by: prompter)
    var result = SharedBatchResult(ciphers.map(\.0).sorted())
    result.undo = batch.map(SharedBatchUndo.ciphers)
    return result
  }

  /// Whether a key has a value that is stored so, as the file says of it.
  private func isStored(_ name: String, with cipher: String?) async throws -> Bool {
    let wanted = cipher == CipherDefinition.none ? nil : cipher
    guard let last = try await session.shared.history(of: name, limit: 1).first else { return false }
    return last.cipher == wanted && session.sharedKeys.rule(of: name)?.cipher == wanted
  }

  private func export(
    _ names: [String], to path: String, _ reveals: Bool, replacing: Bool, _ prompter: FormAnswers
  ) async throws -> SharedBatchResult {
    let file = try await session.sharedKeys.export(
      names, to: path, reveals: reveals, replacing: replacing, by: prompter)
    var result = SharedBatchResult(file.entries.map(\.name))
    (result.path, result.secrets) = (path, file.entries.count(where: \.isSecret))
    return result
  }
}

extension SharedBatchResult {
  fileprivate init(changes: [SharedEntry]) {
    self.init(changes.map(\.key.name))
    undo = changes.first.map { .batch($0.sequence) }
  }
}
