import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// Changing a JSON value place by place: each change is one compare-and-set write, and is taken back alone.
extension SharedDataScreen {
  mutating func structure(_ action: SharedStructure.Action) -> [Effect] {
    switch action {
    case .move(let step): value.structure.cursor.move(step)
    case .make(let change): return make(change)
    }
    return []
  }

  mutating func turnStructure() -> [Effect] {
    value.structure.isShown.toggle()
    value.fit()
    return [.then(.navigation(.focus(.sharedValue)))]
  }

  private func askChange() -> [Effect] {
    guard let row = value.structure.selected else { return [] }
    return ask(.set(row.path, was: row.value))
  }

  private func askAdd() -> [Effect] { value.structure.addition.map { ask(.insert($0)) } ?? [] }

  private func askRename() -> [Effect] {
    guard let row = value.structure.selected, let place = value.structure.place(of: row.path),
      let document = value.structure.document
    else { return [] }
    return ask(.move(place, was: row.value, in: document))
  }

  private func ask(_ change: SharedLeafChange) -> [Effect] {
    if let reason = value.shownDecoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    return row.map { [.ask(SharedLeafForm(change, of: $0.key.name))] } ?? []
  }

  /// Among its siblings.
  private mutating func shift(_ step: Int) -> [Effect] {
    value.structure.shifting(step).map { make($0) } ?? []
  }

  private mutating func remove() -> [Effect] {
    guard let row = value.structure.selected, row.path != .root else { return [] }
    return make(.remove(row.path, was: row.value))
  }

  private func copyLeaf() -> [Effect] {
    guard let leaf = value.structure.selected?.value else { return [] }
    let text = leaf.string ?? JSONPrinter.pretty.string(of: leaf)
    return [.terminal(.copy(text, of: "the value"))]
  }

  private mutating func make(_ change: JSONChange) -> [Effect] {
    make(change, isDecoded: value.shownDecoded != nil, .new)
  }

  /// The way back is known before: it is the same wherever others have written.
  private mutating func make(
    _ change: JSONChange, isDecoded: Bool, _ way: SharedStructure.Pending.Way
  ) -> [Effect] {
    guard let row, let document = value.structure.document, pendingChange == nil else { return [] }
    if let reason = value.shownDecoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    do throws(JSONChangeError) {
      let inverse = try change.applied(to: document).inverse
      pendingChange = SharedStructure.Pending(key: row.key, inverse: inverse, isDecoded: isDecoded, way: way)
    } catch {
      guard way == .new else {
        leafChanges[row.key]?.dropLast(way)
        return [.say(.refused(error.sentence))]
      }
      return [askAgain(change, of: row.key.name)]
    }
    value.structure.goAfterwards(to: change.path(in: document))
    return [.perform(SharedDataEffect.intent(SharedDataIntent(row.key.name, .change(change, isDecoded: isDecoded))))]
  }

  /// The last change of one place; where none was made, the key's last change of all.
  private mutating func takeBack(_ way: SharedStructure.Pending.Way) -> [Effect] {
    let changes = row.flatMap { leafChanges[$0.key] }
    guard let step = way == .undo ? changes?.undo.last : changes?.redo.last else {
      // To take back is a change of the key as well: its own undo would take back that.
      if changes?.isEmpty == false { return [.say(.refused("There is nothing to \(way.word) here any more."))] }
      return [.then(.shared(.key(way == .undo ? .undo : .perform(.redo))))]
    }
    guard step.isDecoded == (value.shownDecoded != nil) else {
      return [.say(.refused("That was changed in the \(step.isDecoded ? "decoded" : "raw") value: d shows it."))]
    }
    return make(step.change, isDecoded: step.isDecoded, way)
  }

  /// It could not be made: what was typed stands in the form again.
  mutating func changeRefused(_ change: JSONChange, of name: String) -> [Effect] {
    let pending = pendingChange
    pendingChange = nil
    return pending?.way == .new ? [askAgain(change, of: name)] : []
  }

  /// Somebody else has changed the same place: their value is shown, and what was typed stands in the form again.
  mutating func refusedByOthers(_ change: JSONChange, of name: String, _ theirs: SharedKeyDetail?) -> [Effect] {
    let way = pendingChange?.way
    pendingChange = nil
    show(theirs, of: name, reveals: value.isRevealed)
    list.isStale = true
    guard way == .new, change.hasText else {
      return [.say(.refused("\(change.path) was changed meanwhile: nothing was written. This is the current value."))]
    }
    return [askAgain(change, of: name)]
  }

  private func askAgain(_ change: JSONChange, of name: String) -> Effect {
    guard change.hasText else { return .say(.refused("\(change.path) was not changed.")) }
    guard let form = SharedLeafForm(again: change, in: value.structure.document, of: name) else {
      return .say(.refused("\(change.path) was not changed."))
    }
    return .ask(form)
  }

  mutating func structureChanged(_ intent: SharedDataIntent, _ detail: SharedKeyDetail?) {
    if let pending = pendingChange { leafChanges[pending.key, default: SharedLeafChanges()].made(pending) }
    pendingChange = nil
    undoable = .key(intent.key)
    show(detail, of: intent.key, reveals: value.isRevealed)
    list.isStale = true
  }
}

