package import ParleyModel

/// One field of the form that asks before a request is sent.
package struct Question: Hashable, Sendable {
  /// What the answer is filed under.
  package var name: String
  package var label: String
  /// Whether what is typed is masked.
  package var isSecret: Bool
  /// What the answer is for; empty where the label says it.
  package var explanation = ""
  /// How long the answer may be kept, as the person chooses; empty where there is no choice.
  package var keepings: [AnswerKeeping] = []
  /// The question that must have the same answer.
  package var repeats: String?
  /// Whether an empty answer is none.
  package var isNeeded = false
  /// Why what was answered before could not be taken.
  package var mistake: String?

  package init(_ name: String, label: String, isSecret: Bool = true) {
    self.name = name
    self.label = label
    self.isSecret = isSecret
  }
}
