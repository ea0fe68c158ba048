import TerminalKit
import WorkbenchState

/// The reason why no key runs a group.
enum WhyNoRun {
  /// The reason why no key runs the group that is shown.
  static func reason(in state: State) -> String? { state.groups.whyNoRun ?? whyNoGroupMeant(in: state) }

  /// The same in the list of groups.
  private static func whyNoGroupMeant(in state: State) -> String? {
    guard state.focus == .groups, let group = state.groups.group else { return nil }
    let shown = "Nothing is run; Tab goes to \(group.fitted(to: 40))."
    if case .folder(let path, _)? = state.groups.list.selected { return SeenRequest.onFolder(path.lastPathPart, shown) }
    return state.groups.list.rows.isEmpty && state.groups.list.look.isNarrowed
      ? "The filter finds no group. \(shown)" : nil
  }
}
