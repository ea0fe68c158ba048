package import ParleyEngine

/// What a person needs of the world to fill in a step. Whatever is asked is about a text: that of a group's file, or a draft.
package protocol StepFormServices: Sendable {
  /// The form of a step, or of the group itself at the root.
  /// - Returns: nil where the text has no such step of its own.
  func stepForm(of path: NodePath, in text: String, ofGroup id: String) async -> StepForm?
  /// What the newest run gave where the step stands, and the names that can be used there.
  func knowledge(for path: NodePath, in text: String, ofGroup id: String) async -> StepKnowledge
  /// Tries a text on a sample. Nothing is asked, and nothing is sent.
  func outcome(of trial: StepTrial, on sample: StepSample?) async -> StepOutcome
  /// A draft over a step's request with its templates filled in, as far as that is known.
  func previewOverrides(_ overrides: StepOverrides, on sample: StepSample?) async -> Preview
}
