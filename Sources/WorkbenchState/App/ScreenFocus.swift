/// Which screen is shown, which of its panes has the focus, and whether that has the screen for itself.
package struct ScreenFocus: Sendable {
  private(set) var screen = ScreenID.requests
  private(set) var isZoomed = false
  /// The pane that had the focus last, for each screen.
  private var panes: [ScreenID: Pane] = [:]

  var pane: Pane { panes[screen] ?? screen.panes[0] }

  /// Shows a screen, with all its panes.
  package mutating func show(_ screen: ScreenID) {
    self.screen = screen
    isZoomed = false
  }

  /// Gives a pane the focus. One of another screen brings that with it.
  package mutating func enter(_ pane: Pane, among screens: [ScreenID]) {
    if !screen.panes.contains(pane), let screen = screens.first(where: { $0.panes.contains(pane) }) {
      self.screen = screen
    }
    panes[screen] = pane
  }

  package mutating func turnZoom() { isZoomed.toggle() }
}
