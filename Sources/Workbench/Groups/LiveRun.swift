package import ParleyEngine
import ParleyModel

/// A run as the workbench holds it: the run itself, what stops it, and what it asks a person.
package final class LiveRun: Sendable {
  /// The group's name.
  let group: String
  let run: Run
  let debugger: Debugger
  let questions: RunQuestions
  /// The reason why its requests may be refused, for a run that begins at a step of another.
  let warning: String?
  private let condition: @Sendable (String) -> Debugger.Condition?

  /// - Parameters:
  ///   - warning: the reason why its requests may be refused.
  ///   - condition: gives the meaning of a breakpoint's condition; nil for one that always holds.
  package init(
    _ group: String, _ run: Run, debugger: Debugger, questions: RunQuestions, warning: String? = nil,
    condition: @escaping @Sendable (String) -> Debugger.Condition?
  ) {
    self.group = group
    self.run = run
    self.debugger = debugger
    self.questions = questions
    self.warning = warning
    self.condition = condition
  }

  /// Stops at these from now on, and nowhere else.
  package func arm(_ breakpoints: [StepBreakpoint]) {
    let steps = run.group.outline
    debugger.setBreakpoints(
      breakpoints.compactMap { breakpoint in breakpoint.armed(in: steps).map { ($0, condition(of: breakpoint)) } })
  }

  /// A condition of a step that runs for each element of a list is about the elements.
  private func condition(of breakpoint: StepBreakpoint) -> Debugger.Condition? {
    guard breakpoint.moment != .shared, let holds = condition(breakpoint.condition) else { return nil }
    return { node in node.isList ? false : try await holds(node) }
  }

  var id: String { run.groupID }
}

/// A command for a run that is in progress.
enum RunControl: Sendable {
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
  func perform(_ control: RunControl) {
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
