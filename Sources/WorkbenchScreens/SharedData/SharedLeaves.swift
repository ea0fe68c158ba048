import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Changes of JSON values place by place: each change is one compare-and-set write, and is taken back alone.
struct SharedLeaves: Sendable {
  /// A change of one place that is on its way to the store.
  fileprivate var pending: SharedStructure.Pending?
  /// The changes made place by place, to be undone.
  fileprivate var changes: [SharedKey: SharedLeafChanges] = [:]

  var isChanging: Bool { pending != nil }

  /// The change on its way was made.
  mutating func made() {
    if let pending { changes[pending.key, default: SharedLeafChanges()].made(pending) }
    pending = nil
  }

  /// The change on its way was not made.
  /// - Returns: whether it was a new one, and not one that was taken back.
  mutating func refused() -> Bool {
    defer { pending = nil }
    return pending?.way == .new
  }
}

// Changing a place of the value, and taking that back.
extension SharedValuePane {
  /// - Parameter row: the key that the value is of.
  mutating func update(_ action: SharedStructure.Action, of row: SharedRow?) -> [Effect] {
    switch action {
    case .move(let step): structure.cursor.move(step)
    case .make(let change): return make(change, of: row)
    }
    return []
  }

  /// Among its siblings.
  mutating func shift(_ step: Int, of row: SharedRow?) -> [Effect] {
    structure.shifting(step).map { make($0, of: row) } ?? []
  }

  mutating func remove(of row: SharedRow?) -> [Effect] {
    guard let selected = structure.selected, selected.path != .root else { return [] }
    return make(.remove(selected.path, was: selected.value), of: row)
  }

  private mutating func make(_ change: JSONChange, of row: SharedRow?) -> [Effect] {
    make(change, of: row, isDecoded: shownDecoded != nil, .new)
  }

  /// The way back is known before: it is the same wherever others have written.
  private mutating func make(
    _ change: JSONChange, of row: SharedRow?, isDecoded: Bool, _ way: SharedStructure.Pending.Way
  ) -> [Effect] {
    guard let row, let document = structure.document, leaves.pending == nil else { return [] }
    if let reason = shownDecoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    do throws(JSONChangeError) {
      let inverse = try change.applied(to: document).inverse
      leaves.pending = SharedStructure.Pending(key: row.key, inverse: inverse, isDecoded: isDecoded, way: way)
    } catch {
      guard way == .new else {
        leaves.changes[row.key]?.dropLast(way)
        return [.say(.refused(error.sentence))]
      }
      return [askAgain(change, of: row.key.name)]
    }
    structure.goAfterwards(to: change.path(in: document))
    return [.perform(SharedDataEffect.intent(SharedDataIntent(row.key.name, .change(change, isDecoded: isDecoded))))]
  }

  /// The last change of one place; where none was made, the key's last change of all.
  mutating func takeBack(_ way: SharedStructure.Pending.Way, of row: SharedRow?) -> [Effect] {
    let changes = row.flatMap { leaves.changes[$0.key] }
    guard let step = way == .undo ? changes?.undo.last : changes?.redo.last else {
      // To take back is a change of the key as well: its own undo would take back that.
      if changes?.isEmpty == false { return [.say(.refused("There is nothing to \(way.word) here any more."))] }
      return [.then(.shared(.key(way == .undo ? .undo : .perform(.redo))))]
    }
    guard step.isDecoded == (shownDecoded != nil) else {
      return [.say(.refused("That was changed in the \(step.isDecoded ? "decoded" : "raw") value: d shows it."))]
    }
    return make(step.change, of: row, isDecoded: step.isDecoded, way)
  }
}

// Questions before a place is changed.
extension SharedValuePane {
  mutating func turnStructure() -> [Effect] {
    structure.isShown.toggle()
    fit()
    return [.then(.navigation(.focus(.sharedValue)))]
  }

  func askChange(of key: SharedRow?) -> [Effect] {
    guard let row = structure.selected else { return [] }
    return ask(.set(row.path, was: row.value), of: key)
  }

  func askAdd(to key: SharedRow?) -> [Effect] { structure.addition.map { ask(.insert($0), of: key) } ?? [] }

  func askRename(in key: SharedRow?) -> [Effect] {
    guard let row = structure.selected, let place = structure.place(of: row.path), let document = structure.document
    else { return [] }
    return ask(.move(place, was: row.value, in: document), of: key)
  }

  private func ask(_ change: SharedLeafChange, of key: SharedRow?) -> [Effect] {
    if let reason = shownDecoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    return key.map { [.ask(SharedLeafForm(change, of: $0.key.name))] } ?? []
  }

  /// The typed text stands in the form again.
  func askAgain(_ change: JSONChange, of name: String) -> Effect {
    guard change.hasText else { return .say(.refused("\(change.path) was not changed.")) }
    guard let form = SharedLeafForm(again: change, in: structure.document, of: name) else {
      return .say(.refused("\(change.path) was not changed."))
    }
    return .ask(form)
  }
}

extension SharedStructure {
  func copyLeaf() -> [Effect] {
    guard let leaf = selected?.value else { return [] }
    let text = leaf.string ?? JSONPrinter.pretty.string(of: leaf)
    return [.terminal(.copy(text, of: "the value"))]
  }
}
