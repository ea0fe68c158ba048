import ParleyEngine
import TerminalKit

// A fork: a run that begins at a step of an earlier one and waits there, so that something can be changed first.
extension GroupsScreen {
  func fork(from path: NodePath) -> [Effect] {
    guard let run = steps.run else { return [] }
    let intent = RunIntent(
      run.group, text: unsaved(run.group), breakpoints: breakpoints.known(of: run.group),
      replay: RunIntent.Replay(from: path, of: run.id, isFork: true))
    return [.perform(GroupEffect.prepare(intent))]
  }

  static var forkCommands: [CommandRow] {
    [
      row(
        "fork", "Fork from here",
        "Begins a run at this step with the earlier steps' recorded results, paused before it: edit its input, request, result or an earlier value, then continue.",
        ["F"], .run(.fork), in: [.groupRun], hint: .init("fork", rank: 46), disabledReason: needsForkable)
    ]
  }

  private static let needsForkable: @Sendable (State) -> String? = { state in
    let screen = state.groups
    if screen.isEditing { return isStillTyped }
    if screen.steps.past != nil { return isPast }
    guard let run = screen.shownRun else { return "No run is shown." }
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
