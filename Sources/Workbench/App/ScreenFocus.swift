/// Which screen is shown, which of its panes has the focus, and whether that has the screen for itself.
struct ScreenFocus: Sendable {
  private(set) var screen = ScreenID.requests
  private(set) var isZoomed = false
  /// The pane that had the focus last, for each screen.
  private var panes: [ScreenID: Pane] = [:]

  var pane: Pane { panes[screen] ?? screen.panes[0] }

  /// Shows a screen, with all its panes.
  mutating func show(_ screen: ScreenID) {
    self.screen = screen
    isZoomed = false
  }

  /// Gives a pane the focus. One of another screen brings that with it.
  mutating func enter(_ pane: Pane) {
    if !screen.panes.contains(pane), let screen = ScreenID.all.first(where: { $0.panes.contains(pane) }) {
      self.screen = screen
    }
    panes[screen] = pane
  }

  mutating func turnZoom() { isZoomed.toggle() }
}
