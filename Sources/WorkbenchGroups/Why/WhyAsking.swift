package import ParleyEngine
import ParleyModel
import TerminalKit
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

/// Asking a run why something is as it is: the answer that was shown last, and the run that is to be asked.
struct WhyAsking: Sendable {
  /// The answer that was shown last.
  @CopyOnWrite var place: WhyPlace? = nil
  /// The run that is asked why it failed as soon as it is shown.
  var wanted: String?
}

extension WhyAsking {
  /// - Parameters:
  ///   - viewer: what is shown of the run that is asked.
  ///   - intents: what a fork begins with.
  mutating func update(
    _ action: WhyAction, in viewer: inout StepViewer, _ intents: RunIntents
  ) -> [Effect] {
    switch action {
    case .askAt(let isOnPart):
      let questions = WhyQuestions(of: viewer).all(isOnPart: isOnPart)
      guard let run = viewer.steps.run, let question = questions.first else { return [] }
      viewer.steps.follows = false
      return [.perform(WhyEffect.chain(question, of: questions, in: run.recording))]
    case .answered(let place):
      guard viewer.steps.run?.id == place.run else { return [] }
      self.place = place
      return [.ask(WhySheet())]
    case .move(let step): place?.move(step)
    case .select(let line): place?.cursor = line
    case .go: return go(in: &viewer)
    case .fork: return fork(in: viewer.steps, intents)
    case .changes:
      if place?.changes != nil {
        place?.changes = nil
        place?.move(.lines(0))
        return []
      }
      return withChain(in: viewer.steps) { .changes($0, in: $1) }
    case .askFor(let question): return withChain(in: viewer.steps) { .chain(question, of: $0.questions, in: $1) }
    case .turn(let distance):
      guard let question = place?.question(distance) else { return [] }
      return withChain(in: viewer.steps) { .chain(question, of: $0.questions, in: $1) }
    case .whyNot:
      guard let path = place?.question.step else { return [] }
      return [.ask(MissingValueForm(path: path, name: viewer.steps.run?.records[path]?.name ?? ""))]
    case .edit:
      guard let place else { return [] }
      guard let tried = place.tried else { return [.say(.refused(place.whyNotTried))] }
      return withChain(in: viewer.steps) { .value(tried, $0, in: $1) }
    case .tryValue(let trial): return withChain(in: viewer.steps) { .trial(trial, $0, in: $1) }
    }
    return []
  }

  private func withChain(in steps: StepTree, _ effect: (WhyPlace, RunRecording) -> WhyEffect) -> [Effect] {
    guard let place, let run = steps.run, run.id == place.run else { return [] }
    return [.perform(effect(place, run.recording))]
  }

  /// As soon as its run is shown.
  mutating func askWanted(in viewer: inout StepViewer) -> [Effect] {
    guard let run = viewer.steps.run, wanted == run.id else { return [] }
    wanted = nil
    let name = run.number.map { "run \($0)" } ?? "the run"
    guard let failed = run.firstFailure else { return [.say(.refused("No step of \(name) has failed."))] }
    viewer.steps.follows = false
    viewer.steps.reveal(failed)
    let questions = WhyQuestions(of: viewer).questions(ofStep: failed)
    return [.then(.navigation(.focus(.steps)))]
      + questions.prefix(1).map { .perform(WhyEffect.chain($0, of: questions, in: run.recording)) }
  }

  private func go(in viewer: inout StepViewer) -> [Effect] {
    guard let place, viewer.steps.run?.id == place.run else { return [] }
    switch place.target {
    case .step(let path, let part, let value)?:
      guard let run = viewer.steps.run, run.records[path] != nil else {
        return [.say(.refused("The step did not run."))]
      }
      let effects = viewer.go(to: path, StepTab(part), value)
      if let last = viewer.places.indices.last { viewer.places[last].why = place }
      viewer.step.isTabOfWhy = true
      return effects
    case .file(let line)?:
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      return [.terminal(.edit(file: String(parts[0]), line: parts.count > 1 ? Int(parts[1]) : nil))]
    case .shared(let key)?: return [.then(.value(.showShared(key)))]
    case nil: return [.say(.refused("There is no place to go to."))]
    @unknown default: return []
    }
  }

  private func fork(in steps: StepTree, _ intents: RunIntents) -> [Effect] {
    guard let place, let run = steps.run, run.id == place.run else { return [] }
    guard let path = place.forkStep else { return [] }
    guard let trial = place.trial else { return intents.fork(run, from: path) }
    switch trial.trial.place {
    case .variable(let name): return intents.fork(run, from: path, setting: [name: trial.trial.value.plainText])
    case .output(let step, _):
      return intents.fork(run, from: path, giving: trial.whole.map { RunIntent.Replay.Given(step: step, value: $0) })
    case .shared: return [.say(.refused("A shared key is edited on screen 5. The fork would read it there."))]
    }
  }
}

extension JSONValue {
  /// As it is typed for a variable.
  fileprivate var plainText: String {
    if case .string(let text) = self { text } else { JSONPrinter.compact.string(of: self) }
  }
}
