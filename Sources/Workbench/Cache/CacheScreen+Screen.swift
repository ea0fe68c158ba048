// Among the other screens.
extension CacheScreen {
  func appear() -> [Effect] { [.then(.cache(.refresh))] }
  func logHasGrown() -> [Effect] { [.then(.cache(.refresh))] }
  func goBack(from focus: Pane) -> [Effect]? { showsFilter ? [.then(.cache(.clearFilter))] : nil }
}

extension Pane {
  static let cache = Pane(CacheScreen.Panes.cache)
}

extension ScreenID {
  static let cache = ScreenID(CacheScreen.self)
}

extension Action {
  static func cache(_ action: CacheScreen.Action) -> Action { .on(CacheScreen.self, action) }
}

extension State {
  var cache: CacheScreen {
    get { screens[CacheScreen.self] }
    _modify { yield &screens[CacheScreen.self] }
  }
}
