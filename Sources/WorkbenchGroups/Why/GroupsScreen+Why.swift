package import ParleyEngine
import ParleyModel
package import TerminalKit
package import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Asking a run why something is as it is.
package enum WhyAction: Sendable {
  /// - Parameter isOnPart: whether the cursor is in a part of the step.
  case askAt(isOnPart: Bool)
  case askFor(WhyQuestion)
  /// Another question about the same step.
  case turn(Int)
  /// The way back to the first causes has been found, or what has changed, or what another value would give.
  case answered(WhyPlace)
  case move(ListCursor.Step)
  case select(Int)
  /// Goes to what the line under the cursor speaks of; Backspace comes back to it.
  case go
  /// Forks the run at the step of the line under the cursor, or with the value that was tried.
  case fork
  /// Asks which value is missing.
  case whyNot
  /// Asks for another value.
  case edit
  case tryValue(RunTrial)
  /// Shows what has changed since the run succeeded, or no longer.
  case changes
}

extension GroupsScreen {
  mutating func explain(_ action: WhyAction) -> [Effect] {
    switch action {
    case .askAt(let isOnPart):
      guard let run = steps.run, let question = questions(isOnPart: isOnPart).first else { return [] }
      steps.follows = false
      return [.perform(WhyEffect.chain(question, of: questions(isOnPart: isOnPart), in: run.recording))]
    case .answered(let place):
      guard steps.run?.id == place.run else { return [] }
      why = place
      return [.ask(WhySheet())]
    case .move(let step): why?.move(step)
    case .select(let line): why?.cursor = line
    case .go: return go()
    case .fork: return fork()
    case .changes:
      if why?.changes != nil {
        why?.changes = nil
        why?.move(.lines(0))
        return []
      }
      return withChain { .changes($0, in: $1) }
    case .askFor(let question): return withChain { .chain(question, of: $0.questions, in: $1) }
    case .turn(let distance):
      guard let question = why?.question(distance) else { return [] }
      return withChain { .chain(question, of: $0.questions, in: $1) }
    case .whyNot:
      guard let path = why?.question.step else { return [] }
      return [.ask(MissingValueForm(path: path, name: steps.run?.records[path]?.name ?? ""))]
    case .edit:
      guard let tried = why?.tried else { return [.say(.refused("No value on this way can be tried."))] }
      return withChain { .value(tried, $0, in: $1) }
    case .tryValue(let trial): return withChain { .trial(trial, $0, in: $1) }
    }
    return []
  }

  private func withChain(_ effect: (WhyPlace, RunRecording) -> WhyEffect) -> [Effect] {
    guard let why, let run = steps.run, run.id == why.run else { return [] }
    return [.perform(effect(why, run.recording))]
  }

  /// About the first failure of the run under the cursor in the list, or of the newest one of the group.
  private mutating func askRun() -> [Effect] {
    guard let kept = list.runInQuestion else { return [] }
    wantedWhy = kept.id
    list.want(run: kept.id, of: kept.summary.group ?? "")
    return show(.run(kept)) + askWantedWhy()
  }

  /// As soon as its run is shown.
  mutating func askWantedWhy() -> [Effect] {
    guard let run = steps.run, wantedWhy == run.id else { return [] }
    wantedWhy = nil
    let name = run.number.map { "run \($0)" } ?? "the run"
    guard let failed = run.firstFailure else { return [.say(.refused("No step of \(name) has failed."))] }
    steps.follows = false
    steps.reveal(failed)
    let questions = questions(ofStep: failed)
    return [.then(.navigation(.focus(.steps)))]
      + questions.prefix(1).map { .perform(WhyEffect.chain($0, of: questions, in: run.recording)) }
  }

  private mutating func go() -> [Effect] {
    guard let place = why, steps.run?.id == place.run else { return [] }
    switch place.target {
    case .step(let path, let part, let value)?:
      guard let run = steps.run, run.records[path] != nil else { return [.say(.refused("The step did not run."))] }
      let effects = go(to: path, StepTab(part), value)
      if let last = places.indices.last { places[last].why = place }
      step.isTabOfWhy = true
      return effects
    case .file(let line)?:
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      return [.terminal(.edit(file: String(parts[0]), line: parts.count > 1 ? Int(parts[1]) : nil))]
    case .shared(let key)?: return [.then(.value(.showShared(key)))]
    case nil: return [.say(.refused("There is no place to go to."))]
    @unknown default: return []
    }
  }

