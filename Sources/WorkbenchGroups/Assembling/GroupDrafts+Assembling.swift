import ParleyEngine
package import ParleyModel
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// How a group's steps come to be what they are.
package enum AssemblingAction: Sendable {
  // Answers and news from elsewhere.
  case loaded(LoadedGroup, GroupReading)
  /// The files have changed; the reading is of the draft, where it had edits.
  case reloaded(LoadedGroup, GroupReading, of: String?, merged: String?, GroupMerge)
  /// Its file cannot be read any more, or has gone.
  case gone(String)
  case changed(ChangedGroup, by: GroupChange, of: String, undoneWith: String?)
  case refused(Problem, by: GroupChange, of: String)
  /// The text is another one as a whole.
  case became(GroupDraft.Version, GroupReading, of: String, isUndo: Bool)
  case saved(String, GroupSaveOutcome)
  case collected(String, of: String)
  case results(LastResults?, of: String)

  /// Something that a person does to the steps under the cursor, or to the marked ones.
  case verb(StepVerb)
  /// Puts steps in where the cursor is.
  case insert([NewStep])
  /// Goes to the list around the step, so that what is added next stands below that.
  case leaveList
  /// Makes a change, such as of one field while it is typed: those undone with the same word are undone together.
  case change(GroupChange, undoneWith: String? = nil)
  case mark
  case undo, redo
  case askAdd, askRename, askDiscard
  case discard
  case editOutside
  case save
  case keepMine(LoadedGroup, saves: Bool)
  case keepTheirs(LoadedGroup)
}

/// An action on steps.
package enum StepVerb: Hashable, Sendable {
  case move(Int)
  case nest, unnest
  case wrap(ListOrder)
  case switchOrder
  case turn
  case duplicate
  case delete
}

extension GroupDrafts {
  /// - Parameter viewer: shows the steps of the draft that is changed.
  mutating func update(_ action: AssemblingAction, in viewer: inout StepViewer) -> [Effect] {
    if action.comesFromPerson, isBusy(with: viewer.steps.group) {
      wait(with: .assemble(action))
      return []
    }
    switch action {
    case .loaded(let loaded, let reading): return load(loaded, reading)
    case .reloaded(let loaded, let reading, let draft, let merged, let merge):
      return reload(loaded, reading, of: draft, merged: merged, merge, in: &viewer)
    case .gone(let group): return discard(group)
    case .changed(let changed, let change, let group, let undoneWith):
      return take(changed, by: change, of: group, undoneWith, in: &viewer)
    case .refused(let problem, let change, _): return refuse(problem, by: change)
    case .became(let version, let reading, let group, let isUndo):
      return become(version, reading, of: group, isUndo: isUndo, in: &viewer)
    case .saved(let text, let outcome): return saved(text, outcome, in: viewer.steps)
    case .collected(let text, let group): return collected(text, of: group, in: viewer.steps)
    case .results(let results, let group): viewer.steps.show(results, of: group)
    case .verb(let verb): return perform(verb, in: viewer.steps)
    case .insert(let steps): return begin(.insert(steps, insertPosition(in: viewer.steps)), in: viewer.steps)
    case .leaveList: viewer.steps.leaveList()
    case .change(let change, let undoneWith): return begin(change, undoneWith: undoneWith, in: viewer.steps)
    case .mark: viewer.steps.mark()
    case .undo: return goBack(in: viewer.steps) { $0.undo($1) }
    case .redo: return goBack(in: viewer.steps) { $0.redo($1) }
    case .askAdd: return [.ask(StepChoice())]
    case .askRename: return askRename(in: viewer.steps)
    case .askDiscard: return self[viewer.steps.group].map { [.ask(Confirm.discarding($0.group))] } ?? []
    case .discard: return discard(in: viewer.steps)
    case .editOutside: return editOutside(in: viewer.steps)
    case .save: return save(viewer.steps.group)
    case .keepMine(let theirs, let saves): return keepMine(over: theirs, saves: saves)
    case .keepTheirs(let theirs): return keepTheirs(theirs, in: &viewer)
    }
    return []
  }

  /// Whether a change is being made, or the group that is shown has still to be read.
  func isBusy(with group: String?) -> Bool { isChanging || (isAsked(for: group) && self[group] == nil) }

  /// Whether the steps are about to be others; what is shown of a draft that was kept comes with it.
  func isChangingSteps(of steps: StepTree) -> Bool {
    isChanging || (isAsked(for: steps.group) && self[steps.group] == nil && steps.outline?.hasDraft == true)
  }
}

extension AssemblingAction {
  /// Whether a person caused the action; it then waits for what they did before.
  fileprivate var comesFromPerson: Bool {
    switch self {
    case .loaded, .reloaded, .gone, .changed, .refused, .became, .saved, .results: false
    default: true
    }
  }
}

extension GroupsScreen.Action {
  fileprivate var isRun: Bool { if case .run = self { true } else { false } }
}

// Changes of the steps.
extension GroupDrafts {
  private mutating func perform(_ verb: StepVerb, in steps: StepTree) -> [Effect] {
    let paths = steps.targets
    guard let first = paths.first else { return [] }
    switch verb {
    case .move(let distance): return begin(.move(paths, by: distance), in: steps)
    case .nest: return begin(.nest(paths), in: steps)
    case .unnest: return begin(.unnest(paths), in: steps)
    case .wrap(let order): return begin(.wrap(paths, order), in: steps)
    case .switchOrder: return begin(.switchOrder(steps.listAround(first)), in: steps)
    case .turn:
      let areOff = paths.allSatisfy { steps.outline(of: $0)?.isDisabled == true }
      return begin(.setDisabled(paths, !areOff), in: steps)
    case .duplicate: return begin(.duplicate(paths), in: steps)
    case .delete: return begin(.delete(paths), in: steps)
    }
  }

