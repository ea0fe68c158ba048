/// A store that keeps runs while they run, so that one whose program is killed shows as interrupted, with everything
/// recorded until then. `Store` of `ParleyStore` is one. What it receives is not public.
public protocol RunRepository: Sendable {
  /// Told of everything in order. Must not block: what comes in is kept soon, many together, at most 50 ms later.
  func note(_ step: RunStep)
}

/// A step of a run that a repository records.
@nonexhaustive public enum RunStep: Sendable {
  /// A run has begun, of a group with these steps.
  case began(RunRecording.Summary, of: [StepOutline])
  /// A node has begun, of which nothing was told before.
  case nodeBegan(NodeRecord, of: String)
  /// A node's turn has come, it went on, or it ended. The record replaces the one before.
  case node(NodeRecord, of: String)
  /// A run has ended.
  case ended(RunRecording.Summary)
}
