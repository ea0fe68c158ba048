/// The way that Esc goes on a screen: what it closes, and the pane that it leads to.
package struct WayBack: Sendable {
  package let effects: [Effect]
  /// Nil if the focus stays where it is.
  package let pane: Pane?

  package init(effects: [Effect], pane: Pane?) {
    (self.effects, self.pane) = (effects, pane)
  }

  /// Closes something, and stays.
  package static func closing(_ action: Action, _ more: Effect...) -> WayBack {
    WayBack(effects: [.then(action)] + more, pane: nil)
  }

  /// Leaves for another pane.
  package static func to(_ pane: Pane, closing action: Action? = nil) -> WayBack {
    WayBack(effects: (action.map { [.then($0)] } ?? []) + [.then(.navigation(.focus(pane)))], pane: pane)
  }
}
