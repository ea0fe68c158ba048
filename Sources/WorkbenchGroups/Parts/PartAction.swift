package import WorkbenchParts
package import WorkbenchState

/// An action in the parts of a step.
package indirect enum PartAction: Sendable {
  // Answers and news from elsewhere.
  /// For the body of a part.
  case body(BodyBrowser.Action, of: StepSubject)
  /// A value of it, for what only this screen can do with it.
  case picked(PickedValue, for: PickPurpose, of: StepSubject)
  /// The places at which earlier steps gave a value equal to the requested one.
  case sighted([StepValue], PickedValue)

  /// For what is looked through: a body, or lines.
  case look(BodyBrowser.Action)
  /// Shows where a value came from.
  case goToSource(PickedValue, of: StepSubject)
  /// Shows a value of a step.
  case go(to: StepValue)
}
