import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Asks a run. Nothing is sent.
enum WhyEffect: ServiceEffect {
  /// For the way back to the first causes.
  case chain(WhyQuestion, of: [WhyQuestion], in: RunRecording)
  /// For what has changed since the newest run before that succeeded.
  case changes(WhyPlace, in: RunRecording)
  /// For what the filters and conditions would give with another value; what else was found stays.
  case trial(RunTrial, WhyPlace, in: RunRecording)
  /// For the value at a place, to be changed.
  case value(TriedPlace, WhyPlace, in: RunRecording)

  var lane: Lane? { Lane("why", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .chain(let question, let questions, let recording):
      let chain = try await services.groups.why(question, in: recording)
      let all = questions.contains(question) ? questions : [question] + questions
      return [.groups(.why(.answered(WhyPlace(chain, to: question, of: all, run: recording.summary.id))))]
    case .changes(var place, let recording):
      place.changes = try await services.groups.changes(in: recording, on: place.chain, asked: place.question)
      if let changes = place.changes, !changes.onTheWay.isEmpty { place.cursor = place.chain.links.count }
      return [.groups(.why(.answered(place)))]
    case .trial(let trial, var place, let recording):
      let outcome = try await services.groups.outcome(of: trial, in: recording)
      place.trial = WhyPlace.ShownTrial(trial: trial, steps: outcome.steps, whole: outcome.whole)
      return [.groups(.why(.answered(place)))]
    case .value(let tried, let place, let recording):
      let value = try await services.groups.value(at: tried, in: recording)
      return [.ask(TrialForm(place: tried, value: value, chain: place))]
    }
  }
}
