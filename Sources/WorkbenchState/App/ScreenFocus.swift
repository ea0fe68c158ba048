/// Which screen is shown, which of its panes has the focus, and whether that has the screen for itself.
package struct ScreenFocus: Sendable {
  private(set) var screen = ScreenID.requests
  private(set) var isZoomed = false
  /// The pane that had the focus last, for each screen.
  private var panes: [ScreenID: Pane] = [:]
  /// The screens that jumps have left, the last one at the end.
  private var left: [ScreenID] = []
  /// Whether nothing was done since a jump led here.
  package private(set) var hasJustJumped = false

  var pane: Pane { panes[screen] ?? screen.panes[0] }

  /// The screen that the last jump came from; nil if a person has gone elsewhere since.
  package var origin: ScreenID? { left.last }

  /// Shows a screen that a person has chosen, with all its panes.
  package mutating func show(_ screen: ScreenID) {
    (left, hasJustJumped) = ([], false)
    self.screen = screen
    isZoomed = false
  }

  /// Shows a screen because of something that is there, with all its panes.
  package mutating func visit(_ screen: ScreenID) {
    if screen == self.screen { forgetUnlessJumping() } else { jump(to: screen) }
    isZoomed = false
  }

  /// Gives a pane the focus. One of another screen brings that with it.
  package mutating func enter(_ pane: Pane, among screens: [ScreenID]) {
    if !screen.panes.contains(pane), let screen = screens.first(where: { $0.panes.contains(pane) }) {
      jump(to: screen)
    } else if pane != self.pane {
      forgetUnlessJumping()
    }
    panes[screen] = pane
  }

  /// After a move since a jump, Esc leads no more to where it came from.
  private mutating func forgetUnlessJumping() {
    if !hasJustJumped { left = [] }
  }

  private mutating func jump(to screen: ScreenID) {
    left = left.filter { $0 != screen && $0 != self.screen } + [self.screen]
    hasJustJumped = true
    self.screen = screen
  }

  /// Back to where the last jump came from, as it was there.
  package mutating func goBack() {
    guard let origin = left.popLast() else { return }
    hasJustJumped = false
    screen = origin
  }

  /// A person has done something where the jump led to.
  package mutating func noteDeed() { hasJustJumped = false }

  package mutating func turnZoom() { isZoomed.toggle() }
}
