import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

// Runs: how they begin, and what is done with those that were kept.
extension GroupsScreen {
  mutating func run(_ action: RunAction) -> [Effect] {
    switch action {
    case .start(let isPaused): return takeOver(before: action) ?? run(isPaused: isPaused)
    case .askSnapshot:
      return takeOver(before: action) ?? group.map { [.then(.overlay(.askSnapshot(of: $0)))] } ?? []
    case .intent(let intent): return [.perform(GroupEffect.prepare(intent))]
    case .trust(let items, let intent): return [.perform(GroupEffect.prepare(intent, trusting: items))]
    case .reply(let answers, let keeping, let run): return reply(answers, keeping, to: run)
    case .delete(let run): return delete(run)
    }
  }

  /// Takes over the text of an open field before a run begins, so that the run has it; the action that begins the run
  /// waits for that.
  /// - Returns: nil when nothing is left to take over.
  private mutating func takeOver(before action: RunAction) -> [Effect]? {
    guard let taken = takeOverForm() else {
      let mistake = step.form.field?.mistake.map { "\($0) " } ?? ""
      return [.say(.refused("\(mistake)Nothing runs before the open field is right, or left with Esc."))]
    }
    guard taken.isEmpty else { return taken + [.then(.groups(.run(action)))] }
    guard drafts.isChanging else { return nil }
    drafts.wait(with: .run(action))
    return []
  }

  private func run(isPaused: Bool) -> [Effect] {
    guard let group else { return [] }
    let intent = RunIntent(
      group, text: unsaved(group), breakpoints: breakpoints.known(of: group), isPaused: isPaused)
    return [.perform(GroupEffect.prepare(intent))]
  }

  /// The unsaved draft of a group as it is on the screen, which runs in place of the file; nil if there is none.
  func unsaved(_ group: String) -> String? { drafts[group].flatMap { $0.isDirty ? $0.text : nil } }

  /// From a step or element on, with what the steps before it gave in the run that is shown.
  func runAgain(from path: NodePath) -> [Effect] {
    guard let run = steps.run else { return [] }
    let intent = RunIntent(
      run.group, text: unsaved(run.group), breakpoints: breakpoints.known(of: run.group),
      replay: RunIntent.Replay(from: path, of: run.id))
    return [.perform(GroupEffect.prepare(intent))]
  }

  mutating func prepared(_ intent: RunIntent, _ outcome: RunOutcome) -> [Effect] {
    switch outcome {
    case .prepared(let live):
      comparison = nil
      putAway()
      wanted = nil
      steps.group = live.group
      steps.show(ShownRun(live))
      list.want(run: live.id, of: live.group)
      list.isStale = true
      given[live.id] = intent.replay?.given
      return [.followRun(live)] + (live.warning.map { [.say(.refused($0))] } ?? [])
    case .asks(let questions): return [.ask(BeforeRunForm(intent: intent, questions: questions))]
    case .wantsConfirmation(let sentence): return [.ask(Confirm.running(intent, sentence))]
    case .wantsTrust(let items):
      return [.ask(Confirm.trust(items, allowing: ("allow and run", .groups(.run(.trust(items, intent))))))]
    }
  }

  /// Answers a run's question and closes it, whatever the run reports before the answer arrives.
  private mutating func reply(_ answers: [String]?, _ keeping: AnswerKeeping, to run: String) -> [Effect] {
    steps.answered(run)
    others[run]?.answered()
    return [.steer(run, .reply(answers, keeping))]
  }

  private mutating func delete(_ run: String) -> [Effect] {
    if steps.run?.id == run { steps.show(nil) }
    return [.perform(GroupEffect.delete(run))]
  }

  func editFile() -> [Effect] {
    guard let file = steps.outline?.file else { return [] }
    return [.then(.terminal(.edit(file: file, line: nil)))]
  }
}

// The debugger.
extension GroupsScreen {
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
    guard !edited.isEmpty else { return [.steer(run.id, control)] }
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
    // What goes on is decided before the answers: after them it could pass a breakpoint that is reached at once.
    return control.goesOn
      ? [.steer(run.id, .keepWaiting(edited.map(\.key))), .steer(run.id, control)] + answers : answers
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
