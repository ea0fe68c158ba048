package import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

// Many keys at once: those that are marked, or the one under the cursor.
extension SharedDataScreen {
  package enum ManyAction: Sendable {
    case found([SharedKey])
    case clear
    case snapshots
    case askDelete
    case askCipher
    case perform(SharedBatchIntent)
    case answered(SharedBatchIntent, SharedBatchOutcome)
    /// It was refused, or stopped.
    case ended
  }

  mutating func many(_ action: ManyAction) -> [Effect] {
    switch action {
    case .found(let keys):
      list.isMarking = false
      list.marked = list.marked.isSuperset(of: keys) ? list.marked.subtracting(keys) : list.marked.union(keys)
    case .clear: list.marked = []
    case .snapshots: return [.perform(SharedComparisonEffect.snapshots)]
    case .askDelete: return [.perform(SharedBatchEffect.deletion(of: names))]
    case .askCipher: return [.perform(SharedBatchEffect.ciphers(of: names))]
    case .perform(let intent):
      guard work == nil else { return [.say(.refused("One after the other: Esc stops what is being done."))] }
      let progress = SharedProgress()
      work = SharedWork(words: intent.workingWords, progress)
      return [.perform(SharedBatchEffect.intent(intent, progress))]
    case .ended: work = nil
    case .answered(let intent, let outcome): return answered(intent, outcome)
    }
    return []
  }

  /// The marked ones, in the order of their names; without marks the one under the cursor.
  var names: [String] {
    guard list.marked.isEmpty else { return list.marked.map(\.name).sorted() }
    return row.map { [$0.key.name] } ?? []
  }

  func beginComparing(in environment: String?) -> [Effect] {
    let side = SharedSide.environment(environment)
    if list.marked.count == 2 {
      let names = names
      let places = names.map { SharedPlaceOfKey($0, on: side) }
      return [.perform(SharedComparisonEffect.values(SharedValuesIntent(places[0], places[1])))]
    }
    return [.perform(SharedComparisonEffect.choices(row?.key.name, environment))]
  }

  /// The next one is likely to be marked too. A group of the tree is all keys in it.
  mutating func mark() -> [Effect] {
    let line = list.line(at: list.cursor.selected)
    list.cursor.move(.lines(1))
    if let prefix = line?.prefix { return find(prefix: prefix) }
    guard let key = line?.row?.key else { return [] }
    if list.marked.remove(key) == nil { list.marked.insert(key) }
    return []
  }

  /// Marks all keys of the filter. Those found by a search in values are already in the list.
  mutating func markAll() -> [Effect] {
    guard let rows = list.search?.rows(by: list.sort) else {
      return find(prefix: "")
    }
    return many(.found(rows.map(\.key)))
  }

  /// Looks for all keys of the filter, to mark them. Keys pressed before they are found are meant for them.
  private mutating func find(prefix: String) -> [Effect] {
    list.isMarking = true
    return [.perform(SharedBatchEffect.find(list.input.text, prefix: prefix))]
  }
}

// Answers.
extension SharedDataScreen {
  private mutating func answered(_ intent: SharedBatchIntent, _ outcome: SharedBatchOutcome) -> [Effect] {
    work = nil
    switch outcome {
    case .asks(let questions): return [.ask(SharedBatchQuestionsForm(intent: intent, questions: questions))]
    case .taken(let names): return [.ask(Confirm.replacing(names, by: intent))]
    case .exists(let path): return [.ask(Confirm.overwriting(path, by: intent))]
    case .changedSince(let name, let batch): return [.ask(Confirm.undoing(othersThan: name, of: batch))]
    case .done(let result): return done(intent, result)
    }
  }

  private mutating func done(_ intent: SharedBatchIntent, _ result: SharedBatchResult) -> [Effect] {
    switch intent.job {
    case .remove, .copy(to: _, isMove: true, replaces: _): list.marked = []
    case .across where !result.names.isEmpty: comparing.noteCopy(intent)
    default: break
    }
    switch (intent.job, result.undo) {
    case (.export, _), (.takeSnapshot, _), (.removeSnapshot, _): break
    case (.undo, .batch(let batch)?): undoable = .undone(batch)
    case (.undo, _): undoable = nil
    // Where nothing was changed, what was done before is still the last.
    case (.restore, nil): break
    case (_, let undo): undoable = undo.map(SharedUndo.batch)
    }
    if let undo = result.undo, !intent.isUndo { lastBatch = undo }
    if intent.isUndo { lastBatch = nil }
    refresh()
    let starts = if case .restore(_, isOwnOnly: _, startsGroup: true) = intent.job { true } else { false }
    return [.say(.done(intent.sentence(about: result)))]
      + (starts ? [.then(.groups(.run(.start(isPaused: false))))] : [])
  }
}

/// The meaning of undo and redo, as long as nothing else is done.
enum SharedUndo: Hashable, Sendable {
  /// A key that was changed or removed by hand.
  case key(String)
  /// A key that others have written since it was changed or removed by hand: undo would take back what they wrote.
  case overwritten(String)
  /// A key whose last change was undone.
  case undoneKey(String)
  /// All that was done with many keys.
  case batch(SharedBatchUndo)
  /// The batch was undone, as these changes.
  case undone(Int64)
}

