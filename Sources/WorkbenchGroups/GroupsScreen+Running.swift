import ParleyEngine
package import ParleyModel
import TerminalKit
import WorkbenchServices
package import WorkbenchState

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
    guard let taken = step.form.takeOver() else {
      let mistake = step.form.field?.mistake.map { "\($0) " } ?? ""
      return [.say(.refused("\(mistake)Nothing runs before the open field is right, or left with Esc."))]
    }
    guard taken.isEmpty else { return taken + [.then(.groups(.run(action)))] }
    guard drafts.isChanging else { return nil }
    drafts.wait(with: .run(action))
    return []
  }

  private func run(isPaused: Bool) -> [Effect] { group.map { intents.run($0, isPaused: isPaused) } ?? [] }

  /// From a step or element on, with what the steps before it gave in the run that is shown, or in the last one of the group whose
  /// file is.
  func runAgain(from path: NodePath) -> [Effect] {
    guard let group = steps.run?.group ?? steps.group, let run = steps.run?.id ?? lastRun?.id else { return [] }
    return intents.replay(run, of: group, from: path)
  }

  var intents: RunIntents { RunIntents(drafts: drafts, breakpoints: breakpoints) }

  /// Says at once that a run leaves out what has just been edited.
  package func leavingOut(_ requests: Set<RequestID>) -> [Effect] {
    live.lazy.map { $0.leavingOut(requests) }.first { !$0.isEmpty } ?? []
  }

  mutating func prepared(_ intent: RunIntent, _ outcome: RunOutcome) -> [Effect] {
    switch outcome {
    case .prepared(let live):
      comparing.end()
      putAway()
      wanted = nil
      let place = steps.group?.isIdentical(to: live.group) == true ? steps.selected?.path : nil
      steps.group = live.group
      steps.show(ShownRun(live), begunAt: place)
      list.want(run: live.id, of: live.group)
      list.isStale = true
      forks.begin(live.id, with: intent.replay?.given)
      return [.followRun(live)] + (live.warning.map { [.say(.refused($0))] } ?? [])
    case .asks(let questions): return [.ask(BeforeRunForm(intent: intent, questions: questions))]
    case .wantsConfirmation(let sentence): return [.ask(Confirm.running(intent, sentence))]
    case .wantsTrust(let items):
      let trust = Confirm.trust(
        items, allowing: ("allow and run", .groups(.run(.trust(items, intent)))),
        refusing: ("do not run", "Without permission the group is not run."))
      return [.ask(trust)]
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
