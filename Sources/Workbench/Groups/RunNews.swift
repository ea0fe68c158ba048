import ParleyEngine
import WorkbenchServices

/// The news of a run.
struct RunNews: Sendable {
  var records: [NodeRecord]
  /// The steps that wait at the debugger, in the order of the group.
  var stops: [Debugger.Stop]
  /// The one that stopped the run.
  var focus: Debugger.Stop?
  var isPaused: Bool
  var questions: [Question]
  /// Whether it was stopped, and has not ended yet.
  var isStopping = false
  /// All of it, once it has ended.
  var end: RunRecording.Summary?
}
