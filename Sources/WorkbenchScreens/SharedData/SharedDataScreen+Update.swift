import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension SharedDataScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: refresh()
    case .told(let changes): hear(changes)
    case .keys(let query, let window): list.take(window, for: query)
    case .values(let query, let found): list.take(found, for: query)
    case .sort(let field): return list.arrange { $0.sort(by: field) }
    case .detail(let detail, let name, let moment): if moment == list.moment { read(detail, of: name) }
    case .facts(let facts, let moment):
      if moment == list.moment, value.group?.isIdentical(to: facts.prefix) == true { value.facts = facts }
    case .answered(let intent, let outcome): return answered(intent, outcome)
    case .refused(let intent): return refused(intent)
    case .body(let action, let sequence): return value.take(action, of: sequence)
    case .staged(let path, let edit):
      return [.terminal(.editStaged(file: path, then: SharedDataEffect.collect(path, edit)))]
    case .collected(let text, let edit): return collected(text, edit)
    case .move(let action): move(action)
    case .look(let action): return value.look(action)
    case .filter:
      list.startFiltering()
      return [.then(.navigation(.focus(.sharedKeys)))]
    case .clearFilter: list.clearFilter()
    case .complete(let action): list.complete(action, in: context)
    case .key(let action): return about(action)
    case .structure(let action): return value.update(action, of: row)
    case .edit(let action): return edit(action)
    case .many(let action): return many(action)
    case .compare(let action): return comparing.update(action)
    }
    return []
  }

  /// Everything is read again.
  package mutating func lookFor(_ name: String) {
    list.look(for: name)
  }

  package mutating func refresh() {
    list.isStale = true
    isStale = true
  }

  /// The keys of another environment are others.
  package mutating func forget() {
    (list.changed, list.marked) = ([], [])
    (current, undoable, lastBatch, announced) = (nil, nil, nil, [])
    let size = value.size
    value = SharedValuePane()
    value.resize(to: size)
    refresh()
  }

  private mutating func hear(_ changes: [Event.SharedData]) {
    for change in changes {
      guard change.isForeign || !SharedChangeWords.isOwn(change.writer) else {
        // Who writes a key has seen it.
        list.changed.subtract(change.keys)
        continue
      }
      list.changed.formUnion(change.keys)
      if case .key(let name) = undoable, change.change > undoableChange,
        change.keys.contains(where: { $0.name.isIdentical(to: name) })
      {
        undoable = .overwritten(name)
      }
      if !observed.isEmpty { announced.formUnion(change.keys.map(\.name).filter(observed.contains)) }
    }
    list.isStale = true
    if changes.isEmpty || changes.contains(where: changesShown) { isStale = true }
  }

  /// Whether it changes the key that is shown, or one of the group that is.
  private func changesShown(_ change: Event.SharedData) -> Bool {
    if let current { return change.keys.contains { $0.name.isIdentical(to: current) } }
    guard let group = value.group else { return false }
    return change.keys.contains { $0.name.utf8.starts(with: group.utf8) }
  }
}

// The content on screen, and what is still to be asked for.
extension SharedDataScreen {
  /// Comes after everything that happens.
  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    guard isShown else {
      value.hide()
      return []
    }
    announced = []
    list.observed = observed
    if list.show(context.moment) { showOther() }
    return list.missing() + loadSelectedIfNeeded() + value.missing()
  }

  /// The list and the value are of another moment.
  private mutating func showOther() {
    value.hide()
    isStale = true
  }

  /// Turns to the key under the cursor, if it has not yet.
  private mutating func loadSelectedIfNeeded() -> [Effect] {
    guard let selected = list.selected else {
      // A group has no value; what is not there yet may be the same key.
      let prefix = list.line(at: list.cursor.selected)?.prefix
      let isOnKey = list.window.total > 0 && prefix == nil
      guard !isOnKey, !isEditing else { return [] }
      return turn(toGroup: prefix)
    }
    value.group = nil
    if !isEditing, current?.isIdentical(to: selected.key.name) != true { turn(to: selected) }
    guard isStale, let current else { return [] }
    isStale = false
    // What is revealed stays so while others write it.
    return [
      .perform(
        value.isRevealed
          ? SharedDataEffect.intent(SharedDataIntent(current, .reveal)) : .detail(current, at: list.moment))
    ]
  }

  private mutating func turn(toGroup prefix: String?) -> [Effect] {
    let isKnown = prefix.isIdentical(to: value.group) && current == nil && !isStale
    guard !isKnown else { return [] }
    turn(to: nil)
    value.facts = prefix.isIdentical(to: value.group) ? value.facts : nil
    value.group = prefix
    return prefix.map { [.perform(SharedDataEffect.facts($0, filter: list.input.text, at: list.moment))] } ?? []
  }

  private mutating func turn(to row: SharedRow?) {
    if let left = current { list.changed = list.changed.filter { !$0.name.isIdentical(to: left) } }
    current = row?.key.name
    isStale = row != nil
    value.turn(to: row)
    history.rows = []
    uses.show(nil)
  }

  /// Takes over a key that was read. If the value has been revealed since, it is read once more instead, because this
  /// result would mask it again.
  private mutating func read(_ detail: SharedKeyDetail?, of name: String) {
    guard value.isRevealed, current?.isIdentical(to: name) == true else { return show(detail, of: name) }
    isStale = true
  }

  /// One change may have come in while another was read; the newest is shown.
  mutating func show(_ detail: SharedKeyDetail?, of name: String, reveals: Bool = false) {
    guard current?.isIdentical(to: name) == true else { return }
    if let edit = value.edit, edit.name == name {
      guard list.moment == nil else { return }
      if let row = detail?.row, row.sequence != edit.base, !edit.isKeeping { value.edit?.newer = row }
    } else {
      value.show(detail, isRevealed: reveals)
    }
    guard value.edit?.creation == nil else { return }
    history.rows = detail?.history ?? []
    uses.show(detail?.uses)
  }
}

// Getting about.
extension SharedDataScreen {
  private mutating func move(_ action: Move) {
    switch action {
    case .list(let step):
      list.cursor.move(step)
    case .history(let step): history.cursor.move(step)
    case .uses(let step): uses.cursor.move(step)
    }
  }
}
