import ParleyEngine
import TerminalKit
import WorkbenchState

/// The reasons why commands of several parts of the screen of groups can do nothing now.
enum Reasons {
  /// While a step is edited.
  static let isStillTyped = "First apply your edit with Ctrl-S, or leave it with Esc."
  static let isComparing = "Two runs are compared: Esc leaves the comparison."
  static let isPast = "This is how the run was: Esc returns to now."

  static let needsStep: @Sendable (State) -> String? = {
    $0.groups.steps.selected == nil ? "The cursor is not on a step." : nil
  }

  static let needsPause: @Sendable (State) -> String? = { state in
    if state.groups.isEditing { return isStillTyped }
    if state.groups.comparison != nil { return isComparing }
    if state.groups.steps.past != nil { return isPast }
    guard let run = state.groups.shownRun else { return "No run is in progress: F5 starts one." }
    guard run.isLive else { return "The run is over: s shows the file, to edit it; R replays from here." }
    return run.isPaused ? nil : "The run is not paused: Space pauses it."
  }

  /// A run has to be shown, and neither a comparison nor an open editor.
  static let needsShownRun: @Sendable (State) -> String? = { state in
    if state.groups.comparison != nil { return isComparing }
    if state.groups.isEditing { return isStillTyped }
    return state.groups.shownRun == nil ? noRunShown(state) : nil
  }

  /// The reason why what is done with a run cannot be done while the group's file is shown, and the way to a run.
  static func noRunShown(_ state: State) -> String {
    guard state.groups.steps.isShowing else { return "No run is shown." }
    let hasRuns = state.groups.lastRun != nil
    return "This is the group's file, not a run: \(hasRuns ? "s shows its last run." : "F5 runs it.")"
  }
}
