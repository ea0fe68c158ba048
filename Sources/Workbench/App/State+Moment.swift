import ParleyEngine
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

// One time for all screens: while screen 2 shows a run as it was at a moment, all others show it too.
extension State {
  /// A moment of another environment's run says nothing of what the other screens show.
  mutating func followMoment() -> [Effect] {
    guard let past = groups.steps.past, let workspace else { return show(nil) }
    let summary = past.run.summary
    guard summary.environment.isIdentical(to: workspace.environment) else { return show(nil) }
    if let moment, moment.time == past.time, moment.run == summary.id { return [] }
    let known = past.run.recording.sharedValues(asOf: past.time)
    return show(ShownMoment(run: summary.id, environment: summary.environment, time: past.time, known: known))
  }

  private mutating func show(_ new: ShownMoment?) -> [Effect] {
    guard new != moment else { return [] }
    moment = new
    return refreshPreviews()
  }

  static var momentCommands: [CommandRow] {
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
