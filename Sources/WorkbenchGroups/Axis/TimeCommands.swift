import ParleyEngine
import TerminalKit
import WorkbenchState

extension TimeView: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "zoomIn", "Zoom in",
        "Zooms in on the time of the step under the cursor. In a bar: \(AttemptPhases.Phase.legend).", ["+"],
        in: [.groupRun], disabledReason: needsTime
      ) { screen, _ in
        screen.steps.zoom(.closer)
        return []
      },
      row("zoomOut", "Zoom out", "Zooms out of the time axis.", ["-"], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.zoom(.wider)
        return []
      },
      row(
        "zoomAll", "Show all of the time", "Shows the whole run on the time axis.", ["0"], in: [.groupRun],
        disabledReason: needsZoom
      ) { screen, _ in
        screen.steps.zoom(.all)
        return []
      },
      row("panLeft", "Earlier", "Moves the time axis to earlier.", ["("], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.pan(-1)
        return []
      },
      row("panRight", "Later", "Moves the time axis to later.", [")"], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.pan(1)
        return []
      },
      row(
        "criticalPath", "Critical path",
        "Shows which steps decided how long the run took (◆), and their total; again shows all alike.", ["X"],
        in: [.groupRun], disabledReason: needsTime
      ) { screen, _ in
        screen.steps.toggleCriticalPath()
        return []
      },
    ]
  }

  private static let needsTime: @Sendable (State) -> String? = {
    $0.groups.steps.axis.start == nil ? "Nothing has run yet." : nil
  }

  private static let needsZoom: @Sendable (State) -> String? = {
    $0.groups.steps.time.zoom.isZoomed ? nil : "The axis shows the whole run: + zooms in."
  }
}
