import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// A fork: a run that begins at a step of an earlier one and waits there, so that something can be changed first. Until it pauses
/// for the first time, the value that it is to begin with is kept here.
struct RunForks: Sendable {
  /// By the forks' identifiers.
  private var given: [String: RunIntent.Replay.Given] = [:]

  /// Notes the value that a run which has just begun is to be given.
  mutating func begin(_ run: String, with value: RunIntent.Replay.Given?) { given[run] = value }

  /// Puts the value that a fork was to begin with into its place, as soon as it waits.
  mutating func give(_ run: String, _ news: RunNews) -> [Effect] {
    guard let value = given[run] else { return [] }
    guard !news.stops.isEmpty || news.end != nil else { return [] }
    given[run] = nil
    return news.end == nil ? [.steer(run, .replaceValue(value.value, at: value.step))] : []
  }
}

extension RunForks: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "fork", "Fork from here",
        "Begins a run at this step with the earlier steps' recorded results, paused before it: edit its input, request, result or an earlier value, then continue.",
        ["F"], in: [.groupRun], hint: .init("fork", rank: 46), disabledReason: needsForkable
      ) { screen, _ in
        guard let run = screen.steps.run, let row = screen.steps.selected else { return [] }
        return screen.intents.fork(run, from: row.path)
      }
    ]
  }

  private static let needsForkable: @Sendable (State) -> String? = { state in
    let screen = state.groups
    if screen.isEditing { return Reasons.isStillTyped }
    if screen.steps.past != nil { return Reasons.isPast }
    guard let run = screen.shownRun else { return Reasons.noRunShown(state) }
    if run.isUnderWay, !run.isPaused { return "The run is in progress: Space pauses it." }
    guard screen.steps.selected != nil else { return "The cursor is not on a step." }
    let hasBegun = screen.steps.record.map { $0.state != .neverRan } ?? false
    return run.isUnderWay && !hasBegun ? "The step has not been reached yet." : nil
  }
}

extension ShownRun {
  /// The reason why a step waits. A fork waits where it begins.
  /// - Parameter parent: the number of the run that it forks.
  func words(for stop: Debugger.Stop, parent: Int64?) -> String {
    guard stop.reason == .target, let origin = summary.origin, origin.isFork, origin.from == stop.node.path else {
      return stop.reason.words
    }
    return "fork\(parent.map { " of \($0)" } ?? ""): edit, then continue"
  }
}
