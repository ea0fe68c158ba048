import ParleyEngine
package import ParleyModel
package import TerminalKit
import WorkbenchServices

/// Screen 1: the tree of requests, the one that is open, and what came back.
///
///     tree │ composer
///          │ response
package struct RequestsScreen: Screen {
  package enum Panes: String, PaneID {
    case sidebar, composer, response

    package var title: String {
      switch self {
      case .sidebar: "Requests"
      case .composer: "Composer"
      case .response: "Response"
      }
    }
  }

  package indirect enum Action: Sendable {
    case sidebar(Sidebar.Action)
    /// For the composer of a request; without one, of the request that is open.
    case composer(Composer.Action, of: RequestID?)
    /// For the response of a request; without one, of the open request.
    case response(ResponsePane.Action, of: RequestID?)
  }

  package static let name = "requests"
  package static let title = "Requests"
  package static var commands: [CommandRow] {
    Sidebar.commands + Composer.commands + ResponsePane.commands + Chains.commands + Chains.ofSheet + Exporting.commands
  }
  package static var keyContextSets: [[KeyContext]] {
    Sidebar.keyContextSets + Composer.keyContextSets + ResponsePane.keyContextSets + Chains.keyContextSets
  }

  package static var words: ScreenWords { .requests }

  package static func whyNotSent(in state: State) -> String? {
    guard let open = state.tabs.open else { return "No request is open." }
    return open.defaults == nil ? SeenRequest.whyNotSent(in: state) : DefaultsPlace.notSent
  }

  var sidebar = Sidebar()
  var tabs = RequestTabs()

  package init() {}

  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .sidebar(let action): return sidebar.update(action, in: context)
    // A pane that is gone by now hears nothing any more.
    case .response(.restored(let kept), let id) where !isOf(kept, id ?? tabs.open): return []
    case .response(let action, let id): return tabs.change(id) { $0.response.update(action, in: context) } ?? []
    case .composer(let action, let id):
      let effects = tabs.change(id) { $0.composer.update(action, in: context) } ?? []
      noteEdits(of: id ?? tabs.open)
      if case .imported(.some, _) = action, (id ?? tabs.open)?.isScratch == true { forgetResponse() }
      return effects
    }
  }

  /// The request without a file has become another one: what the one before got is none of its own.
  private mutating func forgetResponse() {
    tabs.change(.scratch) { tab in
      tab.response = ResponsePane(.scratch, size: tab.response.size)
    }
  }

  /// Whether an exchange of the history may be of the request as it is now. The one without a file has been many requests.
  private func isOf(_ kept: RecordedExchange, _ id: RequestID?) -> Bool {
    guard let id, id.isScratch, let draft = tabs[id]?.composer.draft else { return true }
    let address = QueryText(draft.url).base
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return !address.isEmpty && (draft.method.isEmpty ? "GET" : draft.method) == kept.sent.method
      && QueryText(kept.sent.url).base.hasSuffix(address[start...])
  }

  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    isShown ? tabs.change { $0.response.missing() } ?? [] : []
  }

  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    switch pane {
    case .sidebar: return sidebar.handle(event, in: context)
    case .response: return tabs.change { $0.response.handle(event, in: context) } ?? []
    case .composer:
      let effects = tabs.change { $0.composer.handle(event, in: context) } ?? []
      noteEdits(of: tabs.open)
      return effects
    }
  }

  /// Keeps the ✎ of the tree true.
  private mutating func noteEdits(of id: RequestID?) {
    guard let id, let tab = tabs[id], tab.isLoaded else { return }
    if tab.composer.isDirty { sidebar.edited.insert(id) } else { sidebar.edited.remove(id) }
    let (draft, file) = (tab.composer.draft, tab.composer.saved)
    sidebar.note(method: draft.method, isFiles: draft.method == file.method, of: id)
    sidebar.note(url: draft.url, isFiles: draft.url == file.url, of: id)
  }
}

