package import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// A command for a run that is in progress.
package enum RunControl: Sendable {
  case stop
  case pause, resume
  case step, stepInto, stepOut
  case breakpoints([StepBreakpoint])
  /// Whole, where all that is in the step is done too before the run stops again.
  /// As a step the run stops at the next one.
  case answer(GateDecision, at: NodePath, isWhole: Bool = false, edit: NodeEdit?, isStep: Bool = true)
  /// Keeps these steps waiting for their answers, even if the others continue.
  case keepWaiting([NodePath])
  /// Goes on in one lane, or until a step.
  case resumeLane(NodePath), resumeUntil(NodePath)
  /// Replaces the value of a step that has ended.
  case replaceValue(JSONValue?, at: NodePath)
  /// To what it has asked; nil when the person would not say.
  case reply([String]?, AnswerKeeping)
}

extension LiveRun {
  package func perform(_ control: RunControl) {
    switch control {
    case .stop: stop()
    case .pause: debugger.pause()
    case .resume: debugger.resume()
    case .step: debugger.step()
    case .stepInto: debugger.stepInto()
    case .stepOut: debugger.stepOut()
    case .breakpoints(let breakpoints): arm(breakpoints)
    case .answer(let answer, let path, let isWhole, let edit, let isStep):
      debugger.answer(answer, at: path, isWhole: isWhole, noting: edit, isStep: isStep)
    case .keepWaiting(let paths): debugger.keepWaiting(paths)
    case .resumeLane(let lane): debugger.resume(inside: lane)
    case .resumeUntil(let path): debugger.resume(until: path)
    case .replaceValue(let value, let path): if run.replaceValue(of: path, with: value) { debugger.renew() }
    case .reply(let answers, let keeping): questions.reply(answers, keeping)
    }
  }

  /// Stops the run. A step at a pause continues first, so that the run does not wait for it.
  private func stop() {
    run.stop()
    debugger.resume()
  }
}
