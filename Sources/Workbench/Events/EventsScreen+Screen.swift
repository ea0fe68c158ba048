// Among the other screens.
extension EventsScreen {
  func appear() -> [Effect] { [.then(.events(.refresh))] }
  func logHasGrown() -> [Effect] { [.then(.events(.refresh))] }
  func goBack(from focus: Pane) -> [Effect]? { showsFilter ? [.then(.events(.clearFilter))] : nil }
}

extension Pane {
  static let events = Pane(EventsScreen.Panes.events)
}

extension ScreenID {
  static let events = ScreenID(EventsScreen.self)
}

extension Action {
  static func events(_ action: EventsScreen.Action) -> Action { .on(EventsScreen.self, action) }
}

extension State {
  var events: EventsScreen {
    get { screens[EventsScreen.self] }
    _modify { yield &screens[EventsScreen.self] }
  }
}