// Moments of the history.
extension SharedDataScreen {
  func compareMoments() -> [Effect] {
    guard let name = row?.key.name, let (one, other) = history.compared else { return [] }
    return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .compare(one, other))))]
  }

  func restoreMoment() -> [Effect] {
    guard let name = row?.key.name, let moment = history.selected else { return [] }
    return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .restore(moment.sequence))))]
  }

  static let whyNotCompare: @Sendable (State) -> String? = { state in
    guard let row = state.shared.row, state.shared.history.compared != nil else {
      return "The cursor is not on a change."
    }
    return row.isSecret && !state.shared.value.isRevealed ? "The value is secret: reveal it first with v." : nil
  }

  static let needsDocument: @Sendable (State) -> String? = { state in
    let pane = state.shared.value
    if pane.structure.isShown || pane.structure.document != nil { return nil }
    guard let row = state.shared.row else { return "The cursor is not on a key." }
    if row.isSecret, !pane.isRevealed { return "The value is secret: reveal it first with v." }
    return pane.decoded == nil ? "The value is not JSON." : "The value is not JSON: d decodes it."
  }
}

// Keys.
extension SharedDataScreen {
  static var structureCommands: [CommandRow] {
    let context: [KeyContext] = [.sharedStructure]
    let moving: [CommandRow] = .moving("shared.structure", in: .sharedStructure) {
      .shared(.structure(.move($0)))
    }
    let changing: [CommandRow] = [
      row(
        "leaf.change", "Change the value", "Changes the value on the row, and nothing else.", ["Enter", "i"],
        in: context, hint: .init("change", rank: 1), disabledReason: needsRow
      ) { screen, _ in
        screen.askChange()
      },
      row(
        "leaf.add", "Add a value", "Adds a value inside the object or array on the row, or behind the value on it.",
        ["a"], in: context, hint: .init("add", rank: 2), disabledReason: needsRow
      ) { screen, _ in
        screen.askAdd()
      },
      row(
        "leaf.rename", "Rename or move", "Asks for another path: another name, or another place.", ["r"], in: context,
        hint: .init("rename", rank: 3), disabledReason: needsInnerRow
      ) { screen, _ in
        screen.askRename()
      },
      row(
        "leaf.delete", "Delete the value", "Removes the value on the row; u brings it back.", ["D", "Delete"],
        in: context, disabledReason: needsInnerRow
      ) { screen, _ in
        screen.remove()
      },
      row(
        "leaf.down", "Move down", "Moves the value behind the next one.", ["J", "Alt-Down"], in: context,
        disabledReason: needsInnerRow
      ) { screen, _ in
        screen.shift(1)
      },
      row(
        "leaf.up", "Move up", "Moves the value before the previous one.", ["K", "Alt-Up"], in: context,
        disabledReason: needsInnerRow
      ) { screen, _ in
        screen.shift(-1)
      },
      row(
        "leaf.undo", "Undo", "Takes back the last change of one place; without one, the key's last change.", ["u"],
        in: context, hint: .init("undo", rank: 4)
      ) { screen, _ in
        screen.takeBack(.undo)
      },
      row("leaf.redo", "Redo", "Redoes what was taken back last.", ["Ctrl-R"], in: context) { screen, _ in
        screen.takeBack(.redo)
      },
      row("leaf.fold", "Fold or unfold", "Hides or shows what is inside the object or array.", ["z"], in: context) {
        screen, _ in
        screen.value.structure.fold(.turn)
        return []
      },
      row("leaf.open", "Unfold", "Shows what is inside the object or array.", ["Right", "l"], in: context) {
        screen, _ in
        screen.value.structure.fold(.open)
        return []
      },
      row(
        "leaf.close", "Fold, or outwards", "Hides what is inside, or goes to the object or array around it.",
        ["Left", "h"], in: context
      ) { screen, _ in
        screen.value.structure.fold(.close)
        return []
      },
      row(
        "leaf.foldAll", "Fold everything", "Hides what is inside the outermost members, or shows everything.", ["-"],
        in: context
      ) { screen, _ in
        screen.value.structure.fold(.all)
        return []
      },
      row(
        "leaf.search", "Search", "Finds names and values in all of it as you type, also in what is folded.", ["/"],
        .look(.startSearch), in: context, hint: .init("search", rank: 5)),
      CommandRow(
        .nextMatch, "shared.leaf.nextMatch", in: context, does: .shared(.look(.step(1))), disabledReason: needsTerm),
      CommandRow(
        .previousMatch, "shared.leaf.previousMatch", in: context, does: .shared(.look(.step(-1))),
        disabledReason: needsTerm),
      row(
        "leaf.filter", "Filter", "Applies a jq filter to the value as you type. Esc shows the structure again.", ["f"],
        .look(.startFilter), in: context, hint: .init("filter", rank: 6)),
      row(
        "leaf.copyValue", "Copy the value on the row", "Copies the value on the row.", ["y y", "y v"], in: context,
        disabledReason: needsRow
      ) { screen, _ in
        screen.copyLeaf()
      },
      row(.copyPath, "shared.leaf.copyPath", in: context, disabledReason: needsRow) { screen, _ in
        screen.value.structure.selected.map {
          [.terminal(.copy("\($0.path)", of: "the path \($0.path)"))]
        } ?? []
      },
    ]
    return moving + changing
  }

  private static let needsTerm: @Sendable (State) -> String? = {
    $0.shared.value.term.isEmpty ? "No search yet; / searches." : nil
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.shared.value.structure.selected == nil ? "There is no value." : nil
  }

  private static let needsInnerRow: @Sendable (State) -> String? = {
    let row = $0.shared.value.structure.selected
    return row == nil || row?.path == .root ? "The row is the whole value." : nil
  }
}