  private func fork() -> [Effect] {
    guard let place = why, steps.run?.id == place.run else { return [] }
    guard let path = place.forkStep else { return [.say(.refused("No step follows from this line."))] }
    guard let trial = place.trial else { return fork(from: path) }
    switch trial.trial.place {
    case .variable(let name): return fork(from: path, setting: [name: trial.trial.value.plainText])
    case .output(let step, _):
      return fork(from: path, giving: trial.whole.map { RunIntent.Replay.Given(step: step, value: $0) })
    case .shared: return [.say(.refused("A shared key is edited on screen 5. The fork would read it there."))]
    }
  }

  static var whyCommands: [CommandRow] {
    [
      CommandRow(
        "groups.why", "Why?",
        help:
          "Shows why the step failed, was skipped or did not run, or why the value, status, header or row under the cursor is what it is, back to the first cause. Enter goes to what a line speaks of, Backspace comes back.",
        keys: ["W"], in: [.groupRun], hint: .init("why", rank: 25),
        disabledReason: { state in
          if state.groups.comparison != nil { return isComparing }
          if state.groups.isEditing { return isStillTyped }
          guard state.groups.shownRun != nil else { return whyNoRunShown(state) }
          return needsStep(state)
        }
      ) { state in
        [.then(.groups(.why(.askAt(isOnPart: state.focus == .step))))]
      },
      row(
        "why.run", "Why did the run fail?",
        "Shows why the first step failed, of the run under the cursor or of the group's newest run.", ["W"],
        in: [.groupList], hint: .init("why", rank: 42),
        disabledReason: { state in
          if state.groups.comparison != nil { return isComparing }
          if state.groups.isEditing { return isStillTyped }
          return state.groups.list.whyNothingFailed
        }
      ) { screen, _ in
        screen.askRun()
      },
      row(
        "why.try", "Try a value",
        "Tries another value at the line under the cursor, and shows what the filters and conditions below would give. Nothing is sent.",
        ["t"], .why(.edit), in: [.why], hint: .init("try a value", rank: 3)),
      row(
        "why.changes", "What has changed",
        "Shows what has changed on this way since the newest run that succeeded.", ["d"], .why(.changes), in: [.why],
        hint: .init("what changed", rank: 4)),
      row(
        "why.not", "Why not?", "Asks why a value is missing from what the step gave.", ["n"], .why(.whyNot), in: [.why],
        hint: .init("why not", rank: 5)),
    ]
  }
}

extension GroupList {
  /// The run under the cursor, or the newest one of the group.
  fileprivate var runInQuestion: KeptRun? { selected?.run ?? selected?.group.flatMap { runs(of: $0).first } }

  fileprivate var whyNothingFailed: String? {
    if selected?.teamRun != nil { return "Enter gets the run from the team first." }
    if selected?.group == nil { return "The cursor is not on a group." }
    guard let run = runInQuestion else { return "The group has not run yet." }
    return run.summary.state == .succeeded ? "Run \(run.sequence) succeeded." : nil
  }
}

extension ShownRun {
  /// The failure of its first failed step, for `!`; nil if no step failed.
  var failure: Problem? {
    guard summary.state == .failed, let path = firstFailure, let error = records[path]?.error else { return nil }
    var problem = Problem(error)
    problem.summary = "\(group), step \(path) \(records[path]?.name ?? ""): \(problem.summary)"
    return problem
  }

  /// The step that failed first, and not only because of others in it.
  fileprivate var firstFailure: NodePath? {
    let failed = records.values.filter { $0.state == .failed }
    let own = failed.filter { $0.error?.code != GroupError.nodesFailed([]).code }
    return (own.isEmpty ? failed : own).min { $0.path < $1.path }?.path
  }
}

extension KeyContext {
  /// In the answer to *Why?*.
  package static let why: KeyContext = "groups.why"
}

extension JSONValue {
  /// As it is typed for a variable.
  fileprivate var plainText: String {
    if case .string(let text) = self { text } else { JSONPrinter.compact.string(of: self) }
  }
}
