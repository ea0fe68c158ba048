import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The table of values and environments.
extension State {
  mutating func environments(_ action: EnvironmentAction) -> [Effect] {
    switch action {
    case .open: return openVariables()
    case .loaded(let table): show(table)
    case .move(let step): variables.row.move(step)
    case .turnColumn(let step): variables.turnColumn(step)
    case .select(let row, let column): variables.select(row: row, column: column)
    case .copyValue: return copyVariable()
    case .fill(let form): ask(form)
    case .change(let edit, let seen): return [.perform(EnvironmentEffect.change(edit, over: seen, openDrafts))]
    case .changed(let change, let outcome): return changed(change, outcome)
    case .renameKey(let intent): return rename(intent)
    case .renamed(let drafts): return take(drafts)
    case .undone(let outcome): return changed(nil, outcome)
    case .askRename(let name, let new): return askRename(name, to: new)
    }
    return []
  }

  private mutating func openVariables() -> [Effect] {
    variables.forget()
    popups.push(Popup(VariableSheet()))
    return [.perform(EnvironmentEffect.load)]
  }

  /// At first the column of the active environment.
  private mutating func show(_ table: VariableTable) {
    let isFirst = !variables.isLoaded
    variables.show(table)
    if isFirst, let active = workspace?.environment { variables.select(.environment(active)) }
  }

  private func copyVariable() -> [Effect] {
    guard let row = variables.selected, case .text(let text, isMasked: false)? = variables.cell else {
      return [.say(.refused("Only a text can be copied; secrets stay where they come from."))]
    }
    return [.terminal(.copy(text, of: row.name))]
  }

  /// Makes the environment of the column the active one.
  func useEnvironment() -> [Effect] {
    guard let environment = variables.environment else {
      return [.say(.refused("The defaults hold in every environment: move to the column of one."))]
    }
    return [.perform(WorkspaceEffect.select(environment.name))]
  }

  private mutating func changed(_ change: EnvironmentEdit?, _ outcome: EnvironmentOutcome) -> [Effect] {
    switch outcome {
    case .done(let table, let snapshot, let said, _):
      show(table)
      if let change { follow(change) }
      return [.then(.workspace(.changed(snapshot))), .say(.done(said).logged())]
    case .conflict(let table, let theirs):
      show(table)
      guard case .set(let name, let mine, let home)? = change else { return [] }
      popups.push(Popup(Confirm(conflictOver: name, mine, theirs, in: home)))
    }
    return []
  }

  /// The cursor goes to what is new.
  private mutating func follow(_ change: EnvironmentEdit) {
    switch change {
    case .set(let name, _, let home):
      variables.select(name)
      variables.select(home)
    case .copy(_, let new), .rename(_, let new): variables.select(new)
    case .create(let new), .describe(_, let new): variables.select(.environment(new.name))
    case .duplicate(_, let new): variables.select(.environment(new))
    case .remove, .delete: break
    }
  }
}

// What it asks.
extension State {
  /// Asks something about the variable under the cursor.
  func ask(_ question: (VariableRow, VariableHome) -> any ScreenQuestion) -> [Effect] {
    guard let row = variables.selected, let home = variables.home else { return [] }
    return [.then(.ask(question(row, home)))]
  }

  private mutating func askRename(_ name: String, to new: String) -> [Effect] {
    let change = Action.environments(.change(.rename(name, to: new)))
    guard name != new, let row = variables.table[name] else { return [] }
    guard !row.uses.isEmpty || !row.drafts.isEmpty else { return [.then(change)] }
    popups.push(Popup(Confirm(renaming: row, to: new, change)))
    return []
  }
}

extension Confirm {
  fileprivate init(renaming row: VariableRow, to new: String, _ change: Action) {
    self.init(
      "Rename \(row.name) to \(new)?",
      [StyledText("Declared in \(row.files.joined(separator: ", "))."), ""] + row.useLines
        + ["", StyledText("Only the name changes in these files; u brings it back.", .muted), ""],
      choices: [.init("r", "rename everywhere", change), .init("n", "leave it")])
  }

  init(removing row: VariableRow, from home: VariableHome) {
    let homes = Array(row.cells.keys)
    func removal(_ homes: [VariableHome]) -> Action { .environments(.change(.remove(row.name, from: homes))) }
    var choices = [Choice("n", "keep it")]
    if row.cells[home] != nil { choices.append(.init("h", "delete in \(home.title)", removal([home]))) }
    if homes != [home], !homes.isEmpty { choices.append(.init("e", "delete everywhere", removal(homes))) }
    self.init(
      "Delete \(row.name)?", row.useLines + ["", StyledText("u brings it back.", .muted), ""], choices: choices)
  }

  init(deleting environment: EnvironmentSummary) {
    self.init(
      "Delete the environment \(environment.name)?",
      [
        "Its file environments/\(environment.name).yaml is deleted; u brings it back.",
        "Shared keys and cookies of the environment stay in the store.", "",
      ].map { StyledText($0) },
      choices: [
        .init("n", "keep it"), .init("d", "delete", .environments(.change(.delete(environment.name)))),
      ])
  }

  fileprivate init(
    conflictOver name: String, _ mine: VariableCell, _ theirs: VariableCell?, in home: VariableHome
  ) {
    let write = Action.environments(.change(.set(name, mine, in: home)))
    self.init(
      "\(home.file) has also changed on disk",
      [
        [Span("the file's  ", .muted)] + (theirs?.words ?? StyledText("deleted", Style(.warning))),
        [Span("yours       ", .muted)] + mine.words, "",
      ],
      choices: [.init("m", "write mine", write, isDangerous: true), .init("f", "keep the file's")], selected: 1,
      comesUnasked: true)
  }
}

extension VariableRow {
  /// Those that declare it.
  var files: [String] { cells.keys.map(\.file).sorted() }

  /// The places that use it.
  fileprivate var useLines: [StyledText] {
    let places = uses.map { [Span("  \($0.file)", .text), Span(":\($0.line)", .muted)] as StyledText }
    let files = places.isEmpty ? ["No file uses it."] : [StyledText("Used in \(uses.count.counted("place")):")] + places
    return files + (drafts.isEmpty ? [] : [StyledText("And in unsaved edits of \(drafts.joined(separator: ", ")).")])
  }
}

extension Picker {
  init(usesOf row: VariableRow) {
    let items = row.uses.map { use in
      Item(text: "\(use.file):\(use.line)", action: .terminal(.edit(file: use.file, line: use.line)))
    }
    self.init("Uses of \(row.name)", items, whenEmpty: "No file uses it.")
  }
}
