import ParleyEngine
import TerminalKit
import WorkbenchServices
package import WorkbenchState

// The draft and its file.
extension GroupsScreen {
  mutating func load(_ loaded: LoadedGroup, _ reading: GroupReading) -> [Effect] {
    // It may have been asked for twice: what was done since then stays.
    guard drafts[loaded.id] == nil else { return [] }
    drafts.hold(GroupDraft(loaded, reading))
    return merging(loaded) + (drafts.isChanging ? [] : goOn())
  }

  /// A draft that was kept may be of a file that has changed since.
  private func merging(_ loaded: LoadedGroup) -> [Effect] {
    guard loaded.isChangedOnDisk, let draft = loaded.draft else { return [] }
    return [.perform(GroupDraftEffect.merge(loaded, draft: draft, over: loaded.base ?? "", .opening))]
  }

  /// - Parameter merged: the draft with what is new in the file, which the reading is of then.
  mutating func reload(
    _ loaded: LoadedGroup, _ reading: GroupReading, of read: String?, merged: String?, _ merge: GroupMerge
  ) -> [Effect] {
    guard let draft = drafts[loaded.id] else { return [] }
    // What was done since the files were read is newer.
    guard !drafts.isChanging, draft.isDirty ? draft.text.isIdentical(to: read ?? "") : read == nil else {
      return merge == .saving ? choose(over: loaded, merge) : [reload(draft)]
    }
    if let merged { return take(merged, reading, with: loaded, merge) }
    if merge != .reloading { return choose(over: loaded, merge) }
    let isSame = loaded.saved.isIdentical(to: draft.onDisk.saved)
    if isSame || loaded.saved.isIdentical(to: draft.text) {
      drafts.change(loaded.id) { draft in
        draft.take(reading)
        if !isSame { draft.settle(on: loaded) }
      }
      return []
    }
    guard !draft.isDirty else { return draft.isBehind ? [] : choose(over: loaded, merge) }
    let before = version(of: loaded.id)
    drafts.change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: loaded.saved, reading, from: before)
    }
    return []
  }

  private mutating func choose(over theirs: LoadedGroup, _ merge: GroupMerge) -> [Effect] {
    drafts.change(theirs.id) { $0.fallBehind() }
    let mine = drafts[theirs.id]?.text ?? ""
    return [.ask(Confirm.choosing(mine, theirs, saves: merge == .saving))]
  }

  private mutating func take(
    _ merged: String, _ reading: GroupReading, with loaded: LoadedGroup, _ merge: GroupMerge
  ) -> [Effect] {
    let before = version(of: loaded.id)
    drafts.change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: merged, reading, from: before)
    }
    if isShown(loaded.id) { showDraft() }
    let notice = Notice.done("\(loaded.file) has changed: your edits are kept, with what is new in the file.")
    let saving: [Effect] =
      merge == .saving ? [.perform(GroupDraftEffect.save(merged, of: loaded.id, over: loaded.saved))] : []
    return keep(loaded.id) + [.say(notice)] + saving
  }

  /// Drops a group's draft, unless it has edits.
  mutating func drop(_ group: String) -> [Effect] {
    if drafts[group]?.isDirty != true { drafts.drop(group) }
    drafts.fail(group)
    return drafts.isChanging ? [] : goOn()
  }

  package func version(of group: String) -> GroupDraft.Version {
    let isShown = isShown(group)
    return GroupDraft.Version(
      text: drafts[group]?.text ?? "", cursor: isShown ? steps.selected?.path : nil, marked: isShown ? steps.marked : []
    )
  }

  func isShown(_ group: String) -> Bool { steps.group?.isIdentical(to: group) == true && steps.run == nil }

  /// Its steps as the draft has them, at once.
  mutating func showDraft() {
    if let outline = draft?.outline { steps.show(file: outline) }
  }

  /// So that a crash loses nothing.
  package func keep(_ group: String) -> [Effect] {
    guard let draft = drafts[group] else { return [] }
    let effect: GroupDraftEffect =
      draft.isDirty ? .keep(draft.text, of: group, over: draft.onDisk.saved) : .drop(of: group)
    return [.perform(effect)]
  }

  mutating func saveDraft() -> [Effect] {
    guard let draft, draft.isDirty else { return [] }
    drafts.change(draft.group) { $0.seal() }
    return [.perform(GroupDraftEffect.save(draft.text, of: draft.group, over: draft.onDisk.saved))]
  }

  /// Takes over the outcome of saving. Edits made while the file was written stay a draft.
  mutating func saved(_ text: String, _ outcome: GroupSaveOutcome) -> [Effect] {
    switch outcome {
    case .saved(let loaded, let snapshot):
      let isUntouched = drafts[loaded.id]?.text.isIdentical(to: text) == true
      drafts.change(loaded.id) { $0.settle(on: loaded) }
      // The file has templates where credentials were typed.
      let rewriting = isUntouched && !loaded.saved.isIdentical(to: text) ? replace(loaded.saved, of: loaded.id) : []
      return rewriting + keep(loaded.id) + [
        .then(.workspace(.changed(snapshot))), .say(Notice.done("Saved to \(loaded.file).").logged()),
      ]
    case .changedOnDisk(let theirs):
      let base = drafts[theirs.id]?.onDisk.saved ?? theirs.saved
      return [.perform(GroupDraftEffect.merge(theirs, draft: text, over: base, .saving))]
    }
  }

  mutating func keepMine(over theirs: LoadedGroup, saves: Bool) -> [Effect] {
    drafts.change(theirs.id) { $0.settle(on: theirs) }
    guard saves, let draft = drafts[theirs.id] else { return keep(theirs.id) }
    return [.perform(GroupDraftEffect.save(draft.text, of: theirs.id, over: theirs.saved))]
  }

  /// The draft can still be brought back by undoing.
  mutating func keepTheirs(_ theirs: LoadedGroup) -> [Effect] {
    drafts.change(theirs.id) { $0.settle(on: theirs) }
    // What stands in an open field is of the text that goes.
    if isShown(theirs.id) { step.form.close() }
    return replace(theirs.saved, of: theirs.id)
  }
}

// What is asked for as soon as a group is shown.
extension GroupsScreen {
  mutating func loadDraftIfNeeded() -> [Effect] {
    guard let group = steps.group, steps.outline != nil else { return [] }
    var effects: [Effect] = []
    if drafts.ask(for: group) { effects.append(.perform(GroupDraftEffect.load(group))) }
    if steps.run == nil, let newest = list.runs(of: group).first, steps.results.needs(newest) {
      effects.append(.perform(GroupDraftEffect.results(of: group)))
    }
    return effects
  }

  /// The files have changed.
  package mutating func reloadDrafts() -> [Effect] {
    drafts.forgetFailures()
    return drafts.all.map(reload)
  }

  private func reload(_ draft: GroupDraft) -> Effect {
    .perform(GroupDraftEffect.reload(draft.group, draft: draft.isDirty ? draft.text : nil, over: draft.onDisk.saved))
  }

  mutating func show(_ results: LastResults?, of group: String) {
    if steps.group?.isIdentical(to: group) == true { steps.results.results = results }
  }
}
