import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension ListedDraft {
  /// The edits of a listed file that are not saved.
  init(of file: ListedFile?, in state: State) {
    switch file?.kind {
    case .request?:
      guard let tab = file.flatMap({ state.tabs[$0.request] }), tab.isLoaded else {
        self = .unknown
        return
      }
      self = tab.composer.isDirty ? .request(tab.composer.draft, over: tab.composer.saved) : .none
    case .group?:
      guard let draft = state.groups.drafts[file?.name] else {
        self = .unknown
        return
      }
      self = draft.isDirty ? .group(draft.text, over: draft.onDisk.saved) : .none
    // Its requests' edits are kept by their own names within a moment of being typed.
    case .folder?, nil: self = .none
    }
  }
}
