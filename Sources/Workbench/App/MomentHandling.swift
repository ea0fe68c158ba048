import ParleyEngine
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// One time for all screens: while screen 2 shows a run as it was at a moment, all others show it too.
enum MomentHandling {
  /// A moment of another environment's run says nothing of what the other screens show.
  static func follow(in state: inout State) -> [Effect] {
    guard let past = state.groups.steps.past, let workspace = state.workspace else { return show(nil, in: &state) }
    let summary = past.run.summary
    guard summary.environment.isIdentical(to: workspace.environment) else { return show(nil, in: &state) }
    if let moment = state.moment, moment.time == past.time, moment.run == summary.id { return [] }
    let known = past.run.recording.sharedValues(asOf: past.time)
    return show(
      ShownMoment(run: summary.id, environment: summary.environment, time: past.time, known: known), in: &state)
  }

  private static func show(_ new: ShownMoment?, in state: inout State) -> [Effect] {
    guard new != state.moment else { return [] }
    state.moment = new
    return WorkspaceHandling.refreshPreviews(in: state)
  }

  static var commands: [CommandRow] {
    [
      CommandRow(
        "groups.past.now", "Back to now",
        help:
          "Shows the run, events, the cache, shared data and the previews of requests as they are now, after a moment of the past.",
        in: [.always], does: .groups(.past(.now)),
        disabledReason: { $0.groups.steps.past == nil ? "Everything is shown as it is now." : nil })
    ]
  }
}
