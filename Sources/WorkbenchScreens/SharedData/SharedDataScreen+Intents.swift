import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

// What one wants with the key under the cursor, and what becomes of it.
extension SharedDataScreen {
  mutating func about(_ action: KeyAction) -> [Effect] {
    switch action {
    case .intent(let intent) where intent.isRename: return [.then(.environments(.renameKey(intent)))]
    case .intent(let intent): return [.perform(SharedDataEffect.intent(intent))]
    case .askNew: return [.perform(SharedDataEffect.ciphers(of: nil))]
    case .planRename(let name, let new): return [.perform(SharedDataEffect.planRename(name, to: new))]
    case .create(let key):
      value.begin(SharedValueEdit(key))
      // The details of the key under the cursor are not about this one.
      history.rows = []
      uses.show(nil)
      return [.then(.navigation(.focus(.sharedValue)))]
    case .perform(let job): return perform(job)
    case .undo: return undo()
    }
  }

  /// Of the key, or of all marked ones.
  mutating func askDelete() -> [Effect] {
    guard list.marked.isEmpty else { return many(.askDelete) }
    return row.map { [.ask(Confirm.deleting($0))] } ?? []
  }

  /// Of the key, or of all marked ones.
  mutating func askCipher() -> [Effect] {
    guard list.marked.isEmpty else { return many(.askCipher) }
    return row.map { [.perform(SharedDataEffect.ciphers(of: $0.key.name))] } ?? []
  }

  mutating func perform(_ job: SharedDataIntent.Job) -> [Effect] {
    guard let row else { return [] }
    if job == .reveal, value.isRevealed {
      value.hide()
      return []
    }
    return [.perform(SharedDataEffect.intent(SharedDataIntent(row.key.name, job)))]
  }

  mutating func observe() {
    guard let name = row?.key.name else { return }
    if observed.remove(name) == nil { observed.insert(name) }
  }

  /// Undoes what was done last on this screen, wherever the cursor is by now; where that is undone, the last change of
  /// the key under the cursor. Nothing is undone out of sight: a key that a later filter hides is shown first.
  mutating func undo() -> [Effect] {
    switch undoable {
    case .key(let name) where hides(name):
      list.look(for: name)
      undoable = .key(name)
      return [.say(.done("The last change was one of \(name.fitted(to: 40)): u again undoes it."))]
    case .batch(let undo): return many(.perform(SharedBatchIntent([], .undo(undo))))
    case .key(let name): return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .undo)))]
    case .overwritten(let name):
      undoable = nil
      return [.say(.refused(Self.overwritten(name)))]
    // The cursor is on its way to the key.
    case .undoneKey(let name) where list.wanted?.isIdentical(to: name) == true:
      return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .undo)))]
    case .undone, .undoneKey, nil: return perform(.undo)
    }
  }

  mutating func redo() -> [Effect] {
    switch undoable {
    case .undone(let batch): return many(.perform(SharedBatchIntent([], .redo(batch))))
    case .undoneKey(let name): return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .redo)))]
    case .batch, .key, .overwritten, nil: return perform(.redo)
    }
  }

  /// Whether a filter that was set since the last change shows no such key.
  private func hides(_ name: String) -> Bool {
    guard !list.input.isEmpty, list.input.text != undoableFilter else { return false }
    return !list.window.lines.contains { $0.row?.key.name.isIdentical(to: name) == true }
  }

  private static func overwritten(_ name: String) -> String {
    "Nothing was undone: \(name.fitted(to: 40)) was written by others since. b in its history brings a value back."
  }
}

// Answers.
extension SharedDataScreen {
  mutating func answered(_ intent: SharedDataIntent, _ outcome: SharedDataOutcome) -> [Effect] {
    // Its answer is of now.
    defer { if list.moment != nil { refresh() } }
    switch outcome {
    case .asks(let questions):
      refused(intent)
      return [.ask(SharedQuestionsForm(intent: intent, questions: questions))]
    case .renames(let name): return [.then(.shared(.key(.intent(SharedDataIntent(intent.key, .rename(to: name))))))]
    case .compared(let moments):
      let decodes = value.showsDecoded
      return [.ask(StateQuestion { SharedMomentsSheet(moments, decodes: decodes, now: $0.now) })]
    case .conflict(let theirs, let sequence):
      value.edit?.isKeeping = false
      if case .change(let change, _) = intent.job { return refusedByOthers(change, of: intent.key, theirs) }
      return [.ask(Confirm.conflict(intent, theirs, sequence))]
    case .done(let detail): return done(intent, detail)
    }
  }

  @discardableResult
  mutating func refused(_ intent: SharedDataIntent) -> [Effect] {
    value.edit?.isKeeping = false
    guard case .change(let change, _) = intent.job else { return [] }
    return changeRefused(change, of: intent.key)
  }

