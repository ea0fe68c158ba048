import WorkbenchGroups
import WorkbenchScreens
import WorkbenchState

extension Screens {
  /// One row for each screen; its place is the number that shows it.
  static let all: [any Screen.Type] = [
    RequestsScreen.self,
    GroupsScreen.self,
    EventsScreen.self,
    CacheScreen.self,
    SharedDataScreen.self,
    HistoryScreen.self,
  ]
}

extension ScreenID {
  static var all: [ScreenID] { Screens.all.map { ScreenID($0) } }

  /// The digit that shows it.
  var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }
}

extension ScreenFocus {
  /// Gives a pane the focus. One of another screen brings that with it.
  mutating func enter(_ pane: Pane) { enter(pane, among: ScreenID.all) }
}
