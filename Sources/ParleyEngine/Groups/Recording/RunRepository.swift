/// Where runs are kept while they run, so that one whose program is killed shows as interrupted, with all that was there.
/// `Store` of `ParleyStore` is one. What it is told of is not public.
public protocol RunRepository: Sendable {
  /// Told of everything in order. Must not block: what comes in is kept soon, many together, at most 50 ms later.
  func note(_ step: RunStep)
}

/// What a repository is told of a run.
@nonexhaustive public enum RunStep: Sendable {
  /// A run has begun, of a group with these steps.
  case began(RunRecording.Summary, of: [StepOutline])
  /// A node's turn has come, it went on, or it ended: it takes the place of what was told of it before.
  case node(NodeRecord, of: String)
  /// A run has ended.
  case ended(RunRecording.Summary)
}