// Where its panes stand, and what they show.
extension RequestsScreen {
  package func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .sidebar: sidebar
    case .composer: tabs.current?.composer ?? WelcomePane()
    case .response: tabs.current?.response
    }
  }

  package func canFocus(_ pane: Panes) -> Bool { pane == .sidebar || tabs.open != nil }

  package func logHasGrown() -> [Effect] {
    guard let tab = tabs.current, tab.response.isLast else { return [] }
    return [.perform(NewestResponseEffect(request: tab.composer.request))]
  }

  package mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .sidebar: sidebar.resize(to: size)
    case .composer: tabs.change { $0.composer.resize(to: size) }
    case .response: tabs.change { $0.response.resize(to: size) }
    }
  }

  package mutating func wrap(_ wraps: Bool) {
    guard tabs.current?.response.isWrapped(wraps) == false else { return }
    tabs.change { $0.response.wrap(wraps) }
  }

  package func places(in area: Rect) -> [Pane: Rect] {
    let list = State.listWidth(area)
    if area.width >= 160 {
      let columns = area.columns(.fixed(list), .weight(1), .weight(1))
      return [.sidebar: columns[0], .composer: columns[1], .response: columns[2]]
    }
    let columns = area.columns(.fixed(list), .weight(1))
    let right = columns[1].sharedRows(upper: max(6, area.height * (showsFile ? 3 : 2) / 5))
    return [.sidebar: columns[0], .composer: right.upper, .response: right.lower]
  }

  /// Whether the text of a file that is not YAML is read in place of a request.
  private var showsFile: Bool { tabs.current?.composer.onDisk.faulty != nil }

  package func goBack(from focus: Pane) -> WayBack? {
    if focus == .sidebar { return sidebar.showsFilter ? .closing(.sidebar(.clearFilter)) : nil }
    if focus == .response, let way = tabs.current?.response.wayBack { return .closing(.response(.look(way))) }
    if focus == .response, tabs.current?.response.isOlder == true { return .closing(.response(.showCurrent)) }
    return .to(.sidebar)
  }

  package var openEditor: TextEditor? { tabs.current?.composer.openEditor }

  package mutating func changeEditor(_ body: (inout TextEditor) -> Void) {
    tabs.change { $0.composer.field?.area.changeEditor(body) }
  }

  package func save() -> [Effect] { [.then(.request(.saveOpen))] }

  package var whyNotSave: String? {
    guard let tab = tabs.current else { return "No request is open." }
    let hasEdits = tab.composer.isDirty || tab.composer.request.isScratch || tab.isGone
    return hasEdits ? nil : "There are no edits to save."
  }

  /// On a request it would be read as the defaults of that.
  package func word(of command: CommandID) -> String? {
    command == "sidebar.defaults" && sidebar.selectedRow?.isFolder != true ? "" : nil
  }

  package var losses: [String] {
    tabs[.scratch]?.composer.isDirty == true
      ? ["The scratch request is in no file. It is kept as a draft (✎) for the next time."] : []
  }
}

extension Pane {
  package static let sidebar = Pane(RequestsScreen.Panes.sidebar)
  package static let composer = Pane(RequestsScreen.Panes.composer)
  package static let response = Pane(RequestsScreen.Panes.response)
}

extension ScreenID {
  package static let requests = ScreenID(RequestsScreen.self)
}

extension Action {
  package static func sidebar(_ action: Sidebar.Action) -> Action { .on(RequestsScreen.self, .sidebar(action)) }

  package static func composer(_ action: Composer.Action, of request: RequestID? = nil) -> Action {
    .screen(ComposerAction(action: action, request: request))
  }

  package static func response(_ action: ResponsePane.Action, of request: RequestID? = nil) -> Action {
    .on(RequestsScreen.self, .response(action, of: request))
  }
}

extension State {
  package var sidebar: Sidebar {
    get { screens[RequestsScreen.self].sidebar }
    _modify { yield &screens[RequestsScreen.self].sidebar }
  }

  package var tabs: RequestTabs {
    get { screens[RequestsScreen.self].tabs }
    _modify { yield &screens[RequestsScreen.self].tabs }
  }

  /// The composer that its keys mean: a guest of the screen that is shown, or that of the open request.
  package var composer: Composer? { screens[screen].guestComposer ?? tabs.current?.composer }

  package mutating func updateComposer(_ id: RequestID?, _ action: Composer.Action) -> [Effect] {
    screens[RequestsScreen.self].update(.composer(action, of: id), in: context)
  }

  package mutating func updateResponse(_ id: RequestID?, _ action: ResponsePane.Action) -> [Effect] {
    screens[RequestsScreen.self].update(.response(action, of: id), in: context)
  }
}

/// In the composer's place as long as no request is open.
private struct WelcomePane: PaneView {
  var keyContexts: [KeyContext] { [] }

  func title(in context: ViewContext) -> PaneTitle { PaneTitle("") }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard context.hasWorkspace else { return }
    let isEmpty = context.workspace.requests.isEmpty
    let lines = isEmpty ? ["a creates a request."] : ["Enter opens a request, F5 sends it."]
    for (row, line) in lines.enumerated() {
      frame.put(line, at: rect.row(row + 1).origin.moved(right: 2), style: .muted, maxWidth: rect.width - 3)
    }
  }
}