extension SharedBatchIntent {
  fileprivate var isUndo: Bool { if case .undo = job { true } else { false } }

  /// The sentence shown when the job is done.
  fileprivate func sentence(about result: SharedBatchResult) -> String {
    let keys = result.names.count == 1 ? result.names[0].fitted(to: 40) : result.names.count.counted("key")
    guard !result.names.isEmpty || isAboutNoKeys else { return nothing(about: result) }
    let left = result.common.isEmpty ? "" : " \(result.common.count.counted("key")) of all environments left out."
    let undo = result.undo == nil ? "." : "; u takes it back."
    switch job {
    case .remove: return "Deleted \(keys)\(undo)"
    case .bind("none"): return "\(keys): no longer encrypted\(undo)"
    case .bind(let cipher): return "Encrypted \(keys) with \(cipher.fitted(to: 30))\(undo)"
    case .copy(let environment, let isMove, _):
      return "\(isMove ? "Moved" : "Copied") \(keys) to \(environment.fitted(to: 30))\(undo)\(left)"
    case .across(_, let environment):
      return "Copied \(keys) to \((environment ?? "no environment").fitted(to: 30))\(undo)"
    case .export(_, let reveals, _): return "Wrote \(keys) to \(result.path ?? "the file").\(secrecy(result, reveals))"
    case .takeSnapshot(let name):
      return "Took the snapshot \(name.fitted(to: 40)) of \((result.snapshot?.count ?? 0).counted("key"))."
    case .restore(let name, _, _):
      return "Restored \(keys) from \(name.fitted(to: 40))\(undo)\(result.warning.map { " \($0)" } ?? "")"
    case .removeSnapshot(let name): return "Deleted the snapshot \(name.fitted(to: 40))."
    case .importFile: return "Imported \(keys)\(undo)"
    case .undo(.batch), .undo(.untouched): return "Took it back: \(keys). Ctrl-R does it again."
    case .undo(.ciphers): return "Took it back: \(keys)."
    case .redo: return "Did it again: \(keys)\(undo)"
    }
  }

  private func nothing(about result: SharedBatchResult) -> String {
    if case .across = job {
      return result.common.isEmpty ? "The key is not there any more." : "The key belongs to all environments."
    }
    if case .bind(let cipher) = job {
      let isClear = cipher == "none"
      return isClear ? "None of them is encrypted: nothing was changed." : "All of them have \(cipher) already."
    }
    guard case .restore(let name, let isOwnOnly, _) = job else { return "There was nothing to do." }
    let keys = isOwnOnly && result.warning != nil ? "None of your own keys" : "No key"
    return "\(keys) differs from the snapshot \(name.fitted(to: 40)).\(result.warning.map { " \($0)" } ?? "")"
  }

  private var isAboutNoKeys: Bool {
    switch job {
    case .export, .takeSnapshot, .removeSnapshot: true
    default: false
    }
  }

  private func secrecy(_ result: SharedBatchResult, _ reveals: Bool) -> String {
    guard result.secrets > 0 else { return "" }
    let secrets = result.secrets.counted("secret")
    return reveals ? " \(secrets) in clear." : " \(secrets) encrypted with the passphrase."
  }
}

/// Work for many keys.
enum SharedBatchEffect: ServiceEffect {
  /// All keys that a filter finds.
  case find(String, prefix: String)
  /// The choices for these keys.
  case choices([String])
  case ciphers(of: [String])
  /// Which of these keys would be gone for others too.
  case deletion(of: [String])
  case intent(SharedBatchIntent, SharedProgress)

  var lane: Lane? {
    switch self {
    case .intent: Lane("shared data intents", outlivesTheScreen: true)
    case .find, .choices, .ciphers, .deletion: nil
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .find(let filter, let prefix):
      do {
        return [.shared(.many(.found(try await services.shared.sharedKeys(matching: filter, prefix: prefix))))]
      } catch {
        return [.shared(.many(.found([]))), .failed(Problem(error, hiding: services.secrets))]
      }
    case .choices(let names):
      let environments = try await services.history.otherEnvironments()
      return [.ask(StateQuestion { Picker(for: names, environments, last: $0.shared.lastBatch, $0.commands) })]
    case .ciphers(let names):
      return [.ask(Picker(try await services.shared.ciphers(), for: names))]
    case .deletion(let names):
      return [.ask(Confirm.deleting(try await services.shared.deletion(of: names)))]
    case .intent(let intent, let progress): return await perform(intent, progress, services)
    }
  }

  private func perform(
    _ intent: SharedBatchIntent, _ progress: SharedProgress, _ services: Services
  ) async -> [Action] {
    do {
      let outcome = try await SharedProgress.$current.withValue(progress) { try await services.shared.perform(intent) }
      return [.shared(.many(.answered(intent, outcome)))]
    } catch {
      let ended = Action.shared(.many(.ended))
      if progress.isStopped { return [ended, .notice(.done("Stopped: nothing was changed."))] }
      if let items = services.workspace.trustNeeded(by: error) {
        return [ended, .workspace(.trustBefore(items, self))]
      }
      return [ended, .failed(Problem(error, hiding: services.secrets))]
    }
  }
}
