internal import ParleyEngine
internal import ParleyModel

extension KeyPattern {
  /// The shared keys that answers are kept under.
  static let keptAnswers = KeyPattern(KeptAnswer.prefix + "*")
}
