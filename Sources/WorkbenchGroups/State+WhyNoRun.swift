import TerminalKit
import WorkbenchState

extension State {
  /// The reason why no key runs the group that is shown.
  package var whyNoRun: String? { groups.whyNoRun ?? whyNoGroupMeant }

  /// The same in the list of groups.
  private var whyNoGroupMeant: String? {
    guard focus == .groups, let group = groups.group else { return nil }
    let shown = "Nothing is run; Tab goes to \(group.fitted(to: 40))."
    if case .folder(let path, _)? = groups.list.selected { return Self.onFolder(path.lastPathPart, shown) }
    return groups.list.rows.isEmpty && groups.list.look.isNarrowed ? "The filter finds no group. \(shown)" : nil
  }
}
