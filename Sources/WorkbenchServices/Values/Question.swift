package import ParleyModel

/// One field of the form that asks before a request is sent.
package struct Question: Hashable, Sendable {
  /// The name under which the answer is kept.
  package var name: String
  package var label: String
  /// Whether what is typed is masked.
  package var isSecret: Bool
  /// The purpose of the answer; empty if the label is clear enough.
  package var explanation = ""
  /// How long the answer may be kept, as the person chooses; empty where there is no choice.
  package var keepings: [AnswerKeeping] = []
  /// The question that must have the same answer.
  package var repeats: String?
  /// Whether an empty answer is none.
  package var isNeeded = false
  /// The reason why the previous answer was not accepted; nil if there is none.
  package var mistake: String?

  package init(_ name: String, label: String, isSecret: Bool = true) {
    self.name = name
    self.label = label
    self.isSecret = isSecret
  }
}
