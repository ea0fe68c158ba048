import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The table of all environments and their variables.
enum EnvironmentHandling {
  static func handle(_ action: EnvironmentAction, in state: inout State) -> [Effect] {
    switch action {
    case .open: return open(in: &state)
    case .loaded(let table): show(table, in: &state)
    case .move(let step): state.variables.row.move(step)
    case .turnColumn(let step): state.variables.turnColumn(step)
    case .select(let row, let column): state.variables.select(row: row, column: column)
    case .copyValue: return state.variables.copy()
    case .fill(let form): state.ask(form)
    case .change(let edit, let seen):
      return [.perform(EnvironmentEffect.change(edit, over: seen, OpenDrafts(in: state)))]
    case .changed(let change, let outcome): return changed(change, outcome, in: &state)
    case .renameKey(let intent): return [.perform(SharedRenameEffect(intent: intent, drafts: OpenDrafts(in: state)))]
    case .renamed(let drafts): return drafts.take(in: &state)
    case .undone(let outcome): return changed(nil, outcome, in: &state)
    case .askRename(let name, let new): return askRename(name, to: new, in: &state)
    }
    return []
  }

  private static func open(in state: inout State) -> [Effect] {
    state.variables.forget()
    state.popups.push(Popup(VariableSheet()))
    return [.perform(EnvironmentEffect.load)]
  }

  /// At first the column of the active environment.
  private static func show(_ table: VariableTable, in state: inout State) {
    let isFirst = !state.variables.isLoaded
    state.variables.show(table)
    if isFirst, let active = state.workspace?.environment { state.variables.select(.environment(active)) }
  }

  private static func changed(_ change: EnvironmentEdit?, _ outcome: EnvironmentOutcome, in state: inout State)
    -> [Effect]
  {
    switch outcome {
    case .done(let table, let snapshot, let said, _):
      show(table, in: &state)
      if let change { state.variables.follow(change) }
      return [.then(.workspace(.changed(snapshot))), .say(.done(said).logged())]
    case .conflict(let table, let theirs):
      show(table, in: &state)
      guard case .set(let name, let mine, let home)? = change else { return [] }
      state.popups.push(Popup(Confirm(conflictOver: name, mine, theirs, in: home)))
    }
    return []
  }

  private static func askRename(_ name: String, to new: String, in state: inout State) -> [Effect] {
    let change = Action.environments(.change(.rename(name, to: new)))
    guard name != new, let row = state.variables.table[name] else { return [] }
    guard !row.uses.isEmpty || !row.drafts.isEmpty else { return [.then(change)] }
    state.popups.push(Popup(Confirm(renaming: row, to: new, change)))
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
