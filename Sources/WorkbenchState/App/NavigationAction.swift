/// Getting about, and out.
package enum NavigationAction: Sendable {
  case show(ScreenID)
  case focus(Pane)
  case jump
  case zoom
  /// Ends the program without a question.
  case end
}
