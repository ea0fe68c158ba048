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
      effects += state.groups.take(text, reading, on: loaded)
    }
    return effects
  }
}

extension GroupsScreen {
  /// Goes on with another text, on top of what the file says now.
  fileprivate mutating func take(_ text: String, _ reading: GroupReading, on loaded: LoadedGroup) -> [Effect] {
    let version = version(of: loaded.id)
    drafts.change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: text, reading, from: version)
    }
    return keep(loaded.id)
  }
}
