package import ParleyEngine

/// The outcome of a tried value.
package struct TrialOutcome: Sendable, Hashable {
  package let steps: [TriedStep]
  /// The whole value of the step that it is a part of.
  package let whole: JSONValue?

  package init(steps: [TriedStep], whole: JSONValue?) { (self.steps, self.whole) = (steps, whole) }
}
