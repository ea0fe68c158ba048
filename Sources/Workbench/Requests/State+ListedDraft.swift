import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension State {
  func draft(of file: ListedFile?) -> ListedDraft {
    switch file?.kind {
    case .request?:
      guard let tab = file.flatMap({ tabs[$0.request] }), tab.isLoaded else { return .unknown }
      return tab.composer.isDirty ? .request(tab.composer.draft, over: tab.composer.saved) : .none
    case .group?:
      guard let draft = groups.drafts[file?.name] else { return .unknown }
      return draft.isDirty ? .group(draft.text, over: draft.onDisk.saved) : .none
    // Its requests' edits are kept by their own names within a moment of being typed.
    case .folder?, nil: return .none
    }
  }
}
