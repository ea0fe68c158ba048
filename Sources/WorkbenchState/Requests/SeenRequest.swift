import ParleyModel
import TerminalKit
import WorkbenchServices

/// A key that sends or saves acts on what is on screen.
package enum SeenRequest {
  /// The reason why no key sends the open request: nothing of it is on screen.
  package static func whyNotSent(in state: State) -> String? {
    whyUnseen(so: "Nothing is sent", in: state) ?? whyNotMeant(in: state)
  }

  /// The list has the keys, and its cursor is on a folder, or its filter finds nothing: the request beside it is not meant.
  private static func whyNotMeant(in state: State) -> String? {
    guard state.screen == .requests, state.focus == .sidebar, let open = state.tabs.open, !open.isScratch,
      state.sidebar.selected == nil
    else { return nil }
    let shown = "Nothing is sent; Tab goes to \(open.description.fitted(to: 40))."
    if let row = state.sidebar.selectedRow { return Self.onFolder(row.name, shown) }
    return state.sidebar.showsFilter ? "The filter finds no request. \(shown)" : nil
  }

  package static func onFolder(_ name: String, _ shown: String) -> String {
    "The cursor is on the folder \(name.fitted(to: 30)). \(shown)"
  }

  package static func whyUnseen(so words: String, in state: State) -> String? {
    guard !showsOpenRequest(in: state) else { return nil }
    guard let composer = state.tabs.current?.composer else { return "No request is shown here." }
    let method = composer.draft.method.isEmpty ? "GET" : composer.draft.method
    let name = "\(method) \(composer.request.description.fitted(to: 40))"
    return "\(words): \(name) is not shown here. \(state.screen == .requests ? "Tab" : "1") shows it."
  }

  /// Whether a part of the open request, or its row in the list, is on screen.
  private static func showsOpenRequest(in state: State) -> Bool {
    guard state.screen == .requests else { return false }
    let shown = state.arrangement.panes
    if shown[.composer] != nil || shown[.response] != nil { return true }
    return shown[.sidebar] != nil && state.sidebar.selected == state.tabs.open
  }
}