  /// Below the cursor; into a list that is still empty; below a group's step for what stands in that.
  private func insertPosition(in steps: StepTree) -> StepPosition {
    guard var path = steps.selected?.path else { return .inside(.root) }
    if steps.isEmptyList(path) { return .inside(path) }
    while self[steps.group]?.owns(path) == false, let parent = path.parent, parent != .root { path = parent }
    return .below(path)
  }

  private mutating func begin(
    _ change: GroupChange, undoneWith: String? = nil, in steps: StepTree
  ) -> [Effect] {
    guard let draft = self[steps.group] else { return [] }
    begin()
    return [.perform(GroupDraftEffect.change(change, in: draft.text, ofGroup: draft.group, undoneWith: undoneWith))]
  }

  private mutating func take(
    _ changed: ChangedGroup, by change: GroupChange, of group: String, _ undoneWith: String?,
    in viewer: inout StepViewer
  ) -> [Effect] {
    let before = version(of: group, in: viewer.steps)
    self.change(group) { $0.change(to: changed.text, changed.reading, from: before, group: undoneWith) }
    if viewer.steps.isFile(of: group) {
      show(in: &viewer.steps)
      viewer.steps.marked = change.keepsMarks && !viewer.steps.marked.isEmpty ? Set(changed.paths) : []
      if change.movesCursor, changed.cursor != .root {
        viewer.steps.select(change.isInsertion ? changed.last : changed.cursor)
      }
      if change.isOfNewJob { return keep(group) + viewer.step.form.fillIn(changed.last) + goOn() }
    }
    return keep(group) + goOn()
  }

  /// Reports a change that was not possible. Text typed into a field is kept there to be corrected.
  private mutating func refuse(_ problem: Problem, by change: GroupChange) -> [Effect] {
    // A run that waits for the change does not begin without it.
    let next = end().filter { !$0.isRun }.map { Effect.then(.groups($0)) }
    guard case .set(let field, let words, _) = change else { return [.say(.refused(problem.summary))] + next }
    return next + [.then(.groups(.form(.refused(problem, field, words))))]
  }

  /// The actions that came meanwhile, before anything else.
  mutating func goOn() -> [Effect] { end().map { .then(.groups($0)) } }

  private mutating func goBack(
    in steps: StepTree, _ turn: (inout GroupDraft, GroupDraft.Version) -> GroupDraft.Version?
  ) -> [Effect] {
    guard let group = steps.group else { return [] }
    let now = version(of: group, in: steps)
    guard let version = change(group, { turn(&$0, now) }) ?? nil else { return [] }
    begin()
    return [.perform(GroupDraftEffect.read(version, ofGroup: group, isUndo: true))]
  }

  private mutating func become(
    _ version: GroupDraft.Version, _ reading: GroupReading, of group: String, isUndo: Bool, in viewer: inout StepViewer
  ) -> [Effect] {
    let before = self.version(of: group, in: viewer.steps)
    change(group) { draft in
      if isUndo { draft.restore(version.text, reading) } else { draft.change(to: version.text, reading, from: before) }
    }
    if viewer.steps.isFile(of: group) {
      show(in: &viewer.steps)
      viewer.steps.marked = version.marked
      if let cursor = version.cursor { viewer.steps.select(cursor) }
    }
    return keep(group) + goOn()
  }

  /// Puts another text in its place, as one step that can be undone.
  mutating func replace(_ text: String, of group: String, in steps: StepTree) -> [Effect] {
    guard self[group] != nil else { return [] }
    begin()
    let version = GroupDraft.Version(text: text, cursor: steps.selected?.path, marked: [])
    return [.perform(GroupDraftEffect.read(version, ofGroup: group, isUndo: false))]
  }

  private mutating func discard(in steps: StepTree) -> [Effect] {
    guard let draft = self[steps.group], draft.isDirty else { return [] }
    return replace(draft.onDisk.saved, of: draft.group, in: steps)
  }

  private func editOutside(in steps: StepTree) -> [Effect] {
    guard let draft = self[steps.group] else { return [] }
    let line = steps.selected.flatMap { draft.lines[$0.path] }
    guard draft.isDirty else { return [.then(.terminal(.edit(file: draft.onDisk.file, line: line)))] }
    return [.perform(GroupDraftEffect.stage(draft.text, of: draft.group, line: line))]
  }

  private mutating func collected(_ text: String, of group: String, in steps: StepTree) -> [Effect] {
    guard let draft = self[group], let text = EditorText.changed(draft.text, into: text) else { return [] }
    return replace(text, of: group, in: steps)
  }

  private func askRename(in steps: StepTree) -> [Effect] {
    guard let row = steps.selected, let name = steps.outline(of: row.path)?.name else { return [] }
    return [.ask(RenameStepForm(path: row.path, name: name))]
  }
}

extension GroupChange {
  /// Whether the steps that were marked still are.
  fileprivate var keepsMarks: Bool {
    switch self {
    case .move, .nest, .unnest, .setDisabled, .set, .override: true
    case .insert, .wrap, .switchOrder, .duplicate, .rename, .delete: false
    }
  }

  fileprivate var isInsertion: Bool { if case .insert = self { true } else { false } }

  /// Whether it adds a local job, of which nothing is said yet but its name.
  fileprivate var isOfNewJob: Bool {
    if case .insert(let steps, _) = self, steps.count == 1, case .job = steps[0].kind { true } else { false }
  }

  /// Whether the cursor goes to what was changed.
  fileprivate var movesCursor: Bool {
    switch self {
    case .setDisabled, .switchOrder, .rename, .set, .override: false
    default: true
    }
  }
}

extension ChangedGroup {
  fileprivate var last: NodePath { paths.last ?? .root }
}
