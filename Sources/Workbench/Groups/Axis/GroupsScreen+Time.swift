import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices

/// How the time of a run is looked at.
enum TimeAction: Sendable {
  enum Zoom: Sendable { case closer, wider, all }

  case zoom(Zoom)
  case pan(Int)
  case criticalPath
  /// The times that the steps of a group took in the runs before one.
  case usual([UsualTimes.Run], before: String)
}

extension GroupsScreen {
  mutating func look(_ action: TimeAction) -> [Effect] {
    switch action {
    case .zoom(let zoom): steps.zoom(zoom)
    case .pan(let steps): self.steps.pan(steps)
    case .criticalPath: steps.toggleCriticalPath()
    case .usual(let earlier, let run): usual.note(earlier, before: run)
    }
    return []
  }

  /// Read once for each run that is shown.
  mutating func readUsualTimes() -> [Effect] {
    guard let run = steps.run else { return [] }
    steps.time.usual = usual[run.id] ?? UsualTimes()
    guard usual.ask(for: run.id) else { return [] }
    return [.perform(UsualTimesEffect(run: run.summary, number: run.number, group: run.group, known: usual.runs))]
  }

  /// A run that has just ended is one of those before the next.
  mutating func noteTimes(of run: ShownRun) {
    usual.note(UsualTimes.Run(of: run.recording))
  }
}

/// Reads what the steps of a group took in the runs that were over when one began.
struct UsualTimesEffect: ServiceEffect {
  let run: RunRecording.Summary
  /// Nil where the store does not have it yet: then there is none after it.
  let number: Int64?
  let group: String
  let known: [String: UsualTimes.Run]

  var lane: Lane? { Lane("usual times of \(run.id)", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    // Some may not count: they were still in progress then, or came from elsewhere.
    let kept = try await services.groups.runs(of: group, limit: UsualTimes.runs * 2, before: number)
    var earlier: [UsualTimes.Run] = []
    for kept in kept.filter(counts).prefix(UsualTimes.runs) {
      if let known = known[kept.id] {
        earlier.append(known)
      } else {
        earlier.append(UsualTimes.Run(of: try await services.groups.recording(of: kept.id)))
      }
    }
    return [.groups(.time(.usual(earlier, before: run.id)))]
  }

  private func counts(_ kept: KeptRun) -> Bool {
    kept.id != run.id && kept.summary.state != .running && kept.summary.imported == nil
      && (kept.summary.endedAt ?? kept.summary.startedAt) <= run.startedAt
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
