extension Client {
  /// The handle of a run that has not begun.
  public func run(_ group: RequestGroup, _ options: RunOptions = RunOptions()) -> Run {
    Run(group, in: RunContext(group, self, options))
  }

  /// The same for a caller who only names it.
  public func run(_ group: RequestGroup, callID: String?) -> Run {
    run(group, RunOptions(callID: callID))
  }

  /// Runs a local job by itself: it gets no input, and is told as a custom event.
  public func run(_ job: LocalJob, _ options: RunOptions = RunOptions()) async -> NodeResult {
    events.post(custom: job.name, callID: options.callID, parameters: job.parameters)
    let trace = NodeTrace()
    return await job.result(
      NodeInput(
        name: job.name, path: .root.node(0), previous: nil, steps: StepResults(table: StepTable(), trace: trace),
        element: nil,
        shared: options.shared.map { RunSharedData(stored: $0, overlay: SharedOverlay(), trace: trace) { _ in } },
        callID: options.callID, groupID: nil, trace: trace, source: .none))
  }
}
