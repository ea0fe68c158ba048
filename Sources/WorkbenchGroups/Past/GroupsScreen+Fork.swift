import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

// A fork: a run that begins at a step of an earlier one and waits there, so that something can be changed first.
extension GroupsScreen {
  /// - Parameters:
  ///   - variables: values for variables in place of their own.
  ///   - given: the value that an earlier step is to have given.
  func fork(
    from path: NodePath, setting variables: [String: String] = [:], giving given: RunIntent.Replay.Given? = nil
  ) -> [Effect] {
    guard let run = steps.run else { return [] }
    var replay = RunIntent.Replay(from: path, of: run.id, isFork: true)
    (replay.variables, replay.given) = (variables, given)
    let intent = RunIntent(
      run.group, text: unsaved(run.group), breakpoints: breakpoints.known(of: run.group), replay: replay)
    return [.perform(GroupEffect.prepare(intent))]
  }

  /// Puts the value that a fork was to begin with into its place, as soon as it waits.
  mutating func giveToFork(_ run: String, _ news: RunNews) -> [Effect] {
    guard let value = given[run] else { return [] }
    guard !news.stops.isEmpty || news.end != nil else { return [] }
    given[run] = nil
    return news.end == nil ? [.steer(run, .replaceValue(value.value, at: value.step))] : []
  }

  static var forkCommands: [CommandRow] {
    [
      row(
        "fork", "Fork from here",
        "Begins a run at this step with the earlier steps' recorded results, paused before it: edit its input, request, result or an earlier value, then continue.",
        ["F"], in: [.groupRun], hint: .init("fork", rank: 46), disabledReason: needsForkable
      ) { screen, _ in
        screen.steps.selected.map { screen.fork(from: $0.path) } ?? []
      }
    ]
  }

  private static let needsForkable: @Sendable (State) -> String? = { state in
    let screen = state.groups
    if screen.isEditing { return isStillTyped }
    if screen.steps.past != nil { return isPast }
    guard let run = screen.shownRun else { return whyNoRunShown(state) }
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
