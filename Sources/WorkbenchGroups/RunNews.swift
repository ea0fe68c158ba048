package import ParleyEngine
package import WorkbenchServices

/// The news of a run.
package struct RunNews: Sendable {
  var records: [NodeRecord]
  /// The steps that wait at the debugger, in the order of the group.
  var stops: [Debugger.Stop]
  /// The one that stopped the run.
  package var focus: Debugger.Stop?
  var isPaused: Bool
  package var questions: [Question]
  /// Whether it was stopped, and has not ended yet.
  var isStopping = false
  /// All of it, once it has ended.
  var end: RunRecording.Summary?

  package init(
    records: [NodeRecord], stops: [Debugger.Stop], focus: Debugger.Stop? = nil, isPaused: Bool, questions: [Question],
    isStopping: Bool = false, end: RunRecording.Summary? = nil
  ) {
    self.records = records
    self.stops = stops
    self.focus = focus
    self.isPaused = isPaused
    self.questions = questions
    self.isStopping = isStopping
    self.end = end
  }
}
