import ParleyEngine
import TerminalKit

/// How the time of a run is looked at.
enum TimeAction: Sendable {
  enum Zoom: Sendable { case closer, wider, all }

  case zoom(Zoom)
  case pan(Int)
  case criticalPath
  /// What the steps of a group took in its last runs.
  case usual(UsualTimes, of: String)
}

extension GroupsScreen {
  mutating func look(_ action: TimeAction) -> [Effect] {
    switch action {
    case .zoom(let zoom): steps.zoom(zoom)
    case .pan(let steps): self.steps.pan(steps)
    case .criticalPath: steps.toggleCriticalPath()
    case .usual(let times, let group): usual[ExactString(group)] = .some(times)
    }
    return []
  }

  /// Read once for each group of which a run is shown.
  mutating func readUsualTimes() -> [Effect] {
    guard let run = steps.run else { return [] }
    let group = ExactString(run.group)
    guard let known = usual[group] else {
      usual[group] = .some(nil)
      return [.perform(UsualTimesEffect(group: run.group))]
    }
    steps.time.usual = known ?? UsualTimes()
    return []
  }

  /// A run that has just ended is one of the last.
  mutating func noteTimes(of run: ShownRun) {
    usual[ExactString(run.group)]??.add(run.recording)
  }
}

/// Reads what the steps of a group took.
struct UsualTimesEffect: ServiceEffect {
  let group: String

  var lane: Lane? { Lane("usual times of \(group)", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: any Services) async throws -> [Action] {
    var times = UsualTimes()
    for run in try await services.runs(of: group, limit: UsualTimes.runs + 1).reversed()
    where run.summary.state != .running {
      times.add(try await services.recording(of: run.id))
    }
    return [.groups(.time(.usual(times, of: group)))]
  }
}

// Its keys.
extension GroupsScreen {
  static var timeCommands: [CommandRow] {
    [
      row(
        "zoomIn", "Zoom in",
        "Zooms in on the time of the step under the cursor. In a bar: \(AttemptPhases.Phase.legend).", ["+"],
        .time(.zoom(.closer)), in: [.groupRun], disabledReason: needsTime),
      row(
        "zoomOut", "Zoom out", "Zooms out of the time axis.", ["-"], .time(.zoom(.wider)), in: [.groupRun],
        disabledReason: needsZoom),
      row(
        "zoomAll", "Show all of the time", "Shows the whole run on the time axis.", ["0"], .time(.zoom(.all)),
        in: [.groupRun], disabledReason: needsZoom),
      row(
        "panLeft", "Earlier", "Moves the time axis to earlier.", ["("], .time(.pan(-1)), in: [.groupRun],
        disabledReason: needsZoom),
      row(
        "panRight", "Later", "Moves the time axis to later.", [")"], .time(.pan(1)), in: [.groupRun],
        disabledReason: needsZoom),
      row(
        "criticalPath", "Critical path",
        "Shows which steps decided how long the run took (◆), and their total; again shows all alike.", ["X"],
        .time(.criticalPath), in: [.groupRun], disabledReason: needsTime),
    ]
  }

  private static let needsTime: @Sendable (State) -> String? = {
    $0.groups.steps.axis.start == nil ? "Nothing has run yet." : nil
  }

  private static let needsZoom: @Sendable (State) -> String? = {
    $0.groups.steps.time.zoom.isZoomed ? nil : "The axis shows the whole run: + zooms in."
  }
}
