import ParleyEngine
import ParleyModel
import TerminalKit
package import WorkbenchServices
package import WorkbenchState

// The drafts and their files.
extension GroupDrafts {
  mutating func load(_ loaded: LoadedGroup, _ reading: GroupReading) -> [Effect] {
    // It may have been asked for twice: what was done since then stays.
    guard self[loaded.id] == nil else { return [] }
    hold(GroupDraft(loaded, reading))
    return merging(loaded) + (isChanging ? [] : goOn())
  }

  /// A draft that was kept may be of a file that has changed since.
  private func merging(_ loaded: LoadedGroup) -> [Effect] {
    guard loaded.isChangedOnDisk, let draft = loaded.draft else { return [] }
    return [.perform(GroupDraftEffect.merge(loaded, draft: draft, over: loaded.base ?? "", .opening))]
  }

  /// - Parameter merged: the draft with what is new in the file, which the reading is of then.
  mutating func reload(
    _ loaded: LoadedGroup, _ reading: GroupReading, of read: String?, merged: String?, _ merge: GroupMerge,
    in viewer: inout StepViewer
  ) -> [Effect] {
    guard let draft = self[loaded.id] else { return [] }
    // What was done since the files were read is newer.
    guard !isChanging, draft.isDirty ? draft.text.isIdentical(to: read ?? "") : read == nil else {
      return merge == .saving ? choose(over: loaded, merge) : [reload(draft)]
    }
    if let merged { return take(merged, reading, with: loaded, merge, in: &viewer.steps) }
    if merge != .reloading { return choose(over: loaded, merge) }
    let isSame = loaded.saved.isIdentical(to: draft.onDisk.saved)
    if isSame || loaded.saved.isIdentical(to: draft.text) {
      change(loaded.id) { draft in
        draft.take(reading)
        if !isSame { draft.settle(on: loaded) }
      }
      return []
    }
    guard !draft.isDirty else { return draft.isBehind ? [] : choose(over: loaded, merge) }
    let before = version(of: loaded.id, in: viewer.steps)
    change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: loaded.saved, reading, from: before)
    }
    return []
  }

  private mutating func choose(over theirs: LoadedGroup, _ merge: GroupMerge) -> [Effect] {
    change(theirs.id) { $0.fallBehind() }
    let mine = self[theirs.id]?.text ?? ""
    return [.ask(Confirm.choosing(mine, theirs, saves: merge == .saving))]
  }

  private mutating func take(
    _ merged: String, _ reading: GroupReading, with loaded: LoadedGroup, _ merge: GroupMerge,
    in steps: inout StepTree
  ) -> [Effect] {
    let before = version(of: loaded.id, in: steps)
    change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: merged, reading, from: before)
    }
    if steps.isFile(of: loaded.id) { show(in: &steps) }
    let notice = Notice.done("\(loaded.file) has changed: your edits are kept, with what is new in the file.")
    let saving: [Effect] =
      merge == .saving ? [.perform(GroupDraftEffect.save(merged, of: loaded.id, over: loaded.saved))] : []
    return keep(loaded.id) + [.say(notice)] + saving
  }

  /// Goes on with another text, on top of what the file says now.
  package mutating func goOn(
    with text: String, _ reading: GroupReading, on loaded: LoadedGroup, in steps: StepTree
  ) -> [Effect] {
    let version = version(of: loaded.id, in: steps)
    change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: text, reading, from: version)
    }
    return keep(loaded.id)
  }

  /// Drops a group's draft, unless it has edits.
  mutating func discard(_ group: String) -> [Effect] {
    if self[group]?.isDirty != true { drop(group) }
    fail(group)
    return isChanging ? [] : goOn()
  }

  func version(of group: String, in steps: StepTree) -> GroupDraft.Version {
    let isShown = steps.isFile(of: group)
    return GroupDraft.Version(
      text: self[group]?.text ?? "", cursor: isShown ? steps.selected?.path : nil, marked: isShown ? steps.marked : []
    )
  }

  /// Its steps as the draft has them, at once.
  func show(in steps: inout StepTree) {
    if let outline = self[steps.group]?.outline { steps.show(file: outline) }
  }

  /// So that a crash loses nothing.
  func keep(_ group: String) -> [Effect] {
    guard let draft = self[group] else { return [] }
    let effect: GroupDraftEffect =
      draft.isDirty ? .keep(draft.text, of: group, over: draft.onDisk.saved) : .drop(of: group)
    return [.perform(effect)]
  }

  mutating func save(_ group: String?) -> [Effect] {
    guard let draft = self[group], draft.isDirty else { return [] }
    change(draft.group) { $0.seal() }
    return [.perform(GroupDraftEffect.save(draft.text, of: draft.group, over: draft.onDisk.saved))]
  }

  /// Takes over the outcome of saving. Edits made while the file was written stay a draft.
  mutating func saved(_ text: String, _ outcome: GroupSaveOutcome, in steps: StepTree) -> [Effect] {
    switch outcome {
    case .saved(let loaded, let snapshot):
      let isUntouched = self[loaded.id]?.text.isIdentical(to: text) == true
      change(loaded.id) { $0.settle(on: loaded) }
      // The file has templates where credentials were typed.
      let rewriting =
        isUntouched && !loaded.saved.isIdentical(to: text) ? replace(loaded.saved, of: loaded.id, in: steps) : []
      return rewriting + keep(loaded.id) + [
        .then(.workspace(.changed(snapshot))), .say(Notice.done("Saved to \(loaded.file).").logged()),
      ]
    case .changedOnDisk(let theirs):
      let base = self[theirs.id]?.onDisk.saved ?? theirs.saved
      return [.perform(GroupDraftEffect.merge(theirs, draft: text, over: base, .saving))]
    }
  }

  mutating func keepMine(over theirs: LoadedGroup, saves: Bool) -> [Effect] {
    change(theirs.id) { $0.settle(on: theirs) }
    guard saves, let draft = self[theirs.id] else { return keep(theirs.id) }
    return [.perform(GroupDraftEffect.save(draft.text, of: theirs.id, over: theirs.saved))]
  }

  /// The draft can still be brought back by undoing.
  mutating func keepTheirs(_ theirs: LoadedGroup, in viewer: inout StepViewer) -> [Effect] {
    change(theirs.id) { $0.settle(on: theirs) }
    // What stands in an open field is of the text that goes.
    if viewer.steps.isFile(of: theirs.id) { viewer.step.form.close() }
    return replace(theirs.saved, of: theirs.id, in: viewer.steps)
  }
}

// What is asked for as soon as a group is shown.
extension GroupDrafts {
  /// - Parameter newest: the newest run of the group.
  mutating func load(for steps: inout StepTree, newest: KeptRun?) -> [Effect] {
    guard let group = steps.group, steps.outline != nil else { return [] }
    var effects: [Effect] = []
    if ask(for: group) { effects.append(.perform(GroupDraftEffect.load(group))) }
    if steps.run == nil, let newest, steps.results.needs(newest) {
      effects.append(.perform(GroupDraftEffect.results(of: group)))
    }
    return effects
  }

  /// The files have changed.
  package mutating func reloadAll() -> [Effect] {
    forgetFailures()
    return all.map(reload)
  }

  private func reload(_ draft: GroupDraft) -> Effect {
    .perform(GroupDraftEffect.reload(draft.group, draft: draft.isDirty ? draft.text : nil, over: draft.onDisk.saved))
  }
}
