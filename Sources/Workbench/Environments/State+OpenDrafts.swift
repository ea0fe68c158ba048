import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension State {
  /// The open items that have unsaved edits.
  var openDrafts: OpenDrafts {
    var drafts = OpenDrafts()
    for composer in tabs.all.map(\.composer) where composer.isDirty {
      drafts.requests[composer.request] = composer.draft
    }
    for draft in groups.drafts.all where draft.isDirty { drafts.groups[draft.group] = draft.text }
    return drafts
  }

  /// Edits that were made meanwhile stay as they are.
  mutating func take(_ renamed: RenamedDrafts) -> [Effect] {
    var effects: [Effect] = []
    for (id, before, loaded) in renamed.requests where tabs[id]?.composer.draft == before {
      effects += updateComposer(id, .loaded(loaded))
      if let draft = loaded.draft {
        effects.append(.perform(Composer.DraftEffect.keep(draft, of: id, over: loaded.saved)))
      }
    }
    for (before, text, loaded, reading) in renamed.groups where groups.drafts[loaded.id]?.text == before {
      effects += groups.drafts.goOn(with: text, reading, on: loaded, in: groups.steps)
    }
    return effects
  }
}
