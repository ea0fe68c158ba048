/// The way that Esc goes on a screen: what it closes, and the pane that it leads to.
struct WayBack: Sendable {
  let effects: [Effect]
  /// Nil if the focus stays where it is.
  let pane: Pane?

  /// Closes something, and stays.
  static func closing(_ action: Action, _ more: Effect...) -> WayBack {
    WayBack(effects: [.then(action)] + more, pane: nil)
  }

  /// Leaves for another pane.
  static func to(_ pane: Pane, closing action: Action? = nil) -> WayBack {
    WayBack(effects: (action.map { [.then($0)] } ?? []) + [.then(.navigation(.focus(pane)))], pane: pane)
  }
}
