import ParleyEngine
import TerminalKit

/// Screen 1: the tree of requests, the one that is open, and what came back.
///
///     tree │ composer
///          │ response
struct RequestsScreen: Screen {
  enum Panes: String, PaneID {
    case sidebar, composer, answer

    var title: String {
      switch self {
      case .sidebar: "Requests"
      case .composer: "Composer"
      case .answer: "Response"
      }
    }
  }

  enum Action: Sendable {
    case sidebar(Sidebar.Action)
    /// For the composer of a request; without one, of the request that is open.
    case composer(Composer.Action, of: RequestID?)
    /// For the response of a request; without one, of the open request.
    case answer(ResponsePane.Action, of: RequestID?)
  }

  static let name = "requests"
  static let title = "Requests"
  static var commands: [CommandRow] { Sidebar.commands + Composer.commands + ResponsePane.commands }
  static var keyContextSets: [[KeyContext]] {
    Sidebar.keyContextSets + Composer.keyContextSets + ResponsePane.keyContextSets
  }

  var sidebar = Sidebar()
  var desks = RequestTabs()

  mutating func update(_ action: Action, in surroundings: ViewContext) -> [Effect] {
    switch action {
    case .sidebar(let action): return sidebar.update(action, in: surroundings)
    // A pane that is gone by now hears nothing any more.
    case .answer(let action, let id): return desks.change(id) { $0.answer.update(action, in: surroundings) } ?? []
    case .composer(let action, let id):
      let effects = desks.change(id) { $0.composer.update(action, in: surroundings) } ?? []
      noteEdits(of: id ?? desks.open)
      return effects
    }
  }

  mutating func handle(_ event: InputEvent, on pane: Panes, in surroundings: ViewContext) -> [Effect] {
    switch pane {
    case .sidebar: return sidebar.handle(event, in: surroundings)
    case .answer: return desks.change { $0.answer.handle(event, in: surroundings) } ?? []
    case .composer:
      let effects = desks.change { $0.composer.handle(event, in: surroundings) } ?? []
      noteEdits(of: desks.open)
      return effects
    }
  }

  /// Keeps the ✎ of the tree true.
  private mutating func noteEdits(of id: RequestID?) {
    guard let id, let desk = desks[id], desk.isLoaded else { return }
    if desk.composer.isDirty { sidebar.edited.insert(id) } else { sidebar.edited.remove(id) }
  }
}

// Where its panes stand, and what they show.
extension RequestsScreen {
  func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .sidebar: sidebar
    case .composer: desks.current?.composer ?? WelcomePane()
    case .answer: desks.current?.answer
    }
  }

  func canFocus(_ pane: Panes) -> Bool { pane == .sidebar || desks.open != nil }

  mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .sidebar: sidebar.resize(to: size)
    case .composer: desks.change { $0.composer.resize(to: size) }
    case .answer: desks.change { $0.answer.resize(to: size) }
    }
  }

  func places(in area: Rect) -> [Pane: Rect] {
    let list = State.listWidth(area)
    if area.width >= 160 {
      let columns = area.columns(.fixed(list), .weight(4), .weight(5))
      return [.sidebar: columns[0], .composer: columns[1], .answer: columns[2]]
    }
    let columns = area.columns(.fixed(list), .weight(1))
    // One line between the two belongs to both.
    let upper = max(6, area.height * 2 / 5)
    let right = columns[1]
    return [
      .sidebar: columns[0], .composer: Rect(x: right.x, y: right.y, width: right.width, height: upper),
      .answer: Rect(x: right.x, y: right.y + upper - 1, width: right.width, height: right.height - upper + 1),
    ]
  }

  func goBack(from focus: Pane) -> [Effect]? {
    if focus == .sidebar { return sidebar.showsFilter ? [.then(.sidebar(.clearFilter))] : nil }
    if focus == .answer, desks.current?.answer.filter != nil { return [.then(.answer(.dropFilter))] }
    if focus == .answer, desks.current?.answer.isOlder == true { return [.then(.answer(.showCurrent))] }
    return [.then(.navigation(.focus(.sidebar)))]
  }

  func save() -> [Effect] { [.then(.request(.saveOpen))] }

  var whyNotSave: String? {
    guard let composer = desks.current?.composer else { return "No request is open." }
    return composer.isDirty || composer.request.isScratch ? nil : "There are no edits to save."
  }

  var losses: [String] {
    desks[.scratch]?.composer.isDirty == true ? ["The scratch request has not been saved to a workspace."] : []
  }
}

extension Pane {
  static let sidebar = Pane(RequestsScreen.Panes.sidebar)
  static let composer = Pane(RequestsScreen.Panes.composer)
  static let answer = Pane(RequestsScreen.Panes.answer)
}

extension ScreenID {
  static let requests = ScreenID(RequestsScreen.self)
}

extension Action {
  static func sidebar(_ action: Sidebar.Action) -> Action { .on(RequestsScreen.self, .sidebar(action)) }

  static func composer(_ action: Composer.Action, of request: RequestID? = nil) -> Action {
    .on(RequestsScreen.self, .composer(action, of: request))
  }

  static func answer(_ action: ResponsePane.Action, of request: RequestID? = nil) -> Action {
    .on(RequestsScreen.self, .answer(action, of: request))
  }
}

extension State {
  var sidebar: Sidebar {
    get { screens[RequestsScreen.self].sidebar }
    _modify { yield &screens[RequestsScreen.self].sidebar }
  }

  var desks: RequestTabs {
    get { screens[RequestsScreen.self].desks }
    _modify { yield &screens[RequestsScreen.self].desks }
  }

  mutating func updateComposer(_ id: RequestID?, _ action: Composer.Action) -> [Effect] {
    screens[RequestsScreen.self].update(.composer(action, of: id), in: surroundings)
  }

  mutating func updateAnswer(_ id: RequestID?, _ action: ResponsePane.Action) -> [Effect] {
    screens[RequestsScreen.self].update(.answer(action, of: id), in: surroundings)
  }
}

/// In the composer's place as long as no request is open.
private struct WelcomePane: PaneView {
  var keyContexts: [KeyContext] { [] }

  func title(in surroundings: ViewContext) -> PaneTitle { PaneTitle("") }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, surroundings: ViewContext) {
    guard surroundings.hasWorkspace else { return }
    let isEmpty = surroundings.workspace.requests.isEmpty
    let lines = isEmpty ? ["a creates a request."] : ["Enter opens a request, F5 sends it."]
    for (row, line) in lines.enumerated() {
      frame.put(line, at: rect.row(row + 1).origin.moved(right: 2), style: .muted, maxWidth: rect.width - 3)
    }
  }
}
