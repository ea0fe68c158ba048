import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

// The debugger.
extension StepViewer {
  /// Of a step that waits after it has run.
  mutating func runStepAgain() -> [Effect] {
    guard let run = steps.run, let stop, stop.result != nil else { return [] }
    steps.follows = true
    steps.edit(nil, at: stop.node.path)
    return [.steer(run.id, .answer(.again(after: .zero), at: stop.node.path, edit: nil))]
  }

  mutating func hold() -> [Effect] {
    guard let run = steps.run, run.isLive else { return [] }
    return run.isPaused ? goOn(.resume) : [.steer(run.id, .pause)]
  }

  /// Continues a step that waits, with the input, the request or the result typed in place of its own.
  mutating func goOn(_ control: RunControl) -> [Effect] {
    guard let run = steps.run, run.isLive else { return [] }
    steps.goOn(from: stop?.node.path ?? run.focus?.node.path)
    let waiting = Set(run.stops.map(\.node.path))
    let edited = run.edited.filter { waiting.contains($0.key) }.sorted { $0.key < $1.key }
    let told = run.leavingOut(drafted)
    guard !edited.isEmpty else { return [.steer(run.id, control)] + told }
    let isStep = if case .step = control { true } else { false }
    let answers = edited.compactMap { path, edit -> Effect? in
      guard let stop = run.stops.first(where: { $0.node.path == path }) else { return nil }
      steps.edit(nil, at: path)
      return .steer(
        run.id,
        .answer(
          edit.decision(at: stop), at: path, isWhole: isStep && run.isDoneWhole(path),
          edit: edit.edit(at: stop, listWas: run.listsBefore[path]), isStep: !control.goesOn))
    }
    // The ones that go on are decided before the answers: after them it could pass a breakpoint that is reached at once.
    return control.goesOn
      ? [.steer(run.id, .keepWaiting(edited.map(\.key))), .steer(run.id, control)] + answers + told : answers + told
  }
}

extension RunControl {
  /// Whether it is more than a step.
  fileprivate var goesOn: Bool {
    switch self {
    case .resume, .resumeLane, .resumeUntil: true
    default: false
    }
  }
}

extension ShownRun {
  /// Whether a step does all that is in this one: a list, or a group.
  fileprivate func isDoneWhole(_ path: NodePath) -> Bool {
    guard let stop = stops.first(where: { $0.node.path == path }) else { return false }
    return stop.node.isList || [.serial, .concurrent].contains(records[path]?.kind)
  }
}