  private mutating func done(_ intent: SharedDataIntent, _ detail: SharedKeyDetail?) -> [Effect] {
    switch intent.job {
    case .reveal: if list.moment == nil { show(detail, of: intent.key, reveals: true) }
    case .copy: return detail?.value.map { copy($0, of: intent.key) } ?? []
    case .edit: return beginEditing(detail)
    case .editOutside: return editOutside(detail)
    case .change:
      structureChanged(intent, detail)
      return []
    case .restore:
      changed(intent.key, detail)
      return [.say(.done("Brought back \(intent.key); u undoes it."))]
    case .compare: break
    case .set:
      kept(intent, detail)
      return [.say(.done("Saved \(intent.key)."))]
    case .remove:
      undoable = .key(intent.key)
      list.isStale = true
      return [.say(.done("Deleted \(intent.key); u brings it back."))]
    case .create:
      value.edit = nil
      changed(intent.key, detail)
      return [.then(.navigation(.focus(.sharedKeys))), .say(.done("Saved \(intent.key)."))]
    case .undo:
      changed(intent.key, detail)
      undoable = .undoneKey(intent.key)
      let rest = detail == nil ? ", and it is gone; Ctrl-R brings it back." : "; Ctrl-R does it again."
      return [.say(.done("Undid the last change of \(intent.key.fitted(to: 40))\(rest)"))]
    case .redo:
      changed(intent.key, detail)
      return [.say(.done("Did the change of \(intent.key.fitted(to: 40)) again; u undoes it."))]
    case .rename(let name):
      changed(name, detail)
      return [.say(.done("Renamed \(intent.key) to \(name)."))]
    case .bind(let cipher): return bound(intent.key, to: cipher, detail)
    case .declare(let cipher, _): return bound(intent.key, to: cipher, detail)
    case .expire(let moment, _):
      changed(intent.key, detail)
      let words = moment.map { "expires at \($0.localMoment)" } ?? "does not expire any more"
      return [.say(.done("\(intent.key) \(words); u takes it back."))]
    case .renew:
      changed(intent.key, detail)
      // A request wrote it.
      undoable = nil
      let writer = detail?.row.writer.map { " \($0.asWriter)" } ?? ""
      return [.say(.done("Renewed \(intent.key)\(writer)."))]
    }
    return []
  }

  private mutating func bound(_ key: String, to cipher: String?, _ detail: SharedKeyDetail?) -> [Effect] {
    changed(key, detail)
    let words = cipher.map { "encrypted with \($0.fitted(to: 30))" } ?? "no longer encrypted"
    return [.say(.done("\(key.fitted(to: 40)) is \(words), as parley.yaml says now."))]
  }

  private func editOutside(_ detail: SharedKeyDetail?) -> [Effect] {
    let decoded = value.showsDecoded ? detail?.decoded : nil
    if let reason = decoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    let edit = detail.flatMap { SharedValueEdit($0, decoded: decoded) }
    return edit.map { [.perform(SharedDataEffect.stage($0))] } ?? []
  }

  private func copy(_ value: SharedValue, of name: String) -> [Effect] {
    guard let text = value.text else {
      return [.then(.failed(Problem(code: "copy.bytes", "Bytes that are not text cannot be copied to the clipboard.")))]
    }
    return [.terminal(.copy(text, of: "the value of \(name)"))]
  }

  mutating func changed(_ name: String, _ detail: SharedKeyDetail?) {
    undoable = .key(name)
    undoableChange = detail?.row.sequence ?? 0
    list.wanted = name
    refresh()
  }

  private mutating func kept(_ intent: SharedDataIntent, _ detail: SharedKeyDetail?) {
    undoable = .key(intent.key)
    let wasRevealed = value.isRevealed
    if value.edit?.name == intent.key { value.edit = nil }
    show(detail, of: intent.key, reveals: wasRevealed)
    list.isStale = true
  }
}

// Answers to changes of one place.
extension SharedDataScreen {
  /// It could not be made: what was typed stands in the form again.
  private mutating func changeRefused(_ change: JSONChange, of name: String) -> [Effect] {
    value.leaves.refused() ? [value.askAgain(change, of: name)] : []
  }

  /// Somebody else has changed the same place: their value is shown, and what was typed stands in the form again.
  private mutating func refusedByOthers(_ change: JSONChange, of name: String, _ theirs: SharedKeyDetail?) -> [Effect] {
    let isNew = value.leaves.refused()
    show(theirs, of: name, reveals: value.isRevealed)
    list.isStale = true
    guard isNew, change.hasText else {
      return [.say(.refused("\(change.path) was changed meanwhile: nothing was written. This is the current value."))]
    }
    return [value.askAgain(change, of: name)]
  }

  private mutating func structureChanged(_ intent: SharedDataIntent, _ detail: SharedKeyDetail?) {
    value.leaves.made()
    undoable = .key(intent.key)
    show(detail, of: intent.key, reveals: value.isRevealed)
    list.isStale = true
  }
}

extension SharedDataIntent {
  var isRename: Bool { if case .rename = job { true } else { false } }
}
