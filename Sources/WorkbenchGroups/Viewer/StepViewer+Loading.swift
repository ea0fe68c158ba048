import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The content of a step on screen, and what is still to be asked for.
extension StepViewer {
  /// - Parameter watched: the expressions that are watched along the group's runs.
  mutating func loadStep(watched: [String]) -> [Effect] {
    guard !isEditing else { return [] }
    leaveFailedPart()
    if let record = steps.record { step.fitTab(to: record) }
    let subject = subject(watched)
    let name =
      steps.selected.map { steps.name(of: $0.path) + (steps.selectedAttempt.map { " \($0.label)" } ?? "") } ?? ""
    step.checked = subject.map(checkedLines) ?? []
    let isOther = step.turn(to: subject, name)
    guard let subject, let run = steps.run else { return [] }
    if subject.part == nil { showLines(subject) }
    guard isOther else { return [] }
    let values = subject.tab == .whereFrom ? readSourceValues(of: subject, in: run) : []
    // Of one that waits the request is made to be looked at: then it is known what it is made from.
    if subject.tab == .request || subject.tab == .whereFrom,
      let stop = run.stops.first(where: { $0.node.path == subject.path }), stop.result == nil
    {
      return values + [.perform(GroupEffect.request(stop, of: subject))]
    }
    guard let part = subject.part else { return values }
    return [.perform(GroupEffect.content(part, of: subject, in: run))]
  }

  /// They are made again with everything that happens: other steps may have used what this one gave.
  private mutating func showLines(_ subject: StepSubject) {
    let lines =
      subject.tab == .definition
      ? step.definition.map { StepLine($0) }
      : StepLines(subject.path, in: steps, values: step.sourceValues)?.lines(subject.tab) ?? []
    if lines.map(\.text) != step.lines.lines { step.show(lines) }
  }

  private func subject(_ watched: [String]) -> StepSubject? {
    guard let run = steps.run, let path = steps.selected?.path else { return nil }
    var subject = StepSubject(
      run: run.id, path: path, tab: step.tab, record: run.records[path],
      isWaiting: run.stops.contains { $0.node.path == path }, edited: run.edited[path],
      pause: run.stops.first { $0.node.path == path }?.number,
      moment: step.tab == .shared || step.tab == .watch ? steps.past?.time : nil, attempt: steps.selectedAttempt)
    if step.tab == .watch {
      subject.watched = watched
      // They look at other steps too.
      subject.pause = run.isMoving ? nil : run.revision
    }
    return subject
  }

  /// The lines in which a failed assertion or expectation explains itself: `│ .state = "pending"   ← 3 latest .state`.
  private func checkedLines(of subject: StepSubject) -> [StyledText] {
    guard let record = subject.record, let error = record.error, !error.checked.isEmpty, let recording = steps.recording
    else { return [] }
    return error.checked.map { part in
      let source = part.origin.map { recording.pieces(of: $0, in: record).words(naming: steps.name) } ?? part.path ?? ""
      let indent = String(repeating: "  ", count: part.depth)
      return [
        Span("│ \(indent)", .muted), Span(part.sentence, .text),
        Span(source.isEmpty || source == part.text ? "" : "   ← \(source)", .muted),
      ]
    }
  }

  /// Takes over the content of a part that was asked for.
  mutating func show(_ content: StepContent?, asSent request: RequestLines?, of subject: StepSubject) -> [Effect] {
    let values = subject.tab == .whereFrom ? steps.run.map { readSourceValues(of: subject, in: $0) } ?? [] : []
    return step.show(content, asSent: request, of: subject) + locateWantedValue() + values
  }

  /// A step that has begun to wait is shown at the part that one edits, if *Why?* had led to another, or the one that is shown
  /// would be empty.
  /// - Parameter waiting: the stops that were there before.
  mutating func showEditablePart(besides waiting: [Int]) {
    guard let stop = steps.run?.focus, !waiting.contains(stop.number) else { return }
    let isRequest = steps.run?.records[stop.node.path]?.kind == .request
    guard step.isTabOfWhy || step.tab.isEmpty(at: stop, isRequest: isRequest) else { return }
    (step.tab, step.isTabOfWhy) = (stop.result != nil ? .output : isRequest ? .request : .input, false)
  }

  /// A request on which a run failed, and the cursor went there, is shown at what came back, unless a person has chosen a part.
  mutating func showFailedPart() {
    guard steps.follows, !isEditing, step.tab == .input, let path = steps.selected?.path,
      let record = steps.run?.records[path], record.state == .failed, record.kind == .request,
      record.attempts.last?.status != nil
    else { return }
    (step.tab, step.failedStep) = (.response, path)
  }

  /// The part before is shown again once the cursor has left the failed step.
  private mutating func leaveFailedPart() {
    guard let path = step.failedStep, steps.selected?.path != path else { return }
    if step.tab == .response { step.tab = .input }
    step.failedStep = nil
  }

  /// The request of the step under the cursor, if that waits to send it without its edits.
  var leftOutHere: RequestID? {
    guard let run = steps.run, let path = steps.selected?.path, run.edited[path]?.isRequest != true,
      run.stops.contains(where: { $0.node.path == path && $0.result == nil }),
      let request = steps.outline(of: path)?.request.map({ RequestID(rawValue: $0) })
    else { return nil }
    return drafted.contains(request) ? request : nil
  }
}

extension EditedStep {
  fileprivate var isRequest: Bool {
    if case .request = self { true } else { false }
  }
}

extension StepTab {
  /// Whether there is nothing to see in it while a step waits to run.
  fileprivate func isEmpty(at stop: Debugger.Stop, isRequest: Bool) -> Bool {
    guard stop.result == nil else { return false }
    return switch self {
    case .input: isRequest && stop.node.input.value == nil
    case .request, .headers, .response: !isRequest
    default: false
    }
  }
}
