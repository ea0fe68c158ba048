package import ParleyEngine

/// A run as the workbench holds it: the run itself, what stops it, and what it asks a person.
package final class LiveRun: Sendable {
  /// The group's name.
  let group: String
  let run: Run
  let debugger: Debugger
  let questions: RunQuestions

  package init(_ group: String, _ run: Run, debugger: Debugger, questions: RunQuestions) {
    self.group = group
    self.run = run
    self.debugger = debugger
    self.questions = questions
  }

  var id: String { run.groupID }
}

/// What a person does to a run that is in progress.
enum RunControl: Sendable {
  case stop
  case pause, resume
  case step, stepInto, stepOut
  case breakpoint(Debugger.Breakpoint, Bool)
  /// Whole, where all that is in the step is done too before the run stops again.
  case answer(GateDecision, at: NodePath, isWhole: Bool = false)
  /// To what it has asked; nil when the person would not say.
  case reply([String]?, Question.Keeping)
}

extension LiveRun {
  func perform(_ control: RunControl) {
    switch control {
    case .stop: stop()
    case .pause: debugger.pause()
    case .resume: debugger.resume()
    case .step: debugger.step()
    case .stepInto: debugger.stepInto()
    case .stepOut: debugger.stepOut()
    case .breakpoint(let breakpoint, true): debugger.add(breakpoint)
    case .breakpoint(let breakpoint, false): debugger.remove(breakpoint)
    case .answer(let answer, let path, let isWhole): debugger.answer(answer, at: path, isWhole: isWhole)
    case .reply(let answers, let keeping): questions.reply(answers, keeping)
    }
  }

  /// What runs always does so now, and nobody waits for it at a pause.
  private func stop() {
    run.stop()
    debugger.resume()
  }
}

/// What is new about a run.
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
