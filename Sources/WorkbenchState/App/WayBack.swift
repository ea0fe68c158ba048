/// The way that Esc goes on a screen: what it closes, or the pane that it leads to.
package struct WayBack: Sendable {
  package let effects: [Effect]
  /// The pane that it leads to; nil if it stays.
  package let pane: Pane?

  package init(effects: [Effect], to pane: Pane? = nil) {
    self.effects = effects
    self.pane = pane
  }

  /// Closes something, and stays.
  package static func closing(_ action: Action, _ more: Effect...) -> WayBack {
    WayBack(effects: [.then(action)] + more)
  }

  /// Leaves for another pane.
  package static func to(_ pane: Pane, closing action: Action? = nil) -> WayBack {
    WayBack(effects: (action.map { [.then($0)] } ?? []) + [.then(.navigation(.focus(pane)))], to: pane)
  }
}
