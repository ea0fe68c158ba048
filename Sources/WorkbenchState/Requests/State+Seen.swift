import ParleyModel
import TerminalKit
import WorkbenchServices

// A key that sends or saves acts on what is on screen.
extension State {
  /// The reason why no key sends the open request: nothing of it is on screen.
  package var unseenRequest: String? { whyUnseen(so: "Nothing is sent") ?? whyNotMeant }

  /// The list has the keys, and its cursor is on a folder, or its filter finds nothing: the request beside it is not meant.
  private var whyNotMeant: String? {
    guard screen == .requests, focus == .sidebar, let open = tabs.open, !open.isScratch, sidebar.selected == nil
    else { return nil }
    let shown = "Nothing is sent; Tab goes to \(open.description.fitted(to: 40))."
    if let row = sidebar.selectedRow { return Self.onFolder(row.name, shown) }
    return sidebar.showsFilter ? "The filter finds no request. \(shown)" : nil
  }

  package static func onFolder(_ name: String, _ shown: String) -> String {
    "The cursor is on the folder \(name.fitted(to: 30)). \(shown)"
  }

  package func whyUnseen(so words: String) -> String? {
    guard !showsOpenRequest else { return nil }
    guard let composer = tabs.current?.composer else { return "No request is shown here." }
    let method = composer.draft.method.isEmpty ? "GET" : composer.draft.method
    let name = "\(method) \(composer.request.description.fitted(to: 40))"
    return "\(words): \(name) is not shown here. \(screen == .requests ? "Tab" : "1") shows it."
  }

  /// Whether a part of the open request, or its row in the list, is on screen.
  private var showsOpenRequest: Bool {
    guard screen == .requests else { return false }
    let shown = arrangement.panes
    if shown[.composer] != nil || shown[.response] != nil { return true }
    return shown[.sidebar] != nil && sidebar.selected == tabs.open
  }
}
