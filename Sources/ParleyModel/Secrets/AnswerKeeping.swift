/// How long an answer is kept.
package enum AnswerKeeping: String, Sendable, Hashable, CaseIterable {
  /// For what asked, and no longer.
  case once
  /// In memory, until the program ends.
  case session
  /// In the workspace's store, encrypted with this machine's key.
  case machine
}
