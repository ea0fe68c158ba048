import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension OpenDrafts {
  /// The open items that have unsaved edits.
  init(in state: State) {
    self.init()
    for composer in state.tabs.all.map(\.composer) where composer.isDirty {
      requests[composer.request] = composer.draft
    }
    for draft in state.groups.drafts.all where draft.isDirty { groups[draft.group] = draft.text }
  }
}

extension RenamedDrafts {
  /// Puts them in the place of those they were made of. Edits that were made meanwhile stay as they are.
  func take(in state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for (id, before, loaded) in requests where state.tabs[id]?.composer.draft == before {
      effects += state.updateComposer(id, .loaded(loaded))
      if let draft = loaded.draft {
        effects.append(.perform(Composer.DraftEffect.keep(draft, of: id, over: loaded.saved)))
      }
    }
    for (before, text, loaded, reading) in groups where state.groups.drafts[loaded.id]?.text == before {
      effects += state.groups.drafts.goOn(with: text, reading, on: loaded, in: state.groups.steps)
    }
    return effects
  }
}
