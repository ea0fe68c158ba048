/// Getting about, and out.
package enum NavigationAction: Sendable {
  /// The screen that a person has chosen.
  case show(ScreenID)
  /// A screen because of something that is there: Esc leads back.
  case visit(ScreenID)
  case focus(Pane)
  case jump
  case zoom
  /// Ends the program without a question.
  case end
}
